import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { mostShortlisted } from '#domain/submissions/rules.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { at, lockWait, testDatabase } from '#test/database.ts'
import { recordImpressions } from './impressions.server.ts'
import { addToShortlist, removeFromShortlist, SHORTLIST_MESSAGES } from './shortlist.server.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)

async function votingOn(count: number) {
  const challenge = await makeChallenge(db, { showVotes: false })
  const authors = await makeMembers(db, count)
  const ids: string[] = []
  for (const author of authors) ids.push(await makeSubmission(db, author, challenge))
  await openVoting(db, challenge)
  return { challenge, ids, authors }
}

async function shortlistOf(member: Member): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select submission_id as id from shortlists where user_id = ${member.id} order by place`)
  return rows.map(({ id }) => id)
}

it('contains a submission that a member adds once, until it is removed', async () => {
  const { challenge, ids } = await votingOn(3)
  const [first = '', second = ''] = ids
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  for (const id of [first, second, first])
    expect(await addToShortlist(db, as(ann), challenge, id)).toEqual({ ok: true, value: null })
  expect(await shortlistOf(ann)).toEqual([first, second])
  expect(await shortlistOf(ben)).toEqual([])
  for (let again = 0; again < 2; again++)
    expect(await removeFromShortlist(db, as(ann), challenge, first)).toEqual({ ok: true, value: null })
  expect(await shortlistOf(ann)).toEqual([second])
})

it(`holds at most ${mostShortlisted} submissions of a challenge, also after concurrent requests`, async () => {
  const { challenge, ids } = await votingOn(mostShortlisted + 2)
  const { challenge: other, ids: others } = await votingOn(1)
  const ann = await makeMember(db)
  for (const id of ids.slice(0, mostShortlisted - 1)) await addToShortlist(db, as(ann), challenge, id)
  const last = ids.slice(mostShortlisted - 1)
  const outcomes = await Promise.all(last.map((id) => addToShortlist(another(1), as(ann), challenge, id)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  for (const outcome of outcomes.filter(({ ok }) => !ok))
    expect(outcome).toMatchObject({ code: 'conflict', message: SHORTLIST_MESSAGES.full })
  expect(await shortlistOf(ann)).toHaveLength(mostShortlisted)
  await removeFromShortlist(db, as(ann), challenge, ids[7] ?? '')
  for (const id of last) await addToShortlist(db, as(ann), challenge, id)
  expect(await shortlistOf(ann)).toHaveLength(mostShortlisted)
  expect(await addToShortlist(db, as(ann), other, others[0] ?? '')).toMatchObject({ ok: true })
})

it('takes several submissions at the same time', async () => {
  const { challenge, ids } = await votingOn(4)
  const ann = await makeMember(db)
  const outcomes = await Promise.all(ids.map((id) => addToShortlist(another(1), as(ann), challenge, id)))
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true])
  expect((await shortlistOf(ann)).toSorted()).toEqual(ids.toSorted())
})

it('explains a refusal and changes nothing', async () => {
  const { challenge, ids, authors } = await votingOn(2)
  const [other, author] = [await votingOn(1), authors[0] as Member]
  const [own = '', id = ''] = ids
  const [ann, suspended] = [await makeMember(db), await makeMember(db)]
  await addToShortlist(db, as(suspended), challenge, id)
  await db.rows(
    sql`update users set suspended_at = app_now(), suspended_reason = 'Spam' where id = ${suspended.id}`,
  )
  const refused = (code: string, message: string) => ({ ok: false, code, message })
  const notFound = refused('not-found', 'Submission Not Found')
  const signIn = refused('signed-out', SHORTLIST_MESSAGES.signIn)
  const closed = refused('closed', SHORTLIST_MESSAGES.closed)
  for (const change of [addToShortlist, removeFromShortlist]) {
    expect(await change(db, as(null), challenge, id)).toEqual(signIn)
    expect(await change(db, as(suspended), challenge, id)).toEqual(signIn)
    expect(await change(db, as(ann), challenge, other.ids[0] ?? '')).toEqual(notFound)
    expect(await change(db, as(ann, 'before'), challenge, id)).toEqual(notFound)
    expect(await at(db, daysFromNow(4), (tx) => change(tx, as(ann), challenge, id))).toEqual(closed)
  }
  expect(await addToShortlist(db, as(author), challenge, own)).toEqual(
    refused('forbidden', SHORTLIST_MESSAGES.own),
  )
  await db.rows(sql`update challenges set allow_voting = false where id = ${challenge}`)
  expect(await addToShortlist(db, as(ann), challenge, id)).toEqual(closed)
  await db.rows(sql`update challenges set allow_voting = true where id = ${challenge}`)
  await completeChallenge(db, as(admin), challenge)
  expect(await addToShortlist(db, as(ann), challenge, id)).toEqual(closed)
  expect(await shortlistOf(ann)).toEqual([])
  expect(await shortlistOf(suspended)).toEqual([id])
})

it('keeps a rejected submission, which its owner can remove, and drops a deleted one', async () => {
  const { challenge, ids } = await votingOn(3)
  const [rejected = '', deleted = '', kept = ''] = ids
  const ann = await makeMember(db)
  for (const id of ids) await addToShortlist(db, as(ann), challenge, id)
  await rejectSubmission(db, as(admin), rejected, '')
  await deleteSubmission({ db, files: noFiles }, as(admin), deleted)
  expect(await shortlistOf(ann)).toEqual([rejected, kept])
  expect(await removeFromShortlist(db, as(ann), challenge, rejected)).toMatchObject({ ok: true })
  expect(await shortlistOf(ann)).toEqual([kept])
})

it('is kept after completion, and deleted with the account', async () => {
  const { challenge, ids } = await votingOn(2)
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  for (const member of [ann, ben]) await addToShortlist(db, as(member), challenge, ids[0] ?? '')
  await completeChallenge(db, as(admin), challenge)
  expect(await shortlistOf(ann)).toEqual([ids[0]])
  await deleteMember({ db, files: noFiles }, ann.id, 'keep', { emails: [], userIds: [] })
  expect([await shortlistOf(ann), await shortlistOf(ben)]).toEqual([[], [ids[0]]])
  expect(await brokenInvariants(db)).toEqual([])
})

it('and what was seen keep nothing of a submission that is deleted at the same moment', async () => {
  const { challenge, ids } = await votingOn(2)
  const [deleted = '', kept = ''] = ids
  const viewer = await makeMember(db)
  const { listed, seen } = await db.transaction(async (tx) => {
    await tx.rows(sql`delete from submissions where id = ${deleted}`)
    const listed = addToShortlist(another(2), as(viewer), challenge, deleted)
    const seen = recordImpressions(another(2), as(viewer), challenge, ids)
    await lockWait(db, 2)
    return { listed, seen }
  })
  expect(await listed).toMatchObject({ ok: false, code: 'not-found' })
  expect(await seen).toBe(1)
  const rows = sql`select submission_id as id from impressions where user_id = ${viewer.id}`
  expect(await db.rows(rows)).toEqual([{ id: kept }])
})
