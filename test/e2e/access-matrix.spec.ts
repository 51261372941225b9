import type { APIResponse } from '@playwright/test'
import sql from 'sql-template-tag'
import { protectedAddresses, publicAddresses } from './access-matrix.ts'
import { clientNames, marks } from './clients.ts'
import { drawing } from './images.ts'
import { patterns } from './routes.ts'
import { expect, test } from './test.ts'

test('every address of the URL map is guarded, or meant for all', async ({ callers }) => {
  const guarded = protectedAddresses(callers.house, await drawing()).map(({ pattern }) => pattern)
  expect([...new Set([...guarded, ...publicAddresses])].sort()).toEqual([...patterns].sort())
})

test('each of four people is answered as they should be, and nobody else writes', async ({
  callers,
  site,
}) => {
  let before = await marks(site)
  for (const door of protectedAddresses(callers.house, await drawing())) {
    for (const [place, name] of clientNames.entries()) {
      const told = `${name}: ${door.method} ${door.path} ${Object.keys(door.fields ?? {})}`
      const expected = door.answers[place]
      expect.soft(summary(await callers[name].ask(door)), told).toBe(expected)
      const after = await marks(site)
      expect.soft(after !== before, `${told}: has written`).toBe(door.writers?.includes(name) ?? false)
      before = after
      if (door.method !== 'GET') continue
      // What the router's scripts fetch instead of the page.
      const twin = await callers[name].ask({ method: 'GET', path: `${door.path}.data` })
      expect.soft(twinSummary(twin, await twin.text()), `${told}, its data`).toBe(expected)
    }
  }
})

test('a form from elsewhere, or from nowhere, is refused and writes nothing', async ({ callers, site }) => {
  const before = await marks(site)
  const strange: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Content-Type': 'text/plain' },
    {},
  ]
  const forms = protectedAddresses(callers.house, await drawing()).filter(({ method }) => method === 'POST')
  for (const form of [...forms, ...acts]) {
    for (const headers of strange) {
      for (const path of [form.path, `${form.path}.data`]) {
        const answer = await callers.admin.ask({ ...form, path, headers })
        expect.soft(answer.status(), `${path} ${JSON.stringify(headers)}`).toBe(403)
      }
    }
  }
  expect(await marks(site)).toBe(before)
  expect(await site.db.rows(sql`select user_id from sessions`)).toHaveLength(3)
})

const acts = ['/sign-out', '/theme', '/cookies/consent', '/login/start'].map((path) => ({
  method: 'POST',
  path,
}))

function summary(answer: APIResponse): number | string {
  const { location = '' } = answer.headers()
  return location.startsWith('/login?redirect=') ? 'sign in' : answer.status()
}

function twinSummary(answer: APIResponse, text: string): number | string {
  if (answer.status() !== 202) return answer.status()
  return text.includes('/login?redirect=') ? 'sign in' : 302
}
