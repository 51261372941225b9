import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '#platform/config/config.server.ts'
import { trustedPeers } from '#platform/http/trusted-peers.ts'
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
