import type { MiddlewareFunction } from 'react-router'
import { viewerContext } from '#app/context.ts'

/** Answers to members are not stored by caches; answers to visitors vary with their cookies, unless they are public. */
export const cacheControl: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const { headers } = response
  if (/\bpublic\b/i.test(headers.get('Cache-Control') ?? '')) return response
  if (context.get(viewerContext)) headers.set('Cache-Control', 'private, no-store')
  else headers.append('Vary', 'Cookie')
  return response
}
