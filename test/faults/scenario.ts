import type { Random } from './random.ts'

/** A fault, and the conditions during and after it. */
export interface Scenario {
  /** Selects it on the command line: `--only <name>`. */
  name: string
  fault: string
  /** Default repetitions of the fault; `--cycles` overrides them. */
  cycles: { short: number; long: number }
  /** Not in the short form, which is part of `npm test`. */
  longOnly?: true
  run(context: FaultContext): Promise<Figures>
}

/** Counts and measurements, printed with the result. */
export type Figures = Record<string, number | string>

export interface FaultContext {
  cycles: number
  long: boolean
  /** The same sequence for the same seed and scenario. */
  random: Random
  /** An empty folder for this scenario. Other accounts can access it. */
  folder: string
  /** Registers cleanup, which runs in reverse order, also after Ctrl-C. */
  onEnd(work: () => unknown): void
}

/** Thrown with a reason by a scenario that cannot run on this machine. */
export class SkipScenario extends Error {}

export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
