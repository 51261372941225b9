import type { MiddlewareFunction } from 'react-router'
import { servicesContext } from '#app/context.ts'

/** On https no cookie leaves without Secure, whoever set it. */
export const secureCookies: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const { config } = context.get(servicesContext)
  const cookies = response.headers.getSetCookie()
  if (cookies.length === 0 || !config.publicUrl.startsWith('https:')) return response

  response.headers.delete('Set-Cookie')
  for (const cookie of cookies) {
    response.headers.append('Set-Cookie', /;\s*secure/i.test(cookie) ? cookie : `${cookie}; Secure`)
  }
  return response
}
