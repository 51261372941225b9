export interface Screen {
  path: string
  /** The name of the screen, valid in a file name. */
  name: string
}

export interface Visited {
  path: string
  html: string
}

const alsoSeen = [
  '/login',
  '/auth/callback?error=access_denied',
  '/nowhere',
  '/profile',
  '/profile/edit',
  '/admin',
]
const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** One URL per screen that links lead to; for screens of a challenge one per status. */
export async function screensFrom(
  visit: (path: string) => Promise<Visited>,
  statuses: ReadonlyMap<string, string>,
): Promise<Screen[]> {
  const found: Screen[] = []
  const seen = new Set<string>()
  const paths = ['/', ...alsoSeen]
  for (let path = paths.shift(); path; path = paths.shift()) {
    const name = nameOf(path, statuses)
    if (seen.has(name)) continue
    seen.add(name)
    const visited = await visit(path)
    if (visited.path === path.replace(/\?.*/, '')) found.push({ name, path })
    paths.push(...linksIn(visited.html))
  }
  return found
}

function nameOf(path: string, statuses: ReadonlyMap<string, string>): string {
  const named = path.replace(id, (one) => (statuses.has(one) ? `one-${statuses.get(one)}` : 'one'))
  return named.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home'
}

function linksIn(html: string): string[] {
  const paths = [...html.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)].map(([, path = '/']) => path)
  return [...new Set(paths)].filter((path) => !/^\/media\/|\.\w+$/.test(path))
}
