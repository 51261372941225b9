import type { MiddlewareHandler } from 'hono'
import { routedPath } from '#platform/http/routed-path.ts'

const kilobyte = 1024
/** A form whose file is too large is read, so that its text can be shown again. */
const uploadBytes = 25 * 1024 * kilobyte
const formBytes = 64 * kilobyte
const uploads = [
  /^\/challenges\/[^/]+\/(submit|draft|submissions\/[^/]+\/edit)$/,
  /^\/profile\/edit$/,
  /^\/admin\/challenges\/(new|[^/]+\/edit)$/,
]

/** Limits a form to 25 MB at the addresses that take an image, and to 64 KB everywhere else. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined)
    return c.text('A form needs a Content-Length.\n', 411, { Connection: 'close' })
  const length = Number(c.req.header('content-length') ?? 0)
  if (length <= mostBytes(c.req.path)) return next()
  return c.text('The form is too large.\n', 413, { 'Cache-Control': 'no-store', Connection: 'close' })
}

function mostBytes(pathname: string): number {
  const path = routedPath(pathname)
  return uploads.some((pattern) => pattern.test(path)) ? uploadBytes : formBytes
}
