import type { MiddlewareHandler } from 'hono'
import { requestIdHeader, requestIdOf, withRequestId } from '#platform/http/request-id.server.ts'
import type { Env } from '#server/app.ts'

/** Gives each request an id, which its response and its log lines carry. */
export const requestId: MiddlewareHandler<Env> = (c, next) => {
  const id = requestIdOf(c.req.header(requestIdHeader), c.get('proxies'))
  c.env.outgoing.setHeader('X-Request-Id', id)
  return withRequestId(id, next)
}
