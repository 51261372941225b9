import type { Handler } from 'hono'
import { type Checked, readiness } from '#server/readiness.ts'

/** Says whether the site can serve requests. */
export function answerReadiness(checked: Checked): Handler {
  const ready = readiness(checked)
  return async (c) => {
    const reason = await ready()
    return reason ? c.text(`${reason}\n`, 503, { 'Retry-After': '5' }) : c.text('ready\n')
  }
}
