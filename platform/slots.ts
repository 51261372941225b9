import pLimit from 'p-limit'

/** Thrown for work that found too many others waiting, or waited too long. */
export class Busy extends Error {
  override name = 'Busy'
}

/** Runs `work` as soon as a slot is free. Throws Busy, or the reason of `signal`, without having begun. */
type Slots = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

interface SlotOptions {
  atOnce: number
  waiting?: number
  waitMs?: number
}

/** Limits how much of something scarce is done at once. */
export function openSlots({ atOnce, waiting = 200, waitMs = 10_000 }: SlotOptions): Slots {
  const limit = pLimit(atOnce)
  return (work, signal) =>
    new Promise((resolve, reject) => {
      if (limit.pendingCount >= waiting) return reject(new Busy())
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(new Busy())
      }, waitMs)
      const begin = async () => {
        clearTimeout(timer)
        if (isLate) return
        signal?.throwIfAborted()
        resolve(await work())
      }
      limit(begin).catch(reject)
    })
}
