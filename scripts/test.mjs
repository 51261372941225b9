// `npm test`: runs all checks. The other steps run even if one fails.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
process.env.PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
// The tests start many processes of this project, which share compiled modules.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile')
const { stages } = await import('./check/steps.mjs')

const total = { passed: 0, failed: 0 }
const begun = performance.now()
for (const sequences of stages) await Promise.all(sequences.map(runInOrder))

console.log(`All steps: ${secondsSince(begun)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runInOrder(steps) {
  for (const step of steps) await runStep(step)
}

/** Prints a step's lines together when it ends, because other steps run at the same time. */
async function runStep({ title, work }) {
  console.log(`Running: ${title}`)
  const lines = []
  const stepBegun = performance.now()
  const { ok, output, counts } = await work((line) => lines.push(line))
  const { passed, failed } = tally(ok, counts)
  total.passed += passed
  total.failed += failed
  if (failed > 0) lines.push(output.trimEnd())
  const tests = counts ? `, ${passed} passed, ${failed} failed` : ''
  lines.push(`${failed > 0 ? 'FAILED' : 'ok'}${tests} (${secondsSince(stepBegun)} s)`)
  console.log([`== ${title}`, ...lines].join('\n'))
}

function secondsSince(time) {
  return ((performance.now() - time) / 1000).toFixed(1)
}

/** A step without tests counts as one test. A step that fails without a failed test counts as one failure. */
function tally(ok, counts) {
  if (!counts) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
