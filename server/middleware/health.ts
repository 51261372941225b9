import type { Handler } from 'hono'
import { type Checked, readiness } from '#server/readiness.ts'

/** Says whether the site can serve requests. */
export function answerReadiness(checked: Checked): Handler {
  const ready = readiness(checked)
  return async (c) => {
    const { isReady, text } = await ready()
    return isReady ? c.text(`${text}\n`) : c.text(`${text}\n`, 503, { 'Retry-After': '5' })
  }
}
