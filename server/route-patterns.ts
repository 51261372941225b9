import { TrieRouter } from 'hono/router/trie-router'
import type { ServerBuild } from 'react-router'
import { routedPath } from '#platform/http/routed-path.ts'

type Routes = Record<string, { path?: string; parentId?: string } | undefined>

/** Finds the route pattern of a path, such as /challenges/:id; undefined without a route. */
export function routePatterns(routes: ServerBuild['routes'] | Routes): (path: string) => string | undefined {
  const router = new TrieRouter<string>()
  const patterns = Object.keys(routes).map((id) => fullPath(routes as Routes, id))
  // React Router prefers the pattern with more fixed segments, this one the first.
  patterns.sort((one, other) => one.split(':').length - other.split(':').length)
  for (const pattern of patterns) if (!pattern.endsWith('*')) router.add('GET', pattern, pattern)
  return (path) => router.match('GET', routedPath(path))[0][0]?.[0]
}

function fullPath(routes: Routes, id: string): string {
  const route = routes[id]
  const parent = route?.parentId ? fullPath(routes, route.parentId) : ''
  return `${parent}/${route?.path ?? ''}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}
