import { dirname } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'

const root = dirname(import.meta.dirname)
const vite = await keepingSignals(() =>
  createServer({ root, appType: 'custom', server: { middlewareMode: true } }),
)
const { run } = (await vite.ssrLoadModule('/server/run.ts')) as typeof import('#server/run.ts')
process.exit(await run({ root, vite, build: () => appOf(vite) }))

/** The app as its sources are now. */
async function appOf(vite: ViteDevServer) {
  return (await vite.ssrLoadModule('virtual:react-router/server-build')) as import('react-router').ServerBuild
}

/** A second Vite inside React Router's plugin would end the process at SIGTERM before the database is stopped. */
async function keepingSignals<T>(work: () => Promise<T>): Promise<T> {
  const before = process.listeners('SIGTERM')
  const result = await work()
  for (const listener of process.listeners('SIGTERM')) {
    if (!before.includes(listener)) process.off('SIGTERM', listener)
  }
  return result
}
