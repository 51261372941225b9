import type { Counts } from './counts.ts'

export interface Step {
  title: string
  /** `say` takes a line for the report. */
  work(say: (line: string) => void): Promise<StepResult>
}

export interface StepResult {
  ok: boolean
  output: string
  /** A step without tests counts as one. */
  counts?: Counts
}

/**
 * Runs stages of steps one after the other, prints the result of each step, at the end those of failed steps again, and
 * returns the sums of their counts.
 */
export async function runStages(stages: Step[][]): Promise<Counts> {
  const total = { passed: 0, failed: 0, failures: [] as string[] }
  for (const steps of stages) await Promise.all(steps.map((step) => runStep(step, total)))
  for (const failure of total.failures) console.log(failure)
  return { passed: total.passed, failed: total.failed }
}

/** Prints a step's lines together when it ends, because other steps run at the same time. */
async function runStep({ title, work }: Step, total: Counts & { failures: string[] }): Promise<void> {
  const lines: string[] = []
  const begun = performance.now()
  const { ok, output, counts } = await work((line) => lines.push(line)).catch(failed)
  const isSkipped = /^skipped: /m.test(output)
  const { passed, failed: found } = counts ?? { passed: ok && !isSkipped ? 1 : 0, failed: 0 }
  // A step that fails without a failed test counts as one failure.
  const failures = ok ? found : Math.max(found, 1)
  total.passed += passed
  total.failed += failures
  lines.push(failures > 0 ? output.trimEnd() : (output.match(/^skipped: .*$/gim)?.join('\n') ?? ''))
  lines.push(...(counts?.skipped ?? []).map((name) => `Skipped on this machine: ${name}`))
  const tests = counts ? `, ${passed} passed, ${failures} failed` : ''
  lines.push(`${failures > 0 ? 'FAILED' : 'ok'}${tests} (${secondsSince(begun)} s)`)
  const report = [`== ${title}`, ...lines.filter(Boolean)].join('\n')
  console.log(report)
  if (failures > 0) total.failures.push(report)
}

export function secondsSince(time: number): string {
  return ((performance.now() - time) / 1000).toFixed(1)
}

function failed(error: unknown): StepResult {
  return { ok: false, output: error instanceof Error ? `${error.stack}` : String(error) }
}
