import type { MiddlewareFunction } from 'react-router'
import { incompleteContext, viewerContext } from '#app/context.ts'

/**
 * Caches do not store answers to members, nor pages without a part that failed to load. Answers to visitors vary with
 * their cookies and are compared at each visit, unless they are public.
 */
export const cacheControl: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const { headers } = response
  if (/\bpublic\b/i.test(headers.get('Cache-Control') ?? '')) return response
  if (context.get(viewerContext)) {
    headers.set('Cache-Control', 'private, no-store')
    return response
  }
  headers.append('Vary', 'Cookie')
  if (context.get(incompleteContext)) headers.set('Cache-Control', 'no-store')
  else if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache')
  return response
}
