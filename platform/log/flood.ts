export const floodIntervalMs = 1_000
const mostKinds = 500

/** What is written of one error now. */
interface FloodDecision {
  write: boolean
  /** How many of its kind were left out since the last one that was written, this one included. */
  suppressed: number
  /** The stack is written with the first of a kind only. */
  withStack: boolean
}

interface FloodLimit {
  decide(kind: string): FloodDecision
  /** How many of a kind were left out and not reported yet; from then on they count as reported. */
  takeSuppressed(kind: string): number
}

/** Lets one error of each kind through in a second, and counts the others. Forgets the kinds that are oldest. */
export function floodLimit(now: () => number = () => performance.now()): FloodLimit {
  const kinds = new Map<string, { writtenAt: number; suppressed: number }>()

  function takeSuppressed(kind: string): number {
    const suppressed = kinds.get(kind)?.suppressed ?? 0
    kinds.delete(kind)
    kinds.set(kind, { writtenAt: now(), suppressed: 0 })
    for (const oldest of kinds.keys()) {
      if (kinds.size <= mostKinds) break
      kinds.delete(oldest)
    }
    return suppressed
  }

  return {
    decide(kind) {
      const known = kinds.get(kind)
      if (known && now() - known.writtenAt < floodIntervalMs) {
        known.suppressed++
        return { write: false, suppressed: known.suppressed, withStack: false }
      }
      return { write: true, suppressed: takeSuppressed(kind), withStack: !known }
    },
    takeSuppressed,
  }
}
