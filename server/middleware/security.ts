import type { MiddlewareHandler } from 'hono'
import { embedOrigins } from '#domain/media/embeds.ts'
import { demoHost, isFromThisSite, newNonce, securityHeaders } from '#platform/http/security.server.ts'
import type { AppOptions, Env } from '#server/app.ts'

const methods = ['GET', 'HEAD', 'POST']

/** The security headers of every response, and the nonce of a page's scripts. A response may set its own policy. */
export function secureHeaders({ services, formTargets, dev }: AppOptions): MiddlewareHandler<Env> {
  const { publicUrl, hstsSubdomains } = services.config
  return async (c, next) => {
    const nonce = newNonce()
    c.set('nonce', nonce)
    const page = {
      publicUrl,
      hstsSubdomains,
      formTargets: formTargets(),
      frameOrigins: embedOrigins,
      checksLinks: true,
    }
    const headers = securityHeaders({ ...page, dev: dev === true }, [`'nonce-${nonce}'`])
    for (const [name, value] of Object.entries(headers)) c.env.outgoing.setHeader(name, value)
    await next()
    if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.res.headers.set('Retry-After', '5')
  }
}

/** Refuses changes that another site's page sent. */
export function requireOwnOrigin(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (isFromThisSite(c.req.raw, publicUrl)) return next()
    return c.text(`This form was not sent from a page of ${publicUrl}.\n`, 403)
  }
}

/** Without this check any other method would count as a form. */
export const requireKnownMethod: MiddlewareHandler = async (c, next) => {
  if (methods.includes(c.req.method)) return next()
  return c.text(`This site accepts ${methods.join(', ')} only.\n`, 405, { Allow: methods.join(', ') })
}

/** Refuses paths that are no text. */
export const requirePath: MiddlewareHandler = async (c, next) => {
  if (isText(new URL(c.req.url).pathname)) return next()
  return c.text('This is not an address of this site.\n', 400)
}

function isText(pathname: string): boolean {
  try {
    // A call whose result is not used is removed from the bundle.
    return decodeURI(pathname) !== ''
  } catch {
    return false
  }
}

/** Redirects other names of this machine to the demo's own, and refuses foreign ones. */
export function demoHostOnly(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const place = demoHost(c.req.header('host'), pathname + search, publicUrl)
    if (place.is === 'unknown') return c.text(`This demo is available at ${publicUrl} only.\n`, 421)
    if (place.is === 'elsewhere' && c.req.method === 'GET') return c.redirect(place.address, 307)
    return next()
  }
}
