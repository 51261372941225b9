import type { MiddlewareFunction } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { cookieName, isHttps } from '#platform/identity/cookies.ts'

/** Adds the prefix `__Host-` and Secure to the cookies of a response on https. Their path must be `/`. */
export const secureCookies: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const { config } = context.get(servicesContext)
  const cookies = response.headers.getSetCookie()
  if (cookies.length === 0 || !isHttps(config.publicUrl)) return response

  response.headers.delete('Set-Cookie')
  for (const cookie of cookies) {
    const named = cookie.startsWith('__Host-') ? cookie : cookieName(cookie, config.publicUrl)
    response.headers.append('Set-Cookie', /;\s*secure/i.test(named) ? named : `${named}; Secure`)
  }
  return response
}
