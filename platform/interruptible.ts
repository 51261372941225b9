/**
 * Waits for promises one after another, until it is interrupted. With Promise.race, a promise that stays pending keeps
 * something of each that it was raced with.
 */
export function interruptible() {
  let interruption: { reason: unknown } | undefined
  let fail: ((reason: unknown) => void) | undefined
  return {
    /** Rejects the present wait, and all later ones. */
    interrupt(reason: unknown): void {
      interruption ??= { reason }
      fail?.(reason)
    },
    wait<Value>(promise: Promise<Value>): Promise<Value> {
      return new Promise((resolve, reject) => {
        fail = reject
        promise.then(resolve, reject)
        if (interruption) reject(interruption.reason)
      })
    },
  }
}
