import sql from 'sql-template-tag'
import { protectedAddresses, publicAddresses } from './access-matrix.ts'
import { clientNames, tableHashes } from './clients.ts'
import { drawing } from './images.ts'
import { patterns } from './routes.ts'
import { expect, test } from './test.ts'

/** Files have no data of a page. */
const file = /\.[a-z]+$/

test('every route is either protected or public', async ({ clients }) => {
  const protectedPaths = protectedAddresses(clients.fixtures, await drawing()).map(({ pattern }) => pattern)
  expect([...new Set([...protectedPaths, ...publicAddresses])].sort()).toEqual([...patterns].sort())
})

test('each role gets the expected status, and only permitted roles write', async ({
  clients,
  site,
  check,
}) => {
  let before = await tableHashes(site)
  for (const address of protectedAddresses(clients.fixtures, await drawing())) {
    for (const [index, name] of clientNames.entries()) {
      const label = `${name}: ${address.method} ${address.path} ${Object.keys(address.fields ?? {})}`
      const expected = address.answers[index]
      const answer = summary(await clients[name].send(address))
      check(answer === expected, `${label}: ${answer}, not ${expected}`)
      const after = await tableHashes(site)
      const mayWrite = address.writers?.includes(name) ?? false
      check((after !== before) === mayWrite, `${label}: ${mayWrite ? 'has not' : 'has'} written`)
      before = after
      if (address.method !== 'GET') continue
      // Client-side navigation fetches this address instead of the page.
      const data = await clients[name].send({ method: 'GET', path: `${address.path}.data` })
      const dataAnswer = dataSummary(data, await data.text())
      const expectedData = file.test(address.path) ? 404 : expected
      check(dataAnswer === expectedData, `${label}, its data: ${dataAnswer}, not ${expectedData}`)
    }
  }
})

test('a form from another origin, or without an origin, is refused and writes nothing', async ({
  clients,
  site,
  check,
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
        check(answer.status === 403, `${path} ${JSON.stringify(headers)}: ${answer.status}`)
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
