// `npm test` and `npm run test:all`: run the checks. The other steps run even if one fails.
import { dirname, join } from 'node:path'
import { memoryFolder } from './check/memory-folder.ts'
import { runStages, secondsSince } from './check/run-steps.ts'
import { stagesOf } from './check/steps.ts'

const root = dirname(import.meta.dirname)
process.chdir(root)
process.env.PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
// The tests start many processes of this project, which share compiled modules.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile')
// The tests set up many databases, each of hundreds of files.
const temporary = process.env.TMPDIR ?? memoryFolder()
if (temporary) process.env.TMPDIR = temporary

const begun = performance.now()
const { passed, failed } = await runStages(stagesOf({ all: process.argv.includes('--all') }))
console.log(`All steps: ${secondsSince(begun)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
