import sql from 'sql-template-tag'
import { patterns, patternsWith } from '#test/routes.ts'
import { protectedAddresses, publicAddresses } from './access-matrix.ts'
import type { ProtectedAddress } from './addresses.ts'
import { type ClientName, type Clients, clientNames, tableHashes } from './clients.ts'
import { drawing } from './images.ts'
import { type Check, expect, test } from './test.ts'

/** Files have no data of a page. */
const file = /\.[a-z]+$/

test('every route and every form is either protected or public', async ({ clients }) => {
  const addresses = protectedAddresses(clients.fixtures, await drawing())
  const known = [...addresses.map(({ pattern }) => pattern), ...publicAddresses]
  expect([...new Set(known)].sort()).toEqual([...patterns].sort())
  const forms = addresses.filter(({ method }) => method === 'POST').map(({ pattern }) => pattern)
  const publicPaths = [...publicForms.map(({ path }) => path), oneClick]
  expect([...new Set([...forms, ...publicPaths])].sort()).toEqual(patternsWith('hasAction').sort())
})

test('each role gets its status, and only permitted roles write', async ({ clients, site, check }) => {
  let before = await tableHashes(site)
  for (const address of protectedAddresses(clients.fixtures, await drawing())) {
    const { writers } = address
    const label = `${address.method} ${address.path} ${Object.keys(address.fields ?? {})}`
    // One after the other only if one of them writes: hashing all tables takes longer than the requests.
    for (const names of writers.length > 0 ? clientNames.map((name) => [name]) : [clientNames]) {
      await Promise.all(names.map((name) => checkAnswers(clients, check, name, address)))
      const after = await tableHashes(site)
      const mayWrite = writers.some((name) => names.includes(name))
      check((after !== before) === mayWrite, `${names}: ${label}: ${mayWrite ? 'has not' : 'has'} written`)
      before = after
    }
  }
})

async function checkAnswers(
  clients: Clients,
  check: Check,
  name: ClientName,
  address: ProtectedAddress,
): Promise<void> {
  const label = `${name}: ${address.method} ${address.path} ${Object.keys(address.fields ?? {})}`
  const expected = address.answers[clientNames.indexOf(name)]
  const answer = summary(await clients[name].send(address))
  check(answer === expected, `${label}: ${answer}, not ${expected}`)
  if (address.method !== 'GET') return
  // Client-side navigation fetches this address instead of the page.
  const data = await clients[name].send({ method: 'GET', path: dataPath(address.path) })
  const dataAnswer = dataSummary(data, await data.text())
  const expectedData = file.test(address.path) ? 404 : expected
  check(dataAnswer === expectedData, `${label}, its data: ${dataAnswer}, not ${expectedData}`)
}

function dataPath(address: string): string {
  const [path = '', ...query] = address.split('?')
  return [`${path}.data`, ...query].join('?')
}

test('a form of another origin, or of none, is refused and writes nothing', async ({
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
      for (const path of [form.path, dataPath(form.path)]) {
        const answer = await clients.admin.send({ ...form, path, headers })
        check(answer.status === 403, `${path} ${JSON.stringify(headers)}: ${answer.status}`)
      }
    }
  }
  expect(await tableHashes(site)).toBe(before)
  expect(await site.db.rows(sql`select user_id from sessions`)).toHaveLength(4)
})

// Mail programs send this form, from any origin.
const oneClick = '/unsubscribe/:kind/:userId/:token'
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
