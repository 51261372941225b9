/** Runs stages of steps, prints the result of each step, and returns the sums of their counts. */
export async function runStages(stages) {
  const total = { passed: 0, failed: 0 }
  for (const steps of stages) {
    await Promise.all(steps.map((step) => runStep(step, total)))
  }
  return total
}

/** Prints a step's lines together when it ends, because other steps run at the same time. */
async function runStep({ title, work }, total) {
  console.log(`Running: ${title}`)
  const lines = []
  const begun = performance.now()
  const { ok, output, counts } = await resultOf(work, (line) => lines.push(line))
  const { passed, failed } = tally(ok, counts)
  total.passed += passed
  total.failed += failed
  if (failed > 0) lines.push(output.trimEnd())
  const tests = counts ? `, ${passed} passed, ${failed} failed` : ''
  lines.push(`${failed > 0 ? 'FAILED' : 'ok'}${tests} (${secondsSince(begun)} s)`)
  console.log([`== ${title}`, ...lines].join('\n'))
}

async function resultOf(work, say) {
  try {
    return await work(say)
  } catch (error) {
    return { ok: false, output: error instanceof Error ? `${error.stack}` : String(error) }
  }
}

export function secondsSince(time) {
  return ((performance.now() - time) / 1000).toFixed(1)
}

/** A step without tests counts as one test. A step that fails without a failed test counts as one failure. */
function tally(ok, counts) {
  if (!counts) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
