import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { staticFiles } from './static-files.ts'

it('lets other sites show the ready-made avatars, and no other file (NAV-92)', async () => {
  const site = new Hono().use(async (c, next) => {
    c.header('Cross-Origin-Resource-Policy', 'same-origin')
    await next()
  })
  site.use(staticFiles('public'))
  const policyOf = async (path: string) => {
    const { status, headers } = await site.request(path)
    expect(status, path).toBe(200)
    return headers.get('Cross-Origin-Resource-Policy')
  }
  expect(await policyOf('/avatars/ninja-1.svg')).toBe('cross-origin')
  expect(await policyOf('/favicon.svg')).toBe('same-origin')
})
