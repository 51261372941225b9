import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from './packages.mjs'

/** The path of PgBouncer, installed now if it is missing; undefined if it cannot be installed. */
export async function findPgbouncer(say) {
  const found = onMachine()
  if (found) return found
  // With systemd, the package would start its own PgBouncer at every boot.
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
