import sql, { raw, type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { setMaintenance } from '#platform/maintenance.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openedLater,
  openVoting,
} from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { measure, recordStatements } from '#test/scale/plans.ts'
import { countOrders } from './ballot-counts.server.ts'
import { moreSubmissions, secretBallot } from './ballot-order.server.ts'
import { sweepBallots } from './ballot-sweep.server.ts'
import { gallery } from './galleries.server.ts'
import { recordImpressions } from './impressions.server.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)

/** A secret ballot in voting with so many submissions. */
async function ballotOf(count: number, moderation: 'after' | 'before' = 'after') {
  const challenge = await makeChallenge(db, { showVotes: false })
  const ids: string[] = []
  for (const member of await makeMembers(db, count)) ids.push(await makeSubmission(db, member, challenge))
  if (moderation === 'before') for (const id of ids) await approveSubmission(db, as(admin, 'before'), id)
  await openVoting(db, challenge)
  await openedLater(db, challenge)
  return { challenge, ids }
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
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const order = await orderOf(db, as(ann), challenge)
    expect(order.toSorted()).toEqual(ids.toSorted())
    await recordImpressions(db, as(ben), challenge, order.slice(0, 6))
    expect(await orderOf(db, as(ann), challenge)).toEqual(order)
    const pages = await Promise.all(
      [1, 2, 3].map((page) => secretBallot(another(2), as(ann), challenge, 5, { page })),
    )
    expect(pages.flatMap(({ submissions }) => submissions.map(({ id }) => id))).toEqual(order)
    expect(await orderOf(db, as(ben), challenge)).not.toEqual(order)
  })

  it('begins with the submissions that had the fewest good places in the orders before', async () => {
    const { challenge } = await ballotOf(12)
    const first = await orderOf(db, as(await makeMember(db)), challenge)
    for (const isCounted of [false, true]) {
      if (isCounted) await countOrders(db, 'after')
      const member = await makeMember(db)
      const next = await orderOf(db, as(member), challenge)
      await db.rows(sql`delete from ballot_orders where user_id = ${member.id}`)
      // Three had the first places, seven the next ones.
      expect(next.slice(0, 2).every((id) => first.indexOf(id) >= 3)).toBe(true)
    }
    expect((await handedOf(first)).map((views) => Math.round(10 * views))).toEqual([
      10, 10, 10, 7, 7, 7, 7, 7, 7, 7, 3, 3,
    ])
  })

  it('notes what members report beyond what was expected, and nothing beyond what they reached', async () => {
    const { challenge } = await ballotOf(12)
    const member = await makeMember(db)
    const order = await orderOf(db, as(member), challenge)
    const at = (...places: number[]) => places.map((place) => order[place - 1] ?? '')
    const surplus = async () => (await surplusOf(order)).map((views) => Math.round(10 * views))
    await recordImpressions(db, as(member), challenge, at(1, 3, 9))
    expect(await surplus()).toEqual([0, 0, 0, -7, -7, -7, -7, -7, -7, -7, -3, -3])
    // With half of those before it.
    await recordImpressions(db, as(member), challenge, at(4, 6))
    expect(await surplus()).toEqual([0, 0, 0, 3, 3, 3, 3, 3, 3, -7, -3, -3])
    await recordImpressions(db, as(member), challenge, order)
    expect(await surplus()).toEqual([0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 7, 7])
  })

  it('begins with those that members saw less often than expected, in bounds', async () => {
    const { challenge, ids } = await ballotOf(12)
    const [behind = '', far = '', ...others] = ids
    await db.rows(
      sql`update submission_views set handed = 20, surplus = 5 where submission_id = any(${others}::uuid[])`,
    )
    await db.rows(sql`update submission_views set handed = 20, surplus = 2 where submission_id = ${behind}`)
    await db.rows(sql`update submission_views set handed = 24, surplus = -500 where submission_id = ${far}`)
    const orders = []
    for (const member of await makeMembers(db, 8)) {
      orders.push(await orderOf(db, as(member), challenge))
      await db.rows(sql`delete from ballot_orders where challenge_id = ${challenge}`)
    }
    for (const order of orders) {
      expect(order.slice(0, 3)).toContain(behind)
      expect(order.slice(0, 3)).not.toContain(far)
    }
  })

  it('lets a submission that comes late catch up by five expected views at most', async () => {
    const { challenge, ids } = await ballotOf(12, 'before')
    const late = ids.slice(0, 2)
    await db.rows(
      sql`update submission_views set handed = 60 where challenge_id = ${challenge} and submission_id <> all(${late}::uuid[])`,
    )
    await orderOf(db, as(await makeMember(db)), challenge)
    const [waiting = '', ...approved] = late
    await db.rows(sql`update submissions set status = 'pending' where id = ${waiting}`)
    await countOrders(db, 'before')
    for (const views of await handedOf(approved)) expect(Math.abs(views - 55)).toBeLessThan(1.5)
    expect((await handedOf([waiting]))[0]).toBeLessThan(2)
  })

  it('is not moved by false reports of one submission further than by chance', async () => {
    for (const isBefore of [true, false]) {
      const { challenge, ids } = await ballotOf(12)
      const [one = ''] = ids
      const liars = await makeMembers(db, 30)
      // All of them look first, so that its place is by chance in each order.
      const orders = await Promise.all(liars.map((liar) => orderOf(another(2), as(liar), challenge)))
      await countOrders(db, 'after')
      for (const [index, liar] of liars.entries()) {
        const order = orders[index] ?? []
        await recordImpressions(
          db,
          as(liar),
          challenge,
          order.slice(0, order.indexOf(one) + (isBefore ? 0 : 1)),
        )
      }
      const places: number[] = []
      for (const member of await makeMembers(db, 96)) {
        places.push((await orderOf(db, as(member), challenge)).indexOf(one))
        await countOrders(db, 'after')
      }
      const mean = places.reduce((sum, place) => sum + place, 0) / places.length
      expect(Math.abs(mean - 5.5), `reported all ${isBefore ? 'before' : 'up to'} one`).toBeLessThan(2.5)
    }
  })

  it('is by chance for members who joined after voting had opened, and not counted', async () => {
    const { challenge, ids } = await ballotOf(12)
    await db.rows(sql`update challenges set first_ballot_at = app_now() where id = ${challenge}`)
    await db.rows(
      sql`update submission_views set handed = 100 where submission_id = any(${ids.slice(3)}::uuid[])`,
    )
    const firsts = new Set<string>()
    for (const member of await makeMembers(db, 8)) {
      const order = await orderOf(db, as(member), challenge)
      expect(await orderOf(db, as(member), challenge)).toEqual(order)
      await recordImpressions(db, as(member), challenge, order)
      for (const id of order.slice(0, 3)) firsts.add(id)
    }
    expect([...firsts].some((id) => ids.indexOf(id) >= 3)).toBe(true)
    await countOrders(db, 'after')
    expect(await handedOf(ids.slice(0, 3))).toEqual([0, 0, 0])
    expect(await surplusOf(ids)).toEqual(ids.map(() => 0))
  })

  it('heeds the places that members were handed who leave', async () => {
    const { challenge } = await ballotOf(12)
    const member = await makeMember(db)
    const order = await orderOf(db, as(member), challenge)
    expect(
      (await deleteMember({ db, files: noFiles }, member.id, 'keep', { emails: [], userIds: [] })).ok,
    ).toBe(true)
    expect((await handedOf(order)).map((views) => Math.round(10 * views))).toEqual([
      10, 10, 10, 7, 7, 7, 7, 7, 7, 7, 3, 3,
    ])
    await countOrders(db, 'after')
    expect(await handedOf(order.slice(0, 1))).toEqual([1])
  })

  it('omits rejected submissions', async () => {
    const { challenge, ids } = await ballotOf(12)
    const rejected = ids.slice(0, 8)
    for (const id of rejected) await rejectSubmission(db, as(admin), id, '')
    const member = await makeMember(db)
    await orderOf(db, as(member), challenge)
    const kept = await db.row<{ ids: string[] }>(sql`
      select submission_ids as ids from ballot_orders where challenge_id = ${challenge} and user_id = ${member.id}`)
    expect(kept?.ids.toSorted()).toEqual(ids.slice(8).toSorted())
  })

  it('changes every five minutes for visitors, and is not stored', async () => {
    const { challenge, ids } = await ballotOf(12)
    const base = Math.ceil(Date.now() / 300_000) * 300_000
    const seenAt = (ms: number) => at(db, new Date(base + ms), (tx) => orderOf(tx, as(null), challenge))
    const first = await seenAt(0)
    expect(first.toSorted()).toEqual(ids.toSorted())
    expect(await seenAt(299_000)).toEqual(first)
    expect(await seenAt(300_000)).not.toEqual(first)
    expect(await db.row(sql`select 1 as found from ballot_orders where challenge_id = ${challenge}`)).toBe(
      undefined,
    )
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
    await db.rows(sql`
      with authors as (
        insert into users (id, display_name, name_skeleton, avatar_preset)
        select gen_random_uuid(), 'Waiting', gen_random_uuid()::text, 1 from generate_series(1, 3000) returning id
      )
      insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used)
      select gen_random_uuid(), ${challenge}::uuid, id, 'One', 'Of many', '{Brush}' from authors`)
    await db.rows(sql`update challenges set participant_count = 3012 where id = ${challenge}`)
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
        // 600 places are filled with those that wait.
        expect(rowsRead, text).toBeLessThan(2_900)
      }
  })

  it('reaches every submission of a ballot that is longer than a stored order', async () => {
    const challenge = await makeChallenge(db, { showVotes: false })
    await db.rows(sql`
      with authors as (
        insert into users (id, display_name, name_skeleton, avatar_preset)
        select gen_random_uuid(), 'Author ' || n, 'author' || n, 1 from generate_series(1, 840) n returning id
      )
      insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used)
      select gen_random_uuid(), ${challenge}::uuid, id, 'One', 'Of many', '{Brush}' from authors`)
    await db.rows(sql`update challenges set participant_count = 840 where id = ${challenge}`)
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

  it('is seen by no member before it is kept', async () => {
    const { challenge, ids } = await ballotOf(12)
    const member = await makeMember(db)
    const more = (viewer: typeof member | null) =>
      at(db, daysFromNow(0.5), async (tx) => {
        const wanted = { id: ids[0] ?? '', challengeId: challenge }
        return (await moreSubmissions(tx, as(viewer), wanted, 11)).map(({ id }) => id)
      })
    expect(await more(member)).toEqual(await more(null))
    await orderOf(db, as(member), challenge)
    expect(await more(member)).not.toEqual(await more(null))
  })

  it('is read and not stored during maintenance, and no views are', async () => {
    const { challenge, ids } = await ballotOf(5)
    const ann = await makeMember(db)
    await setMaintenance(db, { message: 'Moving house' })
    expect((await orderOf(db, as(ann), challenge)).toSorted()).toEqual(ids.toSorted())
    expect(await recordImpressions(db, as(ann), challenge, ids)).toBe(0)
    await setMaintenance(db, null)
    for (const table of ['ballot_orders', 'impressions'])
      expect(await db.rows(sql`select from ${raw(table)} where user_id = ${ann.id}`), table).toEqual([])
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

it('deletes orders and views a month after completion, and keeps the counts', async () => {
  const { challenge, ids } = await ballotOf(3)
  const viewer = as(await makeMember(db))
  await orderOf(db, viewer, challenge)
  await recordImpressions(db, viewer, challenge, ids)
  await completeChallenge(db, as(admin), challenge)
  const left = () =>
    db.row(sql`
      select (select count(*)::int from ballot_orders where challenge_id = ${challenge}) as orders,
        (select count(*)::int from impressions where challenge_id = ${challenge}) as views`)
  await at(db, daysFromNow(29), (tx) => sweepBallots(tx))
  expect(await left()).toEqual({ orders: 1, views: 3 })
  await at(db, daysFromNow(31), (tx) => sweepBallots(tx))
  expect(await left()).toEqual({ orders: 0, views: 0 })
  expect(await seenOf(ids)).toEqual([1, 1, 1])
})

/** How many views are expected of the places of each. */
async function handedOf(ids: string[]): Promise<number[]> {
  const rows = await db.rows<{ handed: number }>(sql`
    select v.handed from unnest(${ids}::uuid[]) with ordinality wanted (id, place)
    join submission_views v on v.submission_id = wanted.id order by wanted.place`)
  return rows.map(({ handed }) => handed)
}

async function surplusOf(ids: string[]): Promise<number[]> {
  const rows = await db.rows<{ surplus: number }>(sql`
    select v.surplus from unnest(${ids}::uuid[]) with ordinality wanted (id, place)
    join submission_views v on v.submission_id = wanted.id order by wanted.place`)
  return rows.map(({ surplus }) => surplus)
}

async function seenOf(ids: string[]): Promise<number[]> {
  const rows = await db.rows<{ seen: number }>(sql`
    select v.seen from unnest(${ids}::uuid[]) with ordinality wanted (id, place)
    join submission_views v on v.submission_id = wanted.id order by wanted.place`)
  return rows.map(({ seen }) => seen)
}

it('reads few submissions of a large challenge for a page of it, for members too', async () => {
  const challenge = await makeChallenge(db, { showVotes: false })
  await db.rows(sql`
    with authors as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Author', gen_random_uuid()::text, 1 from generate_series(1, 5000) returning id
    )
    insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used)
    select gen_random_uuid(), ${challenge}::uuid, id, 'One', 'Of many', '{Brush}' from authors`)
  await db.rows(sql`update challenges set participant_count = 5000 where id = ${challenge}`)
  await openVoting(db, challenge)
  const member = await makeMember(db)
  const [{ id } = { id: '' }] = (await gallery(db, as(null), challenge, 1)).submissions
  await db.rows(sql`analyze submissions, submission_views, challenges, users`)
  const recorded = recordStatements(db)
  for (const viewer of [null, member]) {
    const scope = as(viewer)
    await secretBallot(recorded.db, scope, challenge, 24, { page: 60 })
    await moreSubmissions(recorded.db, scope, { id, challengeId: challenge }, 4)
    await gallery(recorded.db, scope, challenge, 24)
    await db.rows(sql`update challenges set show_votes = true where id = ${challenge}`)
    await gallery(recorded.db, scope, challenge, 24)
    await moreSubmissions(recorded.db, scope, { id, challengeId: challenge }, 4)
    await db.rows(sql`update challenges set show_votes = false where id = ${challenge}`)
  }
  for (const statement of recorded.statements) {
    const { rowsRead, text } = await measureByIndex(statement)
    // The 600 places of an order, several times.
    expect(rowsRead, text).toBeLessThan(3_500)
  }
})

it('reads each place of an order about once for a report of views', async () => {
  const { challenge } = await ballotOf(1)
  await db.rows(sql`
    with authors as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Author', gen_random_uuid()::text, 1 from generate_series(1, 599) returning id
    )
    insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used)
    select gen_random_uuid(), ${challenge}::uuid, id, 'One', 'Of many', '{Brush}' from authors`)
  await db.rows(sql`update challenges set participant_count = 600 where id = ${challenge}`)
  const viewer = as(await makeMember(db))
  const { submissions } = await secretBallot(db, viewer, challenge, 600)
  const ids = submissions.map(({ id }) => id)
  await recordImpressions(db, viewer, challenge, ids.slice(0, 500))
  let rowsRead = 0
  const rows = async <Row>(statement: Sql): Promise<Row[]> => {
    const undone = new Error('undone')
    await db
      .transaction(async (tx) => {
        rowsRead += (await measure(tx, statement)).rowsRead
        throw undone
      })
      .catch((error) => expect(error).toBe(undone))
    return db.rows(statement)
  }
  expect(await recordImpressions({ ...db, rows } as Db, viewer, challenge, ids.slice(500))).toBe(100)
  expect(rowsRead).toBeLessThan(20 * ids.length)
})
