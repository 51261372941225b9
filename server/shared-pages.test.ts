import { expect, it, vi } from 'vitest'
import { readConfig } from '#platform/config/config.server.ts'
import { sharedPages } from './shared-pages.ts'

const config = readConfig({ PUBLIC_URL: 'http://localhost:3000' })

async function answers(path: string): Promise<string[]> {
  const make = vi.fn(async ({ headers }: Request) => new Response(`for ${headers.get('cookie')}`))
  const answer = sharedPages(config, () => []).keep(make)
  const bodies = []
  for (const cookie of ['session=one', 'session=two']) {
    const request = new Request(`http://localhost:3000${path}`, { headers: { cookie } })
    bodies.push(await (await answer(request, 'nonce')).text())
  }
  return bodies
}

it.each([
  '/sitemap.xml',
  '/robots.txt',
  '/challenges.ics',
  '/challenges.atom',
  '/results.atom',
  '/profile/01a21e67-023e-7146-a05c-3c23c41a2d17/submissions.atom',
])('%s is made for no one in particular', async (path) => {
  expect(await answers(path)).toEqual(['for null', 'for null'])
})

it.each(['/', '/challenges', '/profile', '/calendar/a-token/dojo.ics', '/challenges/1/calendar.ics'])(
  '%s is made for each member',
  async (path) => {
    expect(await answers(path)).toEqual(['for session=one', 'for session=two'])
  },
)
