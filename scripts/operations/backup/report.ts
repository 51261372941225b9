export interface Report {
  progress(what: string, count: number): void
  done(what: string, count: number): void
}

const everyMs = 5_000

export function createReport(say: (line: string) => void, now: () => number = Date.now): Report {
  let last = now()
  return {
    progress(what, count) {
      if (now() - last < everyMs) return
      last = now()
      say(`${what}: ${count.toLocaleString('en-US')} ...`)
    },
    done(what, count) {
      last = now()
      say(`${what}: ${count.toLocaleString('en-US')}`)
    },
  }
}
