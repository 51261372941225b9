import type { ClientPath, Queue } from '#platform/queue.ts'

/** A place in a queue, which the task that holds it may leave for a while. */
export interface Place {
  leave(): void
  /** Waits for it, unless it has one. False if too many wait, or if `signal` aborts before. */
  enter(): Promise<boolean>
}

export function openPlace(queue: Queue, client: ClientPath, signal: AbortSignal): Place {
  let end: (() => void) | undefined
  return {
    leave() {
      end?.()
      end = undefined
    },
    enter() {
      if (end) return Promise.resolve(true)
      return new Promise((resolve) => {
        const hold = () =>
          new Promise<void>((leave) => {
            end = leave
            resolve(true)
          })
        const place = queue.run(hold, client, signal)
        if (place) place.catch(() => resolve(false))
        else resolve(false)
      })
    },
  }
}
