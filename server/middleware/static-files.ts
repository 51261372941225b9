import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

const forever = 'public, max-age=31536000, immutable'
const forAnHour = 'public, max-age=3600'

/** Serves the build's files. The list is read at start, so other URLs need no disk access. */
export function staticFiles(folder: string): MiddlewareHandler {
  const known = existsSync(folder) ? new Set(pathsIn(folder)) : new Set<string>()
  const serve = serveStatic({
    root: folder,
    precompressed: true,
    onFound(path, c) {
      const file = relative(folder, path)
      c.header('Cache-Control', ageOf(file))
      // The API and the feeds name them, as they name uploaded pictures.
      if (file.startsWith('avatars/')) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    },
  })
  return (c, next) => (known.has(c.req.path) ? serve(c, next) : next())
}

/** Of a file or a compressed form of it. */
function ageOf(path: string): string {
  if (path.startsWith('service-worker.js')) return 'no-cache'
  return path.startsWith('assets/') ? forever : forAnHour
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`)
}
