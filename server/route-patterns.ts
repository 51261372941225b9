import type { ServerBuild } from 'react-router'

type Routes = Record<string, { path?: string; parentId?: string } | undefined>

interface Pattern {
  text: string
  segments: string[]
}

/** Finds the route pattern of a path, such as /challenges/:id; undefined without a route. */
export function routePatterns(routes: ServerBuild['routes'] | Routes): (path: string) => string | undefined {
  const byLength = new Map<number, Pattern[]>()
  for (const id of Object.keys(routes)) {
    const segments = segmentsOf(fullPath(routes as Routes, id))
    if (segments.at(-1) === '*') continue
    const known = byLength.get(segments.length) ?? []
    byLength.set(segments.length, [...known, { text: `/${segments.join('/')}`, segments }])
  }
  // The router prefers the pattern with more fixed segments.
  for (const patterns of byLength.values()) patterns.sort((a, b) => parameters(a) - parameters(b))

  return (path) => {
    const segments = segmentsOf(pagePath(path))
    return byLength.get(segments.length)?.find((pattern) => matches(pattern, segments))?.text
  }
}

function pagePath(path: string): string {
  if (path === '/_root.data') return '/'
  return path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
}

function fullPath(routes: Routes, id: string): string {
  const route = routes[id]
  const parent = route?.parentId ? fullPath(routes, route.parentId) : ''
  return `${parent}/${route?.path ?? ''}`
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function parameters({ segments }: Pattern): number {
  return segments.filter((segment) => segment.startsWith(':')).length
}

function matches(pattern: Pattern, segments: string[]): boolean {
  return pattern.segments.every((segment, index) => segment.startsWith(':') || segment === segments[index])
}
