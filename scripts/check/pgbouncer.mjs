import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from './packages.mjs'

/** The path of PgBouncer, installed now if need be; undefined where there is none. */
export async function findPgbouncer(say) {
  const found = onMachine()
  if (found) return found
  // Where systemd runs, the package would start a PgBouncer of its own at every boot.
  if (existsSync('/run/systemd/system')) return undefined
  return (await installPackage('pgbouncer', say)) ? onMachine() : undefined
}

/** The path of an installed PgBouncer. */
export function onMachine() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find(isProgram)
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
