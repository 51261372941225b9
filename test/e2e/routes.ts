import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'

/** Patterns of all routes, such as '/challenges/:id'. */
export const patterns: string[] = [...new Set(flatten(routes, ''))]

function flatten(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path ? `${parent}/${path}` : parent
    return [...(index || path ? [own || '/'] : []), ...flatten(children ?? [], own)]
  })
}
