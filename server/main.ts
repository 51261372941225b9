import { dirname } from 'node:path'
import { run } from '#server/run.ts'
import { isBuilt } from '#server/sources.mjs'

const root = dirname(import.meta.dirname)
const flags = ['--dev', '--adopt-demo-data']
const [dev, adoptDemoData] = flags.map((flag) => process.argv.includes(flag))
const unknown = process.argv.slice(2).find((argument) => !flags.includes(argument))

if (unknown) refuse(`Unknown argument ${unknown}: --adopt-demo-data is the only one`)
if (!dev && !isBuilt(root)) refuse('The build is not of these sources: node scripts/bootstrap.mjs --build')
process.exit(await run({ root, dev, adoptDemoData }))

function refuse(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
