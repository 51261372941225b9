import { describe, expect, it } from 'vitest'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as community from './community.tsx'

const { db } = await testDatabase()

describe('the community page', () => {
  it('explains to visitors how to take part, and links the other pages', async () => {
    const { text, html } = await openPage(db, community, '/community')
    expect(html).toContain('href="/login?redirect=%2Fcommunity"')
    expect(text).toContain(
      'for entering a challenge +25 for every vote you receive +5 for every vote you cast +1 for winning +100',
    )
    const pages = html.slice(html.indexOf('id="places"'), html.indexOf('id="manners"'))
    expect([...pages.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
      '/challenges',
      '/challenges/voting',
      '/challenges/submissions',
      '/challenges/archive',
      '/showcase',
      '/leaderboard',
      '/tools',
      '/resources',
    ])
    expect(html).toContain('href="/leaderboard#ranking-system"')
  })

  it('does not ask members to sign in', async () => {
    const { html } = await openPage(db, community, '/community', { viewer: await makeMember(db) })
    expect(html).not.toContain('/login')
    expect(html).toContain('href="/challenges"')
  })
})
