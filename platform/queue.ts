export interface Queue {
  /** Runs `work` when its turn comes, or answers null at once where too many wait already: `mayWait`, if told. */
  run<T>(work: () => Promise<T>, mayWait?: number): Promise<T> | null
}

/** Lets `atOnce` works run at the same time and `waiting` more stand in line, first come first served. */
export function openQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): Queue {
  const line: (() => void)[] = []
  let running = 0

  async function take<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    // Whoever is done hands the place on, so that nobody slips in between.
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }

  return {
    run: (work, mayWait = waiting) =>
      running >= atOnce && line.length >= Math.min(mayWait, waiting) ? null : take(work),
  }
}
