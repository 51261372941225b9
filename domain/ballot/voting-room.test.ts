import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { gallery } from '#domain/submissions/galleries.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { recordImpressions } from './impressions.server.ts'
import { secretBallot } from './order.server.ts'
import { addToShortlist } from './shortlist.server.ts'
import { type RoomRequest, roomPosition } from './voting-room.server.ts'

const { db } = await testDatabase()

async function votingOn(count: number, showVotes: boolean) {
  const challenge = await makeChallenge(db, { showVotes })
  const authors = await makeMembers(db, count)
  const ids: string[] = []
  for (const author of authors) ids.push(await makeSubmission(db, author, challenge))
  await openVoting(db, challenge)
  return { challenge, ids, authors }
}

function positionOf(on: Db, scope: Scope, challengeId: string, request: Partial<RoomRequest> = {}) {
  const rest = { submissionId: null, isVoting: true, shortlistOnly: false, order: null }
  return roomPosition(on, scope, { challengeId, ...rest, ...request })
}

/** Follows 'Next' from the first submission, and checks 'Previous' and the place of each. */
async function walk(on: Db, scope: Scope, challenge: string, request: Partial<RoomRequest> = {}) {
  const found: string[] = []
  let { firstId: id } = await positionOf(on, scope, challenge, request)
  while (id) {
    const { place, total, nextId, previousId } = await positionOf(on, scope, challenge, {
      ...request,
      submissionId: id,
    })
    expect(previousId).toBe(found.at(-1) ?? null)
    found.push(id)
    expect(place).toBe(found.length)
    expect(place).toBeLessThanOrEqual(total)
    if (!nextId) expect(place).toBe(total)
    id = nextId
  }
  return found
}

describe('the voting room', () => {
  it('shows a secret ballot in the order of the member’s gallery', async () => {
    const { challenge, ids } = await votingOn(7, false)
    const [ann, ben] = [as(await makeMember(db)), as(await makeMember(db))]
    const order = await walk(db, ann, challenge)
    expect(order.toSorted()).toEqual(ids.toSorted())
    const { submissions } = await secretBallot(db, ann, challenge, 10)
    expect(order).toEqual(submissions.map(({ id }) => id))
    expect(await walk(db, ben, challenge)).not.toEqual(order)
  })

  it('keeps a member’s order where votes are shown, while votes change the gallery', async () => {
    const { challenge, ids } = await votingOn(5, true)
    const ann = as(await makeMember(db))
    const order = await walk(db, ann, challenge)
    expect(order.toSorted()).toEqual(ids.toSorted())
    const last = order.at(-1) ?? ''
    await castVote(db, as(await makeMember(db)), challenge, last)
    expect((await gallery(db, ann, challenge, 10)).submissions[0]?.id).toBe(last)
    expect(await walk(db, ann, challenge)).toEqual(order)
    await db.rows(sql`update challenges set show_votes = false where id = ${challenge}`)
    expect(await walk(db, ann, challenge)).toEqual(order)
  })

  it('keeps the order of a visit while others look at the submissions', async () => {
    const { challenge } = await votingOn(8, false)
    const ann = as(await makeMember(db))
    const start = Date.now()
    const later = <Result>(seconds: number, work: (tx: Db) => Promise<Result>) =>
      at(db, new Date(start + 1000 * seconds), work)
    const { order } = await later(0, (tx) => positionOf(tx, ann, challenge))
    const before = await later(0, (tx) => walk(tx, ann, challenge, { order }))
    for (const other of await makeMembers(db, 6))
      await later(1, (tx) => recordImpressions(tx, as(other), challenge, before.slice(0, 4)))
    const after = await later(60, (tx) => walk(tx, ann, challenge))
    expect(after.slice(0, 4).toSorted()).toEqual(before.slice(4).toSorted())
    expect(await later(60, (tx) => walk(tx, ann, challenge, { order }))).toEqual(before)
  })

  it('keeps one order for a visitor', async () => {
    const { challenge, ids } = await votingOn(8, false)
    const base = Math.ceil(Date.now() / 300_000) * 300_000
    const later = <Result>(ms: number, work: (tx: Db) => Promise<Result>) => at(db, new Date(base + ms), work)
    const { order: begun } = await later(0, (tx) => positionOf(tx, as(null), challenge))
    const order = await later(0, (tx) => walk(tx, as(null), challenge))
    expect(order.toSorted()).toEqual(ids.toSorted())
    expect(await later(400_000, (tx) => walk(tx, as(null), challenge, { order: begun }))).toEqual(order)
    expect(await later(400_000, (tx) => walk(tx, as(null), challenge))).not.toEqual(order)
  })

  it('counts what a member has seen, and finds the next that they have not', async () => {
    const { challenge, authors } = await votingOn(6, false)
    const author = as(authors[0] ?? null)
    const order = await walk(db, author, challenge)
    const own = (
      await db.row<{ id: string }>(sql`
      select id from submissions where challenge_id = ${challenge} and user_id = ${author.viewer?.id ?? ''}`)
    )?.id
    const foreign = order.filter((id) => id !== own)
    const [first = '', second = ''] = foreign
    await recordImpressions(db, author, challenge, [first])
    expect(await positionOf(db, author, challenge)).toMatchObject({ entries: 6, seen: 2 })
    const last = foreign.at(-1) ?? ''
    expect(await positionOf(db, author, challenge, { submissionId: last })).toMatchObject({
      seen: 3,
      nextUnseenId: second,
    })
    await recordImpressions(db, author, challenge, foreign)
    expect(await positionOf(db, author, challenge, { submissionId: first })).toMatchObject({
      seen: 6,
      nextUnseenId: null,
    })
  })

  it('shows the shortlist only, and continues from a submission that was removed from it', async () => {
    const { challenge } = await votingOn(6, false)
    const ann = as(await makeMember(db))
    const order = await walk(db, ann, challenge)
    const [, second = '', third = '', fourth = '', fifth = ''] = order
    for (const id of [fifth, second, fourth]) await addToShortlist(db, ann, challenge, id)
    expect(await walk(db, ann, challenge, { shortlistOnly: true })).toEqual([second, fourth, fifth])
    expect(await positionOf(db, ann, challenge, { shortlistOnly: true, submissionId: third })).toMatchObject({
      isInRoom: true,
      place: null,
      total: 3,
      entries: 6,
      shortlisted: 3,
      isShortlisted: false,
      previousId: second,
      nextId: fourth,
    })
    const stranger = await positionOf(db, as(await makeMember(db)), challenge, { submissionId: fourth })
    expect(stranger).toMatchObject({ shortlisted: 0, isShortlisted: false, place: expect.any(Number) })
  })

  it('contains only submissions that can be voted for, also those approved later', async () => {
    const { challenge, ids } = await votingOn(4, false)
    const [pending = '', ...approved] = ids
    await db.rows(sql`update submissions set status = 'approved' where id = any(${approved}::uuid[])`)
    const [ann, admin] = [as(await makeMember(db), 'before'), as(await makeAdmin(db), 'before')]
    expect((await walk(db, ann, challenge)).toSorted()).toEqual(approved.toSorted())
    expect((await walk(db, admin, challenge)).toSorted()).toEqual(approved.toSorted())
    expect(await positionOf(db, admin, challenge, { submissionId: pending })).toMatchObject({
      isInRoom: false,
      place: null,
    })
    await db.rows(sql`update submissions set status = 'approved' where id = ${pending}`)
    expect((await walk(db, ann, challenge)).toSorted()).toEqual(ids.toSorted())
    await db.rows(sql`update submissions set status = 'rejected' where id = ${pending}`)
    expect((await walk(db, ann, challenge)).toSorted()).toEqual(approved.toSorted())
  })

  it('is empty without submissions, and needs no row of a member', async () => {
    const { challenge } = await votingOn(0, false)
    const empty = await positionOf(db, as(await makeMember(db)), challenge)
    expect(empty).toMatchObject({ firstId: null, total: 0, entries: 0, seen: 0, isInRoom: false })
    expect(Math.abs(empty.now.getTime() - Date.now())).toBeLessThan(60_000)
    const tomorrow = await at(db, daysFromNow(1), (tx) => positionOf(tx, as(null), challenge))
    expect(tomorrow.now.getTime()).toBeGreaterThan(Date.now() + 80_000_000)
  })
})

