import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { isBuilt } from '#server/sources.mjs'

const root = dirname(import.meta.dirname)
const unknown = process.argv.slice(2).filter((argument) => !['--dev', '--adopt-demo-data'].includes(argument))
if (unknown.length > 0) {
  process.stderr.write(`Unknown argument ${unknown[0]}: --adopt-demo-data is the only one\n`)
  process.exit(1)
}
if (!process.argv.includes('--dev') && !isBuilt(root)) {
  process.stderr.write('The build is not of these sources: node scripts/bootstrap.mjs --build\n')
  process.exit(1)
}
const adoptDemoData = process.argv.includes('--adopt-demo-data')

// Imported on demand: the supervisor loads none of the app.
if (process.argv.includes('--dev')) {
  const { run } = await import('#server/run.ts')
  process.exit(await run({ root, dev: true, adoptDemoData }))
} else {
  // The supervisor allocates little: V8 would keep 20 MB of garbage from its start.
  setFlagsFromString('--max-semi-space-size=1')
  const { supervise } = await import('#server/supervisor/supervisor.ts')
  process.exit(await supervise({ root, adoptDemoData }))
}
