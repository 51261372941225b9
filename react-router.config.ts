import type { Config } from '@react-router/dev/config'

// Lazy discovery would answer any list of paths at /__manifest, at a cost that grows with the list.
const routeDiscovery = { mode: 'initial' } as const

export default { appDirectory: 'app', ssr: true, routeDiscovery } satisfies Config
