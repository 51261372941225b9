import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { servicesContext, unreadContext } from '#app/context.ts'
import { celebrateNewRank } from '#app/middleware/new-rank.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { as, makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { origin, requestContext } from '#test/request-context.ts'
import * as rankUp from './rank-up.tsx'

const { db } = await testDatabase()
const admin = await makeAdmin(db)

async function change(member: Member, points: number): Promise<Member> {
  await adjustPoints(db, as(admin).viewer, { userId: member.id, change: points, description: 'x' })
  await deliverEvents(db, { sendsMail: false })
  const row = await db.row<{ rank: string; points: number }>(
    sql`select rank, points from users where id = ${member.id}`,
  )
  return { ...member, ...row }
}

function open(viewer: Member | null) {
  return openPage(db, rankUp, '/profile/rank-up', { viewer })
}

describe('the page of a new rank', () => {
  it('shows the rank with its line and the one before, and leads on', async () => {
    const emerging = await change(await makeMember(db), 200)
    const { text, html } = await open(emerging)
    expect(text).toMatch(/New rank Emerging Ninja First steps to mastery\. 200 points\./)
    expect(text).toMatch(/Before: Novice Ninja Continue Share picture/)
    expect(html).toContain(`href="/profile/${emerging.id}/share-story.png"`)
    expect(html.match(/href="\/me"/g)).toHaveLength(2)
    const adept = await change(emerging, 400)
    expect((await open(adept)).text).toMatch(/Adept Ninja .* Before: Emerging Ninja/)
  })

  it('compares with the rank below after a fall', async () => {
    const adept = await change(await makeMember(db), 600)
    const emerging = await change(adept, -300)
    expect((await open(emerging)).text).toContain('Before: Novice Ninja')
  })

  it('sends members of the first rank to their profile, and visitors to sign in', async () => {
    expect((await open(await makeMember(db))).location).toBe('/profile')
    expect((await open(null)).location).toBe('/login?redirect=%2Fprofile%2Frank-up')
  })
})

describe('a main page', () => {
  async function visit(viewer: Member | null, { unread = 1, method = 'GET', readOnly = false } = {}) {
    const context = await requestContext(db, viewer)
    context.set(unreadContext, unread)
    const services = context.get(servicesContext)
    if (readOnly) {
      const notice = { since: new Date(), message: null } as never
      context.set(servicesContext, { ...services, maintenance: { current: () => notice } })
    }
    try {
      await celebrateNewRank(new Request(origin, { method }), context)
      return null
    } catch (thrown) {
      if (thrown instanceof Response) return thrown.headers.get('location')
      throw thrown
    }
  }

  it('leads to a new rank once', async () => {
    const member = await change(await makeMember(db), 200)
    expect(await visit(null)).toBeNull()
    expect(await visit(member, { unread: 0 })).toBeNull()
    expect(await visit(member, { method: 'HEAD' })).toBeNull()
    expect(await visit(member, { readOnly: true })).toBeNull()
    expect(await visit(member)).toBe('/profile/rank-up')
    expect(await visit(member)).toBeNull()
  })

  it('does not lead to a lower rank', async () => {
    const member = await makeMember(db)
    await change(member, 200)
    const fallen = await change(member, -150)
    expect(fallen.rank).toBe('Novice Ninja')
    expect(await visit(fallen)).toBeNull()
  })
})
