import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import type { ChallengeForm } from '#domain/challenges/form.server.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { newId } from '#platform/id.server.ts'
import { accepted, as, daysFromNow, makeAdmin, makeMember, noFiles } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { declineSuggestion, parseSuggestion, sendSuggestion, withdrawSuggestion } from './commands.server.ts'
import { listSuggestions, openSuggestion, ownSuggestions } from './queries.server.ts'
import { SUGGESTION_MESSAGES as MESSAGES, SUGGESTION_LIMITS } from './rules.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)
const imageId = newId()
await db.rows(sql`
  insert into images (id, purpose, width, height, widths, bytes) values (${imageId}, 'challenge', 9, 9, '{9}', 9)`)
const form: ChallengeForm = {
  ...(INITIAL_FIELDS as Omit<ChallengeForm, 'deadline'>),
  title: 'Doors',
  description: 'Draw a door that leads nowhere.',
  deadline: daysFromNow(5),
}
const idea = { title: 'Doors', brief: 'Draw a door that leads nowhere.', kind: 'image' as const }

describe('a suggestion of a member (CHL-88)', () => {
  it('is read with a title, a text and a kind within their limits', () => {
    expect(parseSuggestion({ ...idea, title: '  Doors \n' })).toEqual({ ok: true, form: idea })
    const long = { title: 'x'.repeat(121), brief: 'x'.repeat(SUGGESTION_LIMITS.brief + 1), kind: 'sculpture' }
    const errors = { title: MESSAGES.title, brief: MESSAGES.brief, kind: MESSAGES.kind }
    for (const typed of [long, { title: ' ', brief: '\u200b', kind: '' }])
      expect(parseSuggestion(typed)).toMatchObject({ ok: false, errors })
  })

  it('is one of at most three open ones, also when several arrive at once', async () => {
    const member = await makeMember(db)
    const pools = [db, another(2), another(2), db, db]
    const outcomes = await Promise.all(pools.map((pool) => sendSuggestion(pool, member, idea)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: 'conflict', message: MESSAGES.tooMany })
    const [first] = await ownSuggestions(db, member)
    expect(await withdrawSuggestion(db, member, first?.id ?? '')).toMatchObject({ ok: true })
    expect(await sendSuggestion(db, member, idea)).toMatchObject({ ok: true })
  })

  it('is stored once for one form', async () => {
    const member = await makeMember(db)
    const key = newId()
    const outcomes = await Promise.all(
      [db, another(2)].map((pool) => sendSuggestion(pool, member, idea, key)),
    )
    expect(outcomes).toEqual([1, 2].map(() => ({ ok: true, value: { id: key } })))
    expect(await ownSuggestions(db, member)).toHaveLength(1)
  })

  it('is sent by no visitor and no suspended member, and withdrawn by its author alone', async () => {
    const member = await makeMember(db)
    const { id } = await suggest(member)
    expect(await sendSuggestion(db, null, idea)).toMatchObject({ code: 'signed-out' })
    for (const other of [null, await makeMember(db), admin])
      expect(await withdrawSuggestion(db, other, id)).toMatchObject({ ok: false })
    await db.rows(sql`
      update users set suspended_at = app_now(), suspended_reason = 'x', suspended_by = ${admin.id} where id = ${member.id}`)
    expect(await sendSuggestion(db, member, idea)).toMatchObject({ code: 'signed-out' })
    expect(await ownSuggestions(db, member)).toHaveLength(1)
  })
})

describe('what administrators do with a suggestion (ADM-118)', () => {
  it('makes one challenge, whose page names the author, and is then used', async () => {
    const member = await makeMember(db)
    const { id } = await suggest(member)
    const keys = [newId(), newId()]
    const made = await Promise.all(keys.map((key, index) => create(key, id, another(index + 2))))
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    expect(made.find(({ ok }) => !ok)).toMatchObject({ message: CHALLENGE_FORM_MESSAGES.suggestionUsed })
    const challenge = made.find((outcome) => outcome.ok)
    const challengeId = challenge?.ok ? challenge.value.id : ''
    expect(await create(challengeId, id)).toMatchObject({ ok: true, value: { id: challengeId } })
    expect((await challengeDetail(db, as(admin), challengeId))?.suggestedBy).toEqual({
      id: member.id,
      displayName: member.displayName,
    })
    expect(await ownSuggestions(db, member)).toMatchObject([{ state: 'used', challengeId: null }])
    await db.rows(sql`update challenges set status = 'active' where id = ${challengeId}`)
    expect(await ownSuggestions(db, member)).toMatchObject([{ state: 'used', challengeId }])
    expect(await withdrawSuggestion(db, member, id)).toMatchObject({ code: 'not-found' })
    expect(await declineSuggestion(db, admin, id)).toMatchObject({ code: 'not-found' })
  })

  it('makes a challenge without a name if its author withdraws it meanwhile', async () => {
    const member = await makeMember(db)
    const { id } = await suggest(member)
    await withdrawSuggestion(db, member, id)
    const { id: challengeId } = accepted(await create(newId(), id))
    expect((await challengeDetail(db, as(admin), challengeId))?.suggestedBy).toBeNull()
  })

  it('names nobody once the account of its author is deleted, and leaves the challenge as it is', async () => {
    const member = await makeMember(db)
    const used = await suggest(member)
    const { id: challengeId } = accepted(await create(newId(), used.id))
    const declined = accepted(await sendSuggestion(db, member, { ...idea, title: 'My name is Iris' }))
    await declineSuggestion(db, admin, declined.id)
    const versionOf = () =>
      db.row(sql`select version, content_changed_at from challenges where id = ${challengeId}`)
    const before = await versionOf()
    accepted(await deleteMember({ db, files: noFiles }, member.id, 'keep', { emails: [], userIds: [] }))
    expect(await versionOf()).toEqual(before)
    expect((await challengeDetail(db, as(admin), challengeId))?.suggestedBy).toBeNull()
    expect(await db.rows(sql`select id, brief from suggestions where user_id = ${member.id}`)).toEqual([
      { id: used.id, brief: 'Anonymous Ninja' },
    ])
    expect(await db.rows(sql`select subject_name from audit_log where subject_id = ${declined.id}`)).toEqual([
      { subject_name: 'Suggestion' },
    ])
  })

  it('is declined once, is recorded, and makes no challenge then', async () => {
    const member = await makeMember(db)
    const { id } = await suggest(member)
    expect(await declineSuggestion(db, member, id)).toMatchObject({ code: 'forbidden' })
    expect(await declineSuggestion(db, admin, id)).toMatchObject({ ok: true })
    expect(await declineSuggestion(db, admin, id)).toMatchObject({ code: 'not-found' })
    expect(await db.rows(sql`select action from audit_log where subject_id = ${id}`)).toEqual([
      { action: 'suggestion_declined' },
    ])
    expect(await create(newId(), id)).toMatchObject({ message: CHALLENGE_FORM_MESSAGES.suggestionUsed })
    expect(await openSuggestion(db, admin, id)).toBeUndefined()
    expect((await listSuggestions(db, admin, 1)).rows[0]).toMatchObject({ id, state: 'declined' })
  })
})

async function suggest(member: Parameters<typeof ownSuggestions>[1]) {
  return accepted(await sendSuggestion(db, member, idea))
}

function create(key: string, suggestionId: string, pool = db) {
  return createChallenge(pool, as(admin), form, imageId, key, suggestionId)
}
