import type { MiddlewareHandler } from 'hono'
import type { Services } from '#app/context.ts'

const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto']

/**
 * Warns if TRUST_PROXY is 0 although a proxy seems to be in front, in which case the rate limits count all clients as
 * one: at start if the public URL is https, and at the first request with a forwarded header.
 */
export function warnOfUntrustedProxy({ config, log }: Pick<Services, 'config' | 'log'>): MiddlewareHandler {
  if (config.publicUrl.startsWith('https:')) {
    log.warn(
      { publicUrl: config.publicUrl, host: config.host },
      'PUBLIC_URL is https, so a proxy is in front, but TRUST_PROXY is 0: rate limits count all clients as one. ' +
        'Set TRUST_PROXY to the number of proxies.',
    )
  }
  let isWarned = false
  return async (c, next) => {
    const header = isWarned ? undefined : forwardedHeaders.find((name) => c.req.header(name) !== undefined)
    if (header) {
      isWarned = true
      log.warn(
        { header },
        'A request came with a forwarded header while TRUST_PROXY is 0: it was ignored. ' +
          'If a proxy of yours sent it, set TRUST_PROXY to the number of proxies.',
      )
    }
    await next()
  }
}
