import { expect, test } from 'vitest'
import { screensFrom } from './crawl.ts'

const [open, closed, entry] = [1, 2, 3].map((digit) =>
  `${digit}`.repeat(8).concat('-1111-1111-1111-111111111111'),
)

test('finds every screen once, a challenge of each status, and no URL that redirects', async () => {
  const pages: Record<string, string> = {
    '/': `<a class="x" href="/challenges/${open}?a=1#b">one</a> <a href="/privacy">two</a> <a href="/media/1/a.webp">no</a> <a href="/admin/table.csv?of=1">no</a>`,
    [`/challenges/${open}`]: `<a href="/challenges/${closed}">more</a> <a href="/">home</a>`,
    [`/challenges/${closed}`]: `<a href="/challenges/${open}/submissions/${entry}">an entry</a>`,
  }
  const visits: string[] = []
  const screens = await screensFrom(
    async (path) => {
      visits.push(path)
      const leadsOn = path === '/privacy' || path === '/profile'
      return {
        path: leadsOn ? '/login' : path.replace(/\?.*/, ''),
        html: pages[path] ?? '<a href="/privacy">',
      }
    },
    new Map([
      [open ?? '', 'active'],
      [closed ?? '', 'completed'],
    ]),
  )
  const names = screens.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['home', 'challenges-one-active', 'challenges-one-completed', 'login']),
  )
  expect(names).toContain('challenges-one-active-submissions-one')
  expect(names).not.toContain('privacy')
  expect(names).not.toContain('profile')
  expect(visits).not.toContain('/admin/table.csv')
  expect(new Set(visits).size).toBe(visits.length)
})
