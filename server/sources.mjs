// Shared with scripts/bootstrap.mjs, which runs on an older Node: plain JavaScript.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['app', 'domain', 'platform', 'db', 'server', 'public']
const files = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
]

/** Whether the build in `root` is of its present sources. */
export function isBuilt(root) {
  return existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === fingerprint(root)
}

/** A hash of all sources of the build. Take it before building, because sources may change during the build. */
export function fingerprint(root) {
  const hash = createHash('sha256').update(process.arch)
  for (const path of [...folders.flatMap((folder) => filesIn(root, folder)), ...files])
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

export function markBuilt(root, word) {
  writeFileSync(stampOf(root), word)
}

function stampOf(root) {
  return join(root, 'build/.sources')
}

function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.sql$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}
