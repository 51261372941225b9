import type { RouterContextProvider } from 'react-router'
import { viewerContext } from '#app/context.ts'
import type { BodyLimit } from '#platform/http/request-body.server.ts'

const memberUploads =
  /^\/(challenges\/[^/]+\/(submit|draft|submissions\/[^/]+\/edit)|profile\/edit)\/?(\.data)?$/
const adminUploads = /^\/admin\/challenges\/(new|[^/]+\/edit)\/?(\.data)?$/
const kilobyte = 1024

/**
 * How large a form may be: 25 MB at the addresses that take an image from this viewer, 64 KB everywhere else. Visitors
 * may have been signed out while they typed, so their upload forms are answered with what arrived.
 */
export function bodyLimit(request: Request, context: Readonly<RouterContextProvider>): BodyLimit {
  const { pathname } = new URL(request.url)
  const viewer = context.get(viewerContext)
  const small = { maxBytes: 64 * kilobyte }
  const large = { maxBytes: 25 * 1024 * kilobyte }
  if (memberUploads.test(pathname)) return viewer ? large : { ...small, answersItself: true }
  return adminUploads.test(pathname) && viewer?.isAdmin ? large : small
}
