export interface ProgressLog {
  step<T>(title: string, work: () => Promise<T>): Promise<T>
  say(text: string): void
}

/** Prints the steps of a start, each with its duration. */
export function createProgress(out: { write(text: string): unknown }): ProgressLog {
  return {
    async step(title, work) {
      const begun = performance.now()
      out.write(`${title} … `)
      try {
        const result = await work()
        out.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
        return result
      } catch (error) {
        out.write('\n')
        throw error
      }
    },
    say: (text) => void out.write(`${text}\n`),
  }
}
