import { patterns } from './routes.ts'
import { expect, test } from './test.ts'

const files = /\.(txt|xml|csv|png)$|^\/media\//

test('pages and data of members are not cached, those of visitors vary with cookies', async ({ callers }) => {
  const pages = patterns.filter((path) => !path.includes(':') && !path.includes('*') && !files.test(path))
  expect(pages.length).toBeGreaterThan(25)
  for (const path of pages) {
    for (const address of [path, path === '/' ? '/_root.data' : `${path}.data`]) {
      const [own, visited] = await Promise.all([
        callers.admin.ask({ method: 'GET', path: address }),
        callers.anonymous.ask({ method: 'GET', path: address }),
      ])
      expect.soft(own.headers()['cache-control'], address).toBe('private, no-store')
      expect.soft(visited.headers().vary, address).toMatch(/\bCookie\b/)
    }
  }
})

test('the list of routes is no address', async ({ callers }) => {
  const paths = Array.from({ length: 100 }, (_, place) => `/challenges/${place}`).join(',')
  const answer = await callers.anonymous.ask({ method: 'GET', path: `/__manifest?version=1&paths=${paths}` })
  expect(answer.status()).toBe(404)
})

test('the demo’s provider sends the security headers', async ({ callers }) => {
  for (const path of [
    '/demo-identity/page.css',
    '/demo-identity/.well-known/openid-configuration',
    '/demo-identity/x',
  ]) {
    const headers = (await callers.anonymous.ask({ method: 'GET', path })).headers()
    expect.soft(headers['content-security-policy'], path).toContain("default-src 'none'")
    expect.soft(headers['x-frame-options'], path).toBe('DENY')
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
    expect.soft(headers['permissions-policy'], path).toContain('camera=()')
  }
})

test('forms without a file take 64 KB, from everybody', async ({ callers }) => {
  const { active, voting } = callers.house.challenges
  const entry = callers.house.entries.voting
  const fields = { note: 'x'.repeat(70_000) }
  for (const path of [
    '/theme',
    '/cookies/consent',
    '/login/start',
    `/challenges/${voting}/submissions/${entry}/vote`,
    `/admin/challenges/${active}/extend`,
  ]) {
    for (const caller of [callers.anonymous, callers.admin]) {
      const answer = await caller.ask({ method: 'POST', path, fields })
      expect.soft({ path, status: answer.status() }).toEqual({ path, status: 413 })
    }
  }
})

test('an upload of somebody who is signed out is answered in words, not read to its end', async ({
  callers,
  site,
}) => {
  const image = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(3_000_000) }
  const path = `/challenges/${callers.house.challenges.active}/submit`
  const headers = { Accept: 'application/json', Origin: site.origin }
  const answer = await callers.anonymous.ask({
    method: 'POST',
    path,
    fields: { title: 'Kept', image },
    headers,
  })
  expect(answer.status()).toBe(401)
  expect(answer.headers().connection).toBe('close')
})
