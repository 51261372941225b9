import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'

// Lazy discovery would ask /__manifest about the links of each page, and before the first visit of each challenge. It
// answers any list of paths, at a cost that grows with the list.
const routeDiscovery = { mode: 'initial' } as const

// By the names of the entries in vite.config.ts.
const serverBuildFile = '[name].js'

// One chunk for each route: the list of them, which every page loads, is shorter.
const splitRouteModules = false

export default {
  appDirectory: 'app',
  ssr: true,
  routeDiscovery,
  serverBuildFile,
  splitRouteModules,
  buildEnd: ({ reactRouterConfig }) =>
    shortenManifest(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config

/** The server preloads the imports of a route; browsers do not read them, nor what is false. */
function shortenManifest(folder: string): void {
  const file = join(folder, readdirSync(folder).find((name) => /^manifest-.+\.js$/.test(name)) ?? '')
  const [, start = '', json = ''] = readFileSync(file, 'utf8').match(/^(.+?=)(.+?);?$/) ?? []
  const manifest = JSON.parse(json)
  for (const route of Object.values<{ imports?: string[] }>(manifest.routes)) delete route.imports
  const short = JSON.stringify(manifest, (_key, value) => value || undefined)
  writeFileSync(file, `${start}${short}`)
}
