import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { gallery } from '#domain/submissions/galleries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { setMaintenance } from '#platform/maintenance.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeManySubmissions,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { measure, recordStatements } from '#test/scale/plans.ts'
import { recordImpressions, sweepImpressions } from './impressions.server.ts'
import { moreSubmissions, secretBallot } from './order.server.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)
const opened = Date.now()

/** Runs `work` so many seconds after the ballots opened. */
function later<Result>(seconds: number, work: (tx: Db) => Promise<Result>, on = db): Promise<Result> {
  return at(on, new Date(opened + 1000 * seconds), work)
}

/** A secret ballot in voting with so many submissions. */
async function ballotOf(count: number, moderation: 'after' | 'before' = 'after') {
  const challenge = await makeChallenge(db, { showVotes: false })
  const ids: string[] = []
  for (const member of await makeMembers(db, count)) ids.push(await makeSubmission(db, member, challenge))
  if (moderation === 'before') for (const id of ids) await approveSubmission(db, as(admin, 'before'), id)
  await openVoting(db, challenge)
  return { challenge, ids }
}

/** So many members see these submissions. */
async function seeAll(challenge: string, ids: string[], { members = 1, seconds = 0 } = {}) {
  for (const member of await makeMembers(db, members))
    await later(seconds, (tx) => recordImpressions(tx, as(member), challenge, ids))
}

/** The planner reads small tables whole. */
function measureByIndex(statement: Sql) {
  return db.transaction(async (tx) => {
    await tx.rows(sql`set local enable_seqscan = off`)
    return measure(tx, statement)
  })
}

async function orderOf(on: Db, scope: ReturnType<typeof as>, challenge: string, size = 100) {
  const { submissions, total } = await secretBallot(on, scope, challenge, size)
  expect(total).toBe(submissions.length)
  return submissions.map(({ id }) => id)
}

