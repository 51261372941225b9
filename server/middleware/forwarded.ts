import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '#platform/config/config.server.ts'
import { addressBehind, trustedPeers } from '#platform/http/client-address.ts'
import { requestIdHeader, requestIdOf, withRequestId } from '#platform/http/request-id.server.ts'
import type { Env } from '#server/app.ts'

type Settings = Pick<Config, 'trustProxy' | 'trustedProxies'>

/** How many proxies have forwarded a request: none if its peer may not be one, whatever its headers say. */
export function proxiesOf({ trustProxy, trustedProxies }: Settings): (request: IncomingMessage) => number {
  const isTrusted = trustedPeers(trustedProxies)
  return ({ socket }) => (isTrusted(socket.remoteAddress ?? '') ? trustProxy : 0)
}

/** Tells the following middlewares how many proxies have forwarded a request. */
export function trustProxies(config: Settings): MiddlewareHandler<Env> {
  const proxiesBefore = proxiesOf(config)
  return (c, next) => {
    c.set('proxies', proxiesBefore(c.env.incoming))
    return next()
  }
}

/** Who sends the request, for rate limits. */
export function addressOf(c: Pick<Context<Env>, 'env' | 'req' | 'get'>): string {
  const { remoteAddress = 'unknown' } = c.env.incoming.socket
  return addressBehind(remoteAddress, c.req.header('x-forwarded-for'), c.get('proxies'))
}

/** Gives each request an id, which its response and its log lines carry. */
export const requestId: MiddlewareHandler<Env> = (c, next) => {
  const id = requestIdOf(c.req.header(requestIdHeader), c.get('proxies'))
  c.env.outgoing.setHeader('X-Request-Id', id)
  return withRequestId(id, next)
}
