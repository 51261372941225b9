// `npm test`: runs all checks. The other steps run even if one fails.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
process.env.PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
// The tests start many processes of this project, which share compiled modules.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile')
// The tests set up many databases, each of hundreds of files.
const { memoryFolder } = await import('./check/memory-folder.mjs')
const temporary = process.env.TMPDIR ?? memoryFolder()
if (temporary) process.env.TMPDIR = temporary
const { runStages, secondsSince } = await import('./check/run-steps.mjs')
const { stages } = await import('./check/steps.mjs')

const begun = performance.now()
const { passed, failed } = await runStages(stages)
console.log(`All steps: ${secondsSince(begun)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
