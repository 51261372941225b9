export const floodIntervalMs = 1_000
const mostKinds = 500

interface FloodDecision {
  write: boolean
  /** How many errors of its kind were suppressed since the last logged one. */
  suppressed: number
  withStack: boolean
}

interface FloodLimit {
  decide(kind: string): FloodDecision
  takeSuppressed(kind: string): number
}

/** Allows one error of each kind per second and counts the others. Forgets the oldest kinds. */
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
