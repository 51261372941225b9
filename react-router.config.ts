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
} satisfies Config
