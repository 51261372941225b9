import type { RequestListener } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/app.ts'

/** Lets a Node listener answer a request, or pass it on. */
export function nodeListener(before: (next: RequestListener) => RequestListener): MiddlewareHandler<Env> {
  return (c, next) =>
    new Promise((resolve) => {
      const { incoming, outgoing } = c.env
      outgoing.once('close', () => resolve(RESPONSE_ALREADY_SENT))
      before(() => resolve(next()))(incoming, outgoing)
    })
}
