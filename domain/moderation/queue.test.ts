import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { newId } from '#platform/id.server.ts'
import { as, makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { approveSubmission, rejectSubmission } from './commands.server.ts'
import {
  currentInQueue,
  queueAround,
  queueCounts,
  queuedSubmission,
  waitingChallenges,
} from './queue.server.ts'
import { undoModeration } from './undo.server.ts'

const { db, fresh } = await emptyable()

describe('the queue of pending submissions', () => {
  it('begins with the oldest, and goes on after the one asked for', async () => {
    const { admin, challenge, ids } = await fresh(3)
    const [first = '', second = '', third = ''] = ids
    const current = (asked: string | null, of: string | null = challenge) =>
      currentInQueue(db, admin, of, asked)
    expect(await current(null)).toBe(first)
    expect(await current(null, null)).toBe(first)
    expect(await current(second)).toBe(second)
    expect(await current(newId())).toBe(first)
    await judgedByAnother(second)
    expect(await current(second)).toBe(third)
    await judgedByAnother(third)
    expect(await current(third)).toBe(first)
    await judgedByAnother(first)
    expect(await current(first)).toBeNull()
  })

  it('has the submissions of one challenge, or of all', async () => {
    const { admin, challenge, ids } = await fresh(2)
    const other = await makeChallenge(db, { title: 'Boats' })
    const boat = await submissionIn(other, 60)
    expect(await currentInQueue(db, admin, other, ids[0] ?? '')).toBe(boat)
    expect((await queueAround(db, admin, challenge, ids[0] ?? '')).map(({ id }) => id)).toEqual(ids)
    expect((await queueAround(db, admin, null, ids[0] ?? '')).map(({ id }) => id)).toEqual([...ids, boat])
    expect((await waitingChallenges(db, admin)).map(({ id }) => id)).toEqual([other, challenge])
    await judgedByAnother(boat)
    expect((await waitingChallenges(db, admin)).map(({ id }) => id)).toEqual([challenge])
  })

  it('keeps what the administrator judged in its place, for ten minutes', async () => {
    const { admin, challenge, ids } = await fresh(4)
    const [first = '', second = '', third = '', fourth = ''] = ids
    await approveSubmission(db, as(admin), first)
    await rejectSubmission(db, as(admin), second, 'No')
    await judgedByAnother(third)
    const around = () => queueAround(db, admin, challenge, fourth)
    expect(await around()).toMatchObject([
      { id: first, status: 'approved', judgedAt: expect.any(Date) },
      { id: second, status: 'rejected', judgedAt: expect.any(Date) },
      { id: fourth, status: 'pending', judgedAt: null },
    ])
    expect(await queueCounts(db, admin, challenge, fourth)).toEqual({
      pending: 1,
      pendingBefore: 0,
      judged: 2,
      judgedBefore: 2,
      oldestId: fourth,
    })
    // It can be looked at again.
    expect(await currentInQueue(db, admin, challenge, second)).toBe(second)
    await undoModeration(db, as(admin), second)
    await db.rows(
      sql`update submissions set moderation_date = app_now() - interval '10 minutes' where id = ${first}`,
    )
    expect((await around()).map(({ id }) => id)).toEqual([second, fourth])
    expect(await queueCounts(db, admin, challenge, fourth)).toMatchObject({
      pending: 2,
      pendingBefore: 1,
      judged: 0,
      oldestId: second,
    })
  })

  it('shows some before and after the current one of a long queue', async () => {
    const { admin, challenge, ids } = await fresh(30)
    const around = await queueAround(db, admin, challenge, ids[15] ?? '')
    expect(around.map(({ id }) => id)).toEqual(ids.slice(9, 27))
    expect(await queueCounts(db, admin, challenge, ids[15] ?? '')).toMatchObject({
      pending: 30,
      pendingBefore: 15,
    })
  })

  it('holds nothing once all are judged', async () => {
    const { admin, challenge } = await fresh(0)
    expect(await currentInQueue(db, admin, challenge, null)).toBeNull()
    expect(await queueAround(db, admin, challenge, null)).toEqual([])
    expect(await queueCounts(db, admin, challenge, null)).toMatchObject({ pending: 0, oldestId: null })
    expect(await waitingChallenges(db, admin)).toEqual([])
  })
})

it('counts the other submissions of the author by status', async () => {
  const { admin, challenge } = await fresh(0)
  const author = await makeMember(db)
  const [kite, boat, moon] = [
    await makeSubmission(db, author, challenge),
    await makeSubmission(db, author, await makeChallenge(db)),
    await makeSubmission(db, author, await makeChallenge(db)),
  ]
  await approveSubmission(db, as(admin), boat)
  await rejectSubmission(db, as(admin), moon, 'No')
  expect(await queuedSubmission(db, admin, kite)).toMatchObject({
    record: { pending: 0, approved: 1, rejected: 1 },
    author: { id: author.id, isDeleted: false },
    challenge: { id: challenge },
  })
  expect(await queuedSubmission(db, admin, newId())).toBeUndefined()
})

/** A database whose queue a test empties first. */
async function emptyable() {
  const { db } = await testDatabase()
  async function fresh(count: number) {
    await db.rows(
      sql`update submissions set status = 'approved', moderation_date = null where status = 'pending'`,
    )
    const admin = await makeAdmin(db)
    const challenge = await makeChallenge(db, { title: 'Kites' })
    const ids: string[] = []
    for (let place = 0; place < count; place++) ids.push(await submissionIn(challenge, place))
    return { admin, challenge, ids }
  }
  return { db, fresh }
}

/** Submitted `seconds` after the first. */
async function submissionIn(challenge: string, seconds: number): Promise<string> {
  const id = await makeSubmission(db, await makeMember(db), challenge)
  await db.rows(sql`
    update submissions set submission_date = date_trunc('day', app_now()) - interval '1 day' + make_interval(secs => ${seconds})
    where id = ${id}`)
  return id
}

async function judgedByAnother(id: string): Promise<void> {
  await approveSubmission(db, as(await makeAdmin(db)), id)
}
