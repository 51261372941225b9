import type { MiddlewareHandler } from 'hono'
import type { Config } from '#platform/config/config.server.ts'
import { trustedPeers } from '#platform/http/trusted-peers.ts'
import type { Env } from '#server/app.ts'

/** Sets how many proxies have forwarded a request: none if its peer may not be one, whatever its headers say. */
export function trustProxies(config: Pick<Config, 'trustProxy' | 'trustedProxies'>): MiddlewareHandler<Env> {
  const isTrusted = trustedPeers(config.trustedProxies)
  return (c, next) => {
    const peer = c.env.incoming.socket.remoteAddress ?? ''
    c.set('proxies', isTrusted(peer) ? config.trustProxy : 0)
    return next()
  }
}
