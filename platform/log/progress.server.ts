export interface ProgressLog {
  step<T>(title: string, work: () => Promise<T>): Promise<T>
  say(text: string): void
}

const long = 1_000

export function createProgress(out: { write(text: string): unknown; isTTY?: boolean }): ProgressLog {
  return {
    async step(title, work) {
      const begun = performance.now()
      // A terminal shows the title at once; a log gets whole lines, and an extra one for a slow step.
      if (out.isTTY) out.write(`${title} …`)
      const waiting = out.isTTY ? undefined : setTimeout(() => out.write(`${title} …\n`), long)
      try {
        const result = await work()
        const seconds = ((performance.now() - begun) / 1000).toFixed(1)
        out.write(out.isTTY ? ` ${seconds} s\n` : `${title}: ${seconds} s\n`)
        return result
      } catch (error) {
        if (out.isTTY) out.write('\n')
        throw error
      } finally {
        clearTimeout(waiting)
      }
    },
    say: (text) => void out.write(`${text}\n`),
  }
}
