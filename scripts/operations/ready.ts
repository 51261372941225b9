import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#platform/config/config.server.ts'
import { Failure } from '#platform/failure.ts'
import { wrongUse } from './run-command.ts'

/** A start may have to migrate a large database. */
const usualSeconds = '300'
const pauseMs = 250

/** Waits until the app that runs with these settings can serve requests. */
export async function run([seconds = usualSeconds]: string[]): Promise<number> {
  if (!/^\d{1,4}$/.test(seconds)) return wrongUse
  const { host, port } = readConfig(process.env)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`
  const end = performance.now() + Number(seconds) * 1_000
  for (;;) {
    const answer = await answerOf(url)
    if (answer.ok) {
      console.log(`${url}: ${answer.text}`)
      return 0
    }
    if (performance.now() > end) throw new Failure(`${url} after ${seconds} s: ${answer.text}`)
    await sleep(pauseMs)
  }
}

async function answerOf(url: string): Promise<{ ok: boolean; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    return { ok: response.ok, text: (await response.text()).trim() }
  } catch {
    return { ok: false, text: 'no answer' }
  }
}
