import type { ServerBuild } from 'react-router'
import { run } from '#server/run.ts'

const [root = '', ...flags] = process.argv.slice(2)
const bareBuild: string = './bare-build/server/index.js'
process.exit(
  await run({
    root,
    adoptDemoData: flags.includes('--adopt-demo-data'),
    build: () => import(bareBuild) as Promise<ServerBuild>,
  }),
)
