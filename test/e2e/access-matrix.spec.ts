import sql from 'sql-template-tag'
import { protectedAddresses, publicAddresses } from './access-matrix.ts'
import { clientNames, tableHashes } from './clients.ts'
import { drawing } from './images.ts'
import { patterns } from './routes.ts'
import { expect, test } from './test.ts'

test('every route is either protected or public', async ({ clients }) => {
  const protectedPaths = protectedAddresses(clients.fixtures, await drawing()).map(({ pattern }) => pattern)
  expect([...new Set([...protectedPaths, ...publicAddresses])].sort()).toEqual([...patterns].sort())
})

test('each role gets the expected status, and only permitted roles write', async ({ clients, site }) => {
  let before = await tableHashes(site)
  for (const address of protectedAddresses(clients.fixtures, await drawing())) {
    for (const [index, name] of clientNames.entries()) {
      const label = `${name}: ${address.method} ${address.path} ${Object.keys(address.fields ?? {})}`
      const expected = address.answers[index]
      expect.soft(summary(await clients[name].send(address)), label).toBe(expected)
      const after = await tableHashes(site)
      expect.soft(after !== before, `${label}: has written`).toBe(address.writers?.includes(name) ?? false)
      before = after
      if (address.method !== 'GET') continue
      // Client-side navigation fetches this address instead of the page.
      const data = await clients[name].send({ method: 'GET', path: `${address.path}.data` })
      expect.soft(dataSummary(data, await data.text()), `${label}, its data`).toBe(expected)
    }
  }
})

test('a form from another origin, or without an origin, is refused and writes nothing', async ({
  clients,
  site,
}) => {
  const before = await tableHashes(site)
  const foreignHeaders: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Content-Type': 'text/plain' },
    {},
  ]
  const forms = protectedAddresses(clients.fixtures, await drawing()).filter(
    ({ method }) => method === 'POST',
  )
  for (const form of [...forms, ...publicForms]) {
    for (const headers of foreignHeaders) {
      for (const path of [form.path, `${form.path}.data`]) {
        const answer = await clients.admin.send({ ...form, path, headers })
        expect.soft(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
      }
    }
  }
  expect(await tableHashes(site)).toBe(before)
  expect(await site.db.rows(sql`select user_id from sessions`)).toHaveLength(3)
})

const publicForms = ['/sign-out', '/theme', '/cookies/consent', '/login/start'].map((path) => ({
  method: 'POST',
  path,
}))

function summary(answer: Response): number | string {
  const location = answer.headers.get('location')
  return location?.startsWith('/login?redirect=') ? 'sign in' : answer.status
}

function dataSummary(answer: Response, text: string): number | string {
  if (answer.status !== 202) return answer.status
  return text.includes('/login?redirect=') ? 'sign in' : 302
}
