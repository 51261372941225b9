import type { Handler } from 'hono'
import type { Services } from '#app/context.ts'
import { isSiteCheck, type SeenRequest, siteCheckHeader } from '#platform/http/site-check.server.ts'
import type { Env } from '#server/app.ts'
import { type Checked, readiness } from '#server/readiness.ts'

/** Says that the process runs and, to a check of this site, what arrives of its request. */
export function answerHealth({ db, release }: Pick<Services, 'db' | 'release'>): Handler<Env> {
  return async (c) => {
    const token = c.req.header(siteCheckHeader)
    const isCheck = token !== undefined && (await isSiteCheck(db, token).catch(() => false))
    const seen: SeenRequest | undefined = isCheck
      ? {
          host: c.req.header('host') ?? '',
          forwardedFor: (c.req.header('x-forwarded-for') ?? '').split(',').flatMap((one) => one.trim() || []),
          peer: c.env.incoming.socket.remoteAddress ?? '',
          isTrusted: c.get('proxies') > 0,
        }
      : undefined
    return c.json({ status: 'alive', ...release, ...(seen && { seen }) })
  }
}

/** Says whether the site can serve requests. */
export function answerReadiness(checked: Checked): Handler {
  const ready = readiness(checked)
  return async (c) => {
    const { isReady, text } = await ready()
    return isReady ? c.text(`${text}\n`) : c.text(`${text}\n`, 503, { 'Retry-After': '5' })
  }
}
