import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import config from '#app/routes.ts'

export interface TestedRoute {
  /** Such as '/challenges/:id'. */
  pattern: string
  /** Its module, below app/. */
  file: string
  hasScreen: boolean
  /** It takes a form. */
  hasAction: boolean
}

/** All routes of app/routes.ts without layouts, whose index routes have the same pattern. */
export const routes: TestedRoute[] = flatten(config, '')

export const patterns: string[] = routes.map(({ pattern }) => pattern)

export function patternsWith(part: 'hasScreen' | 'hasAction'): string[] {
  return routes.filter((route) => route[part]).map(({ pattern }) => pattern)
}

/** The pattern of a path: the one with the fewest parameters that matches. */
export function patternOf(path: string): string {
  const parameters = (pattern: string) => pattern.split(':').length
  const matching = patterns.filter((pattern) =>
    new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
  return matching.toSorted((a, b) => parameters(a) - parameters(b))[0] ?? ''
}

function flatten(entries: readonly RouteConfigEntry[], parent: string): TestedRoute[] {
  return entries.flatMap(({ path, file, children }) => {
    const pattern = path ? `${parent}/${path}` : parent
    if (children) return flatten(children, pattern)
    // Read, not imported, because tests in the browser do not compile the app.
    const text = readFileSync(`app/${file}`, 'utf8')
    return {
      pattern: pattern || '/',
      file,
      hasScreen: /^export default /m.test(text),
      hasAction: /^export (async function|function|const) action\b/m.test(text),
    }
  })
}
