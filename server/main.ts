import { join } from 'node:path'
import { run } from '#server/run.ts'
import { isBuilt } from '#server/sources.mjs'

// The entry of the build, which is in build/server; server/dev.ts stands in for it during development.
const root = join(import.meta.dirname, '../..')
const flag = '--adopt-demo-data'
const unknown = process.argv.slice(2).find((argument) => argument !== flag)

if (unknown) refuse(`Unknown argument ${unknown}: ${flag} is the only one`)
if (!isBuilt(root)) refuse('The build is not of these sources: node scripts/bootstrap.mjs --build')
const adoptDemoData = process.argv.includes(flag)
process.exit(await run({ root, adoptDemoData, build: () => import('virtual:react-router/server-build') }))

function refuse(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
