import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const bundled = ['app', 'domain', 'platform', 'db', 'public']
const configs = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'scripts/bootstrap/route-manifest.mjs',
]

export function isBuilt(root) {
  const stamp = stampFile(root)
  const outputs = ['build/server/index.js', 'build/client']
  return (
    outputs.every((path) => existsSync(join(root, path))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint(root)
  )
}

/** A hash of all sources of the build. Take it before building, because sources may change during the build. */
export function fingerprint(root) {
  const hash = createHash('sha256').update(process.arch)
  for (const path of [...bundled.flatMap((folder) => filesIn(root, folder)), ...configs]) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

export function markBuilt(root, word) {
  mkdirSync(dirname(stampFile(root)), { recursive: true })
  writeFileSync(stampFile(root), word)
}

function stampFile(root) {
  return join(root, 'build/.sources')
}

function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.sql$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}
