/** How a command tells its progress and is interrupted. */
export interface Control {
  report(what: string, count: number): void
  signal: AbortSignal
}

const everyMs = 5_000

export function createReport(say: (line: string) => void): Control['report'] {
  let last = Date.now()
  return (what, count) => {
    if (Date.now() - last < everyMs) return
    last = Date.now()
    say(`${what}: ${count.toLocaleString('en-US')} ...`)
  }
}
