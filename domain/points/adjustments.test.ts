import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { memberRow } from '#domain/members/admin-list.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { maxPoints } from './adjustment-rules.ts'
import { adjustPoints, changeRank } from './commands.server.ts'
import { applyPointsEntries } from './ledger.server.ts'

const { db, another } = await testDatabase()
const second = another()
const admin = await makeAdmin(db, { displayName: 'Keeper' })
const colleague = await makeAdmin(db, { displayName: 'Warden' })
let member: Member
beforeEach(async () => {
  member = await makeMember(db)
  await adjust(200)
})

describe('changeRank', () => {
  it('is recorded in the history and the audit log', async () => {
    expect(await give('Master Ninja')).toMatchObject({ ok: true })
    expect(await stored()).toMatchObject({ points: 200, rank: 'Master Ninja' })
    expect((await history())[0]).toMatchObject({
      points: 0,
      old_total: 200,
      new_total: 200,
      rank_changed: true,
      old_rank: 'Emerging Ninja',
      new_rank: 'Master Ninja',
      description: 'Manual rank adjustment by admin',
      admin_id: admin.id,
    })
    expect(await recorded()).toMatchObject({
      action: 'rank_changed',
      admin_name: 'Keeper',
      before: { points: 200, rank: 'Emerging Ninja' },
      after: { points: 200, rank: 'Master Ninja' },
    })
    expect(await ranksHeld()).toEqual(['Emerging Ninja', 'Master Ninja'])
  })

  it('keeps the rank until points cross a threshold', async () => {
    await give('Legendary Ninja')
    await earn(299)
    expect(await stored()).toMatchObject({ points: 499, rank: 'Legendary Ninja' })
    await earn(1)
    expect(await stored()).toMatchObject({ points: 500, rank: 'Adept Ninja' })
  })

  it('is overwritten by any adjustment of points', async () => {
    await give('Legendary Ninja')
    await adjust(1)
    expect(await stored()).toMatchObject({ points: 201, rank: 'Emerging Ninja' })
    expect(await ranksHeld()).toEqual(['Emerging Ninja', 'Legendary Ninja', 'Emerging Ninja'])
  })

  it('refuses unknown and unchanged ranks, unknown members and other viewers', async () => {
    expect(await give('Apprentice Ninja')).toMatchObject({ code: 'invalid' })
    expect(await give('Emerging Ninja')).toMatchObject({ code: 'conflict' })
    const unknown = { userId: newId(), rank: 'Elite Ninja' }
    expect(await changeRank(db, admin, unknown)).toMatchObject({ code: 'not-found' })
    for (const viewer of [null, member])
      expect(await changeRank(db, viewer, { ...unknown, userId: member.id })).toMatchObject({
        code: 'forbidden',
      })
    expect(await history()).toHaveLength(1)
  })
})

describe('adjustPoints', () => {
  it('stops at 0, and records what was deducted', async () => {
    await adjust(-1_000, 'Won twice by mistake')
    expect(await stored()).toMatchObject({ points: 0, rank: 'Novice Ninja' })
    expect((await history())[0]).toMatchObject({
      points: -200,
      old_total: 200,
      new_total: 0,
      new_rank: 'Novice Ninja',
    })
    expect(await recorded()).toMatchObject({
      action: 'points_adjusted',
      after: { points: 0, rank: 'Novice Ninja', reason: 'Won twice by mistake' },
    })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('reports that nothing was deducted from a member without points', async () => {
    await adjust(-200)
    const change = { userId: member.id, change: -1, description: '' }
    expect(await adjustPoints(db, admin, change)).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('nothing was taken'),
    })
    expect((await history())[0]).toMatchObject({ points: -200 })
  })

  it('refuses totals over the maximum', async () => {
    const change = { userId: member.id, change: maxPoints - 199, description: '' }
    expect(await adjustPoints(db, admin, change)).toMatchObject({ code: 'invalid' })
    expect(await stored()).toMatchObject({ points: 200 })
  })

  it('cuts the reason to 500 whole characters', async () => {
    await adjust(1, `${'x'.repeat(499)}🥷`)
    const [change] = await history()
    expect(change?.description.slice(0, 499)).toBe('x'.repeat(499))
    expect(change?.description.isWellFormed()).toBe(true)
  })
})

describe('a stale form', () => {
  it('changes nothing', async () => {
    const seen = await lastChange()
    await adjust(10)
    const change = { userId: member.id, seen }
    expect(await adjustPoints(db, admin, { ...change, change: 5, description: '' })).toMatchObject({
      code: 'conflict',
      message: 'Failed to update user points. Points or rank have been changed since; please check again.',
    })
    expect(await changeRank(db, admin, { ...change, rank: 'Elite Ninja' })).toMatchObject({
      code: 'conflict',
      message: 'Failed to update user rank. Points or rank have been changed since; please check again.',
    })
    expect(await stored()).toMatchObject({ points: 210, rank: 'Emerging Ninja' })
  })

  it('is not stale because of points earned in between', async () => {
    const seen = await lastChange()
    await earn(25)
    const change = { userId: member.id, change: 5, description: '', seen }
    expect(await adjustPoints(db, admin, change)).toMatchObject({ value: { total: 230 } })
  })

  it('has one effect when sent repeatedly by several administrators at once', async () => {
    const seen = await lastChange()
    const outcomes = await Promise.all([
      ...Array.from({ length: 6 }, (_, sent) =>
        adjustPoints(sent % 2 ? db : second, sent % 2 ? admin : colleague, {
          userId: member.id,
          change: 40,
          description: `No ${sent}`,
          seen,
        }),
      ),
      changeRank(second, colleague, { userId: member.id, rank: 'Elite Ninja', seen }),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await history()).toHaveLength(2)
    expect(await brokenInvariants(db)).toEqual([])
  })
})

function adjust(change: number, description = '') {
  return adjustPoints(db, admin, { userId: member.id, change, description })
}

function give(rank: string) {
  return changeRank(db, admin, { userId: member.id, rank })
}

function earn(points: number) {
  const entry = { userId: member.id, points, challengeId: null, sourceId: newId() }
  return applyPointsEntries(db, [{ ...entry, reason: 'admin_adjustment' }])
}

/** The member's adjustments, newest first (PTS-21). */
function history() {
  return db.rows<{ points: number; description: string }>(
    sql`select * from points_history where user_id = ${member.id} order by created_at desc, id desc`,
  )
}

function stored() {
  return memberRow(db, admin, member.id)
}

async function lastChange() {
  return (await stored())?.lastChange ?? null
}

function recorded() {
  return db.row(sql`
    select * from audit_log where subject_id = ${member.id} order by created_at desc, id desc limit 1`)
}

async function ranksHeld() {
  const held = await db.rows<{ rank: string }>(sql`
    select rank from rank_history where user_id = ${member.id} order by achieved_at`)
  return held.map(({ rank }) => rank)
}