describe('the order of a secret ballot', () => {
  it('stays the same for a member, page by page, and differs between members', async () => {
    const { challenge, ids } = await ballotOf(12)
    const [ann, ben] = [as(await makeMember(db)), as(await makeMember(db))]
    const order = await later(0, (tx) => orderOf(tx, ann, challenge))
    expect(order.toSorted()).toEqual(ids.toSorted())
    await later(2, (tx) => recordImpressions(tx, ann, challenge, order.slice(0, 3)))
    await seeAll(challenge, order.slice(0, 6), { members: 6, seconds: 60 })
    const pages = await Promise.all(
      [1, 2, 3].map((page) => later(3600, (tx) => secretBallot(tx, ann, challenge, 5, { page }), another(2))),
    )
    expect(idsOf(pages)).toEqual(order)
    await later(7200, (tx) => recordImpressions(tx, ann, challenge, order))
    expect(await later(9000, (tx) => orderOf(tx, ann, challenge))).toEqual(order)
    const others = await later(9000, (tx) => orderOf(tx, ben, challenge))
    expect(others.toSorted()).toEqual(ids.toSorted())
    expect(others).not.toEqual(order)
  })

  it('stays the same in the addresses of a visit, while others look and before the member has seen anything', async () => {
    const { challenge, ids } = await ballotOf(12)
    for (const scope of [as(await makeMember(db)), as(null)]) {
      const first = await later(0, (tx) => secretBallot(tx, scope, challenge, 4))
      const { order = null } = first
      const behind = ids.filter((id) => !first.submissions.some((shown) => shown.id === id))
      await seeAll(challenge, behind.slice(0, 4), { members: 6, seconds: 4 })
      await seeAll(challenge, idsOf([first]), { members: 6, seconds: 400 })
      const rest = []
      for (const page of [2, 3])
        rest.push(await later(600, (tx) => secretBallot(tx, scope, challenge, 4, { page, order })))
      expect(idsOf([first, ...rest]).toSorted()).toEqual(ids.toSorted())
      const again = await later(600, (tx) => secretBallot(tx, scope, challenge, 4, { page: 1, order }))
      expect(again).toEqual(first)
    }
  })

  it('begins with the submissions that the fewest members have seen, and with one that comes late', async () => {
    const { challenge, ids } = await ballotOf(12, 'before')
    const [late = '', ...seen] = ids
    await db.rows(sql`update submissions set status = 'pending' where id = ${late}`)
    await seeAll(challenge, seen.slice(0, 8), { members: 6 })
    await seeAll(challenge, seen.slice(0, 4), { members: 6 })
    const groups = (order: string[], ends: number[]) =>
      ends.map((end, index) => order.slice(ends[index - 1] ?? 0, end).toSorted())
    for (const viewer of [...(await makeMembers(db, 2)), null]) {
      const order = await later(600, (tx) => orderOf(tx, as(viewer, 'before'), challenge))
      expect(groups(order, [3, 7, 11])).toEqual([
        seen.slice(8).toSorted(),
        seen.slice(4, 8).toSorted(),
        seen.slice(0, 4).toSorted(),
      ])
    }
    await approveSubmission(db, as(admin, 'before'), late)
    await seeAll(challenge, seen, { members: 6, seconds: 700 })
    const viewer = as(await makeMember(db), 'before')
    expect((await later(1200, (tx) => orderOf(tx, viewer, challenge)))[0]).toBe(late)
  })

  it('takes submissions as equal whose views differ by less than a twentieth', async () => {
    const { challenge, ids } = await ballotOf(2)
    const [one = '', other = ''] = ids
    await seeAll(challenge, ids, { members: 59 })
    await seeAll(challenge, [one], { members: 1 })
    const rows = await db.rows<{ seen: number; reached: Date[] }>(sql`
      select seen, reached from submission_views where submission_id = any(${ids}::uuid[]) order by seen`)
    expect(rows.map(({ seen }) => seen)).toEqual([59, 60])
    for (const { reached } of rows) expect(reached).toHaveLength(28)
    const firsts = new Set<string>()
    for (const viewer of await makeMembers(db, 12))
      firsts.add((await later(60, (tx) => orderOf(tx, as(viewer), challenge)))[0] ?? '')
    expect(firsts).toEqual(new Set([one, other]))
  })

  it('omits rejected submissions', async () => {
    const { challenge, ids } = await ballotOf(12)
    const viewer = as(await makeMember(db))
    const before = await orderOf(db, viewer, challenge)
    const rejected = ids.slice(0, 8)
    for (const id of rejected) await rejectSubmission(db, as(admin), id, '')
    expect(await orderOf(db, viewer, challenge)).toEqual(before.filter((id) => !rejected.includes(id)))
  })

  it('changes every five minutes for visitors', async () => {
    const { challenge, ids } = await ballotOf(12)
    const base = Math.ceil(opened / 300_000) * 300_000
    const seenAt = (ms: number) => at(db, new Date(base + ms), (tx) => orderOf(tx, as(null), challenge))
    const first = await seenAt(0)
    expect(first.toSorted()).toEqual(ids.toSorted())
    expect(await seenAt(299_000)).toEqual(first)
    expect(await seenAt(300_000)).not.toEqual(first)
  })

  it('leaves out what the viewer may not see', async () => {
    const { challenge, ids } = await ballotOf(4, 'before')
    const viewer = as(await makeMember(db), 'before')
    const [gone = '', ...rest] = await orderOf(db, viewer, challenge)
    expect([gone, ...rest].toSorted()).toEqual(ids.toSorted())
    await db.rows(sql`update submissions set status = 'pending' where id = ${gone}`)
    expect(await orderOf(db, viewer, challenge)).toEqual(rest)
    expect(await orderOf(db, as(admin, 'before'), challenge)).toContain(gone)
    await rejectSubmission(db, as(admin, 'before'), gone, '')
    expect(await orderOf(db, as(admin, 'before'), challenge)).not.toContain(gone)
  })

  it('reads few of many submissions that wait for approval', async () => {
    const { challenge, ids } = await ballotOf(12, 'before')
    await makeManySubmissions(db, challenge, 3000)
    await db.rows(sql`analyze submissions, submission_views, challenges`)
    const recorded = recordStatements(db)
    for (const viewer of [null, await makeMember(db)]) {
      const { submissions } = await secretBallot(recorded.db, as(viewer, 'before'), challenge, 24)
      expect(submissions.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    }
    await gallery(recorded.db, as(null, 'before'), challenge, 24)
    await db.rows(sql`update challenges set show_votes = true where id = ${challenge}`)
    await gallery(recorded.db, as(null, 'before'), challenge, 24)
    await moreSubmissions(recorded.db, as(null, 'before'), { id: ids[0] ?? '', challengeId: challenge }, 4)
    for (const statement of recorded.statements)
      if (!['begin', 'commit'].includes(statement.text)) {
        const { rowsRead, text } = await measureByIndex(statement)
        expect(rowsRead, text).toBeLessThan(100)
      }
  })

  it('reaches every submission of a ballot that is longer than an order', async () => {
    const challenge = await makeChallenge(db, { showVotes: false })
    await makeManySubmissions(db, challenge, 840)
    await openVoting(db, challenge)
    for (const scope of [as(null), as(await makeMember(db))]) {
      const pages = []
      for (const page of [1, 2, 3, 4, 5, 6, 7, 8, 9])
        pages.push(...(await secretBallot(db, scope, challenge, 100, { page })).submissions)
      expect(new Set(pages.map(({ id }) => id)).size).toBe(840)
      expect(pages).toHaveLength(840)
    }

    const visitor = as(null)
    const all: string[] = []
    for (const page of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      all.push(...(await secretBallot(db, visitor, challenge, 100, { page })).submissions.map(({ id }) => id))
    // Pages of one, far from both ends and near the last.
    for (const [page, neighbour] of [
      [700, { after: all[698] }],
      [702, { before: all[702] }],
      [839, {}],
      [840, {}],
    ] as const) {
      const { submissions } = await secretBallot(db, visitor, challenge, 1, { page, ...neighbour })
      expect(submissions.map(({ id }) => id)).toEqual([all[page - 1]])
    }
  })

  it('is read from a read-only database', async () => {
    const { challenge, ids } = await ballotOf(5)
    const viewer = as(await makeMember(db))
    const order = await db.transaction(async (tx) => {
      await tx.rows(sql`set transaction read only`)
      const readOnly = {
        ...tx,
        rows: <Row>(statement: Parameters<Db['rows']>[0]) =>
          tx.transaction((inner) => inner.rows<Row>(statement)),
      } as Db
      return orderOf(readOnly, viewer, challenge)
    })
    expect(order.toSorted()).toEqual(ids.toSorted())
  })

  it('is read during maintenance, and no views are stored', async () => {
    const { challenge, ids } = await ballotOf(5)
    const ann = await makeMember(db)
    await setMaintenance(db, { message: 'Moving house' })
    expect((await orderOf(db, as(ann), challenge)).toSorted()).toEqual(ids.toSorted())
    expect(await recordImpressions(db, as(ann), challenge, ids)).toBe(0)
    await setMaintenance(db, null)
    expect(await db.rows(sql`select from impressions where user_id = ${ann.id}`)).toEqual([])
    expect(await recordImpressions(db, as(ann), challenge, ids)).toBe(5)
  })

  it('is used for more submissions of the challenge, without the current one', async () => {
    const { challenge } = await ballotOf(6)
    const viewer = as(await makeMember(db))
    const [current = '', ...others] = await orderOf(db, viewer, challenge)
    const more = await moreSubmissions(db, viewer, { id: current, challengeId: challenge }, 4)
    expect(more.map(({ id }) => id)).toEqual(others.slice(0, 4))
    await completeChallenge(db, as(admin), challenge)
    const newest = await moreSubmissions(db, viewer, { id: current, challengeId: challenge }, 4)
    const byDate = newest.map(({ submittedAt }) => submittedAt.getTime())
    expect(byDate).toEqual(byDate.toSorted((a, b) => b - a))
  })
})

describe('recordImpressions', () => {
  it('counts a member once for a submission, and never their own', async () => {
    const { challenge, ids } = await ballotOf(3)
    const viewer = await makeMember(db)
    const reports = await Promise.all(
      Array.from({ length: 8 }, () => recordImpressions(another(2), as(viewer), challenge, ids)),
    )
    expect(reports.reduce((sum, counted) => sum + counted, 0)).toBe(3)
    const author = await db.row<{ id: string }>(
      sql`select user_id as id from submissions where id = ${ids[0]}`,
    )
    const owner = { ...viewer, id: author?.id ?? '' }
    expect(await recordImpressions(db, as(owner), challenge, ids)).toBe(2)
    expect(await seenOf(ids)).toEqual([1, 2, 2])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('records nothing for visitors, for other challenges, or outside the voting period', async () => {
    const [{ challenge, ids }, other] = [await ballotOf(2), await ballotOf(2)]
    const viewer = as(await makeMember(db))
    expect(await recordImpressions(db, as(null), challenge, ids)).toBe(0)
    expect(await recordImpressions(db, viewer, challenge, other.ids)).toBe(0)
    const late = await at(db, daysFromNow(4), (tx) => recordImpressions(tx, viewer, challenge, ids))
    expect(late).toBe(0)
    await completeChallenge(db, as(admin), challenge)
    expect(await recordImpressions(db, viewer, challenge, ids)).toBe(0)
    expect(await seenOf([...ids, ...other.ids])).toEqual([0, 0, 0, 0])
  })

  it('does not deadlock with other reports', async () => {
    const { challenge, ids } = await ballotOf(20)
    const members = await makeMembers(db, 20)
    for (const member of members) await orderOf(db, as(member), challenge)
    await Promise.all(
      members.map((member, index) =>
        recordImpressions(another(1), as(member), challenge, index % 2 ? ids : ids.toReversed()),
      ),
    )
    expect(await seenOf(ids)).toEqual(ids.map(() => 20))
  })
})

it('deletes who has seen what a month after completion, and keeps the counts', async () => {
  const { challenge, ids } = await ballotOf(3)
  await recordImpressions(db, as(await makeMember(db)), challenge, ids)
  await completeChallenge(db, as(admin), challenge)
  const left = async () =>
    (await db.rows(sql`select from impressions where challenge_id = ${challenge}`)).length
  await at(db, daysFromNow(29), (tx) => sweepImpressions(tx))
  expect(await left()).toBe(3)
  await at(db, daysFromNow(31), (tx) => sweepImpressions(tx))
  expect(await left()).toBe(0)
  expect(await seenOf(ids)).toEqual([1, 1, 1])
})

function idsOf(pages: { submissions: { id: string }[] }[]): string[] {
  return pages.flatMap(({ submissions }) => submissions.map(({ id }) => id))
}

async function seenOf(ids: string[]): Promise<number[]> {
  const rows = await db.rows<{ seen: number }>(sql`
    select coalesce(v.seen, 0) as seen from unnest(${ids}::uuid[]) with ordinality wanted (id, place)
    left join submission_views v on v.submission_id = wanted.id order by wanted.place`)
  return rows.map(({ seen }) => seen)
}

it('stores a report of many views in one statement that reads each submission about once', async () => {
  const { challenge } = await ballotOf(1)
  await makeManySubmissions(db, challenge, 599)
  const viewer = as(await makeMember(db))
  const ids = idsOf([await secretBallot(db, viewer, challenge, 600)])
  await recordImpressions(db, viewer, challenge, ids.slice(0, 500))
  const recorded = recordStatements(db)
  const undone = new Error('undone')
  await recorded.db
    .transaction(async (tx) => {
      expect(await recordImpressions(tx, viewer, challenge, ids.slice(500))).toBe(100)
      throw undone
    })
    .catch((error) => expect(error).toBe(undone))
  const [, , statement = sql``, ...more] = recorded.statements
  expect(more).toEqual([])
  const { rowsRead, text } = await measureByIndex(statement)
  expect(rowsRead, text).toBeLessThan(10 * 100)
})
