import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Config } from '#platform/config/config.server.ts'
import { outageAnswer } from '#platform/http/outage-page.server.ts'
import { baseHeaders } from '#platform/http/security.server.ts'

/** Answers with 503 until the site is started. */
export function startingApp({
  publicUrl,
  productName,
}: Pick<Config, 'publicUrl' | 'productName'>): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use((c, next) => {
    for (const [name, value] of Object.entries(baseHeaders({ publicUrl })))
      c.env.outgoing.setHeader(name, value)
    return next()
  })
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  app.all('*', (c) => {
    const [accept, cookie] = [c.req.header('accept'), c.req.header('cookie')]
    const site = { publicUrl, productName, message: 'The site is starting.', retryAfterSeconds: 1 }
    const { body, ...init } = outageAnswer({ ...site, method: c.req.method, accept, cookie })
    return new Response(c.req.method === 'HEAD' ? null : body, init)
  })
  return app
}
