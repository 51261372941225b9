import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules holds what package-lock.json says. npm writes its own list last, so an install that was
 * cut off has none. Contents are compared, since a checkout touches dates and a copy may lose them.
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