describe('outside of voting', () => {
  it('the submissions follow each other as in the gallery', async () => {
    const isVoting = false
    const ann = as(await makeMember(db))
    const active = await makeChallenge(db)
    for (const author of await makeMembers(db, 4)) await makeSubmission(db, author, active)
    const newest = (await gallery(db, ann, active, 10)).submissions.map(({ id }) => id)
    expect(newest).toHaveLength(4)
    expect(await walk(db, ann, active, { isVoting })).toEqual(newest)
    expect(await walk(db, as(null), active, { isVoting })).toEqual(newest)

    const { challenge, ids } = await votingOn(5, true)
    const [least = '', most = ''] = ids
    for (const voter of await makeMembers(db, 2)) await castVote(db, as(voter), challenge, most)
    await completeChallenge(db, as(await makeAdmin(db)), challenge)
    const ranked = (await gallery(db, ann, challenge, 10)).submissions.map(({ id }) => id)
    expect(ranked[0]).toBe(most)
    expect(await walk(db, ann, challenge, { isVoting })).toEqual(ranked)
    await db.rows(sql`update submissions set status = 'rejected' where id = ${least}`)
    expect(await walk(db, ann, challenge, { isVoting })).toEqual(ranked.filter((id) => id !== least))
  })

  it('a hidden gallery shows members their own submission only', async () => {
    const hidden = await makeChallenge(db, { showSubmissions: false })
    const [author, other] = await makeMembers(db, 2)
    const own = await makeSubmission(db, author, hidden)
    const foreign = await makeSubmission(db, other, hidden)
    expect(await walk(db, as(author), hidden, { isVoting: false })).toEqual([own])
    expect(await walk(db, as(null), hidden, { isVoting: false })).toEqual([])
    const position = { isVoting: false, submissionId: foreign }
    expect(await positionOf(db, as(author), hidden, position)).toMatchObject({
      isInRoom: false,
      nextId: null,
    })
  })
})

it('names the image of the next submission, which browsers load before', async () => {
  const { challenge } = await votingOn(3, true)
  const [, second = '', third = ''] = await walk(db, as(null), challenge)
  const image = { id: newId(), width: 900, height: 600, color: '#c04020', widths: [160, 480] }
  await db.rows(sql`
    insert into images (id, owner_id, purpose, width, height, color, widths, bytes)
    select ${image.id}, user_id, 'submission', 900, 600, '#c04020', '{160,480}', 9 from submissions where id = ${third}`)
  await db.rows(sql`update submissions set image_id = ${image.id} where id = ${third}`)
  const nextImageAt = async (submissionId: string) =>
    (await positionOf(db, as(null), challenge, { submissionId })).nextImage
  expect(await nextImageAt(second)).toEqual(image)
  expect(await nextImageAt(third)).toBeNull()
})
