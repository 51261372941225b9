import type { Random } from './random.ts'

/** One fault and what must hold during and after it. */
export interface Scenario {
  /** Selects it on the command line: `--only <name>`. */
  name: string
  fault: string
  /** How often the fault is repeated, unless `--cycles` says otherwise. */
  cycles: { short: number; long: number }
  /** Left out of the short form, which is part of `npm test`. */
  longOnly?: true
  run(context: FaultContext): Promise<Figures>
}

/** What was counted or measured, printed on the scenario's line. */
export type Figures = Record<string, number | string>

export interface FaultContext {
  cycles: number
  long: boolean
  /** The same sequence for the same seed and scenario. */
  random: Random
  /** An empty folder of this scenario. Every account may enter it. */
  folder: string
  /** Registers work for the end of the scenario, also after Ctrl-C. The last one registered runs first. */
  onEnd(work: () => unknown): void
}

/** Thrown by a scenario that this machine cannot run, with the reason. It is listed by name and counts as not run. */
export class LeftOut extends Error {}

/** Throws when something that must hold does not. */
export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
