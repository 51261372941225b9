import { describe, expect, it } from 'vitest'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as community from './community.tsx'
import { PAGES } from './texts.ts'

const { db } = await testDatabase()

describe('the community page', () => {
  it('explains to visitors how to take part, and links the other pages', async () => {
    const { text, html } = await openPage(db, community, '/community')
    expect(html).toContain('href="/login?redirect=/community"')
    for (const points of ['+25', '+5', '+1', '+100']) expect(text).toContain(points)
    for (const { to } of PAGES) expect(html).toContain(`href="${to}"`)
    expect(html).toContain('href="/leaderboard#ranking-system"')
  })

  it('does not ask members to sign in', async () => {
    const { html } = await openPage(db, community, '/community', { viewer: await makeMember(db) })
    expect(html).not.toContain('/login')
    expect(html).toContain('href="/challenges"')
  })
})
