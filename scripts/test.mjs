// `npm test`: everything that must hold, in order. A step that fails does not keep the others from running.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
process.env.PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
const { steps } = await import('./check/steps.mjs')

const total = { passed: 0, failed: 0 }
for (const { title, work } of steps) {
  console.log(`== ${title}`)
  const begun = performance.now()
  const { ok, output, counts } = await work((line) => console.log(line))
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const { passed, failed } = tally(ok, counts)
  total.passed += passed
  total.failed += failed
  if (failed > 0) console.log(output.trimEnd())
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok'}${counts ? `, ${passed} passed, ${failed} failed` : ''} (${seconds} s)`,
  )
}

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** A step without tests of its own counts as one. One that fails though no test of it did is a failure all the same. */
function tally(ok, counts) {
  if (!counts) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
