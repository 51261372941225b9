import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { isUnused } from '#domain/media/queries.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeSubmission,
  noFiles,
} from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { deleteDraft, draftOf, draftsOf, saveDraft, sweepDrafts } from './drafts.server.ts'
import { DRAFT_MESSAGES } from './drafts.ts'
import { visibleImageWidths } from './queries.server.ts'
import { SUBMISSION_MESSAGES } from './refusals.ts'

const { db, another } = await testDatabase()

const texts = {
  title: 'Static',
  description: ' Half a thought,\n',
  creationProcess: '',
  prompt: ' a garden\n',
  aiTools: 'Suno, ',
  contentUrl: 'https://',
  imageAlt: '',
  imageId: null as string | null,
}

function save(viewer: Member | null, challenge: string, changes: Partial<typeof texts> = {}) {
  const scope = viewer ? as(viewer) : { viewer: null, moderation: 'after' as const }
  return saveDraft(db, scope, challenge, { ...texts, ...changes })
}

async function makeImage(owner: Member): Promise<string> {
  const image = await db.row<{ id: string }>(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes)
    values (gen_random_uuid(), ${owner.id}, 'submission', 9, 9, '{9}', 9) returning id`)
  return image?.id ?? ''
}

async function isUsed(imageId: string): Promise<boolean | undefined> {
  const row = await db.row<{ used: boolean }>(
    sql`select not (${isUnused(sql`i`)}) as used from images i where i.id = ${imageId}`,
  )
  return row?.used
}

describe('a draft', () => {
  it('is stored as it was typed, with its image, for its author only', async () => {
    const [member, other, challenge] = [await makeMember(db), await makeMember(db), await makeChallenge(db)]
    const imageId = await makeImage(member)
    expect(await save(member, challenge, { imageId })).toMatchObject({ ok: true })
    expect(await draftOf(db, member, challenge)).toMatchObject({
      title: 'Static',
      description: ' Half a thought,\n',
      prompt: ' a garden\n',
      aiTools: 'Suno, ',
      image: { id: imageId },
    })
    expect(await draftOf(db, other, challenge)).toBeUndefined()
    expect(await isUsed(imageId)).toBe(true)
  })

  it('shows its image to its author only until it is submitted, not to administrators either', async () => {
    const [member, other, admin] = [await makeMember(db), await makeMember(db), await makeAdmin(db)]
    const challenge = await makeChallenge(db)
    const [imageId, upload] = [await makeImage(member), await makeImage(member)]
    await save(member, challenge, { imageId })
    const seenBy = async (id: string) => {
      const viewers = [member, other, admin]
      const widths = await Promise.all(viewers.map((viewer) => visibleImageWidths(db, as(viewer), id)))
      return widths.map((seen) => seen !== undefined)
    }
    for (const id of [imageId, upload]) expect(await seenBy(id)).toEqual([true, false, false])
    await makeSubmission(db, member, challenge, { imageId })
    expect(await seenBy(imageId)).toEqual([true, true, true])
    await db.rows(sql`update submissions set status = 'rejected' where image_id = ${imageId}`)
    expect(await seenBy(imageId)).toEqual([true, false, true])
  })

  it('is the last of 20 that are saved at once over two processes', async () => {
    const [member, challenge] = [await makeMember(db), await makeChallenge(db)]
    const elsewhere = another()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        saveDraft(place % 2 ? db : elsewhere, as(member), challenge, { ...texts, title: `Draft ${place}` }),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20)
    expect(await save(member, challenge, { title: 'The last' })).toMatchObject({ ok: true })
    expect(await draftOf(db, member, challenge)).toMatchObject({ title: 'The last' })
  })

  it('is refused for visitors, suspended members, closed or submitted challenges, and images of others', async () => {
    const [member, other, challenge] = [await makeMember(db), await makeMember(db), await makeChallenge(db)]
    const refusals = [
      [await save(null, challenge), 'signed-out'],
      [await save(member, await makeChallenge(db, { status: 'voting' })), 'closed'],
      [await save(member, await makeChallenge(db, { status: 'draft' })), 'not-found'],
      [await save(member, newId()), 'not-found'],
      [await save(member, challenge, { imageId: await makeImage(other) }), 'invalid'],
    ] as const
    for (const [outcome, code] of refusals) expect(outcome).toMatchObject({ ok: false, code })
    await makeSubmission(db, member, challenge)
    expect(await save(member, challenge)).toMatchObject({ message: SUBMISSION_MESSAGES.alreadySubmitted })
    await db.rows(
      sql`update users set suspended_at = now(), suspended_reason = 'Spam' where id = ${other.id}`,
    )
    expect(await save(other, challenge)).toMatchObject({ code: 'signed-out' })
  })

  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('%i ms from the deadline: saved is %s', async (offset, saved) => {
    const deadline = new Date('2027-05-01T12:00:00Z')
    const [member, challenge] = [await makeMember(db), await makeChallenge(db, { deadline })]
    const outcome = await at(db, new Date(deadline.getTime() + offset), (tx) =>
      saveDraft(tx, as(member), challenge, texts),
    )
    expect(outcome.ok).toBe(saved)
  })

  it('without any content is not created, but a draft can be emptied', async () => {
    const [member, challenge] = [await makeMember(db), await makeChallenge(db)]
    const empty = { title: ' ', description: '\n', prompt: ' ', aiTools: '', contentUrl: '' }
    expect(await save(member, challenge, empty)).toMatchObject({ message: DRAFT_MESSAGES.nothingToSave })
    await save(member, challenge)
    expect(await save(member, challenge, empty)).toMatchObject({ ok: true })
    expect(await draftOf(db, member, challenge)).toMatchObject({ title: ' ' })
  })

  it('is deleted when its submission is created', async () => {
    const [member, other, challenge] = [await makeMember(db), await makeMember(db), await makeChallenge(db)]
    await save(member, challenge)
    await save(other, challenge)
    await makeSubmission(db, member, challenge)
    expect(await draftOf(db, member, challenge)).toBeUndefined()
    expect(await draftOf(db, other, challenge)).toBeDefined()
  })

  it('never survives a submission sent at the same time as 20 saves over two processes', async () => {
    const elsewhere = another()
    for (let round = 0; round < 8; round++) {
      const [member, challenge] = [await makeMember(db), await makeChallenge(db)]
      const saves = Array.from({ length: 20 }, (_, turn) =>
        saveDraft(turn % 2 ? db : elsewhere, as(member), challenge, texts),
      )
      await makeSubmission(db, member, challenge)
      await Promise.all(saves)
      expect(await draftOf(db, member, challenge)).toBeUndefined()
    }
  })

  it('is deleted with its image', async () => {
    const [member, challenge] = [await makeMember(db), await makeChallenge(db)]
    const imageId = await makeImage(member)
    await save(member, challenge, { imageId })
    expect(await deleteDraft({ db, files: noFiles }, member, challenge)).toMatchObject({ ok: true })
    expect(await draftOf(db, member, challenge)).toBeUndefined()
    expect(await isUsed(imageId)).toBeUndefined()
    expect(await deleteDraft({ db, files: noFiles }, member, challenge)).toMatchObject({ ok: true })
  })

  it('is listed with its challenge, also when that is closed, until it is submitted', async () => {
    const member = await makeMember(db)
    const closed = await makeChallenge(db, { title: 'Closed', deadline: daysFromNow(1) })
    await save(member, closed)
    await db.rows(sql`update challenges set status = 'voting' where id = ${closed}`)
    const open = await makeChallenge(db, { title: 'Open' })
    await save(member, open)
    expect(await draftsOf(db, member)).toMatchObject([
      { challenge: { id: open, title: 'Open' }, title: 'Static', isOpen: true },
      { challenge: { id: closed }, isOpen: false },
    ])
  })
})

it('old drafts are swept once they cannot be submitted', async () => {
  const member = await makeMember(db)
  const [open, closed, submitted] = [
    await makeChallenge(db),
    await makeChallenge(db),
    await makeChallenge(db),
  ]
  for (const challenge of [open, closed, submitted]) await save(member, challenge)
  await db.rows(sql`update challenges set status = 'voting' where id = ${closed}`)
  // As if the form had been saved and submitted at the same moment.
  await makeSubmission(db, member, submitted)
  await db.rows(sql`
    insert into submission_drafts (challenge_id, user_id, title, description, creation_process, ai_tools, content_url,
      image_alt, editor)
    values (${submitted}, ${member.id}, 'x', '', '', '', '', '', ${newId()})`)
  const left = async () =>
    (await db.rows(sql`select from submission_drafts where user_id = ${member.id}`)).length
  expect(await sweepDrafts(db)).toBe(0)
  await db.rows(sql`update submission_drafts set updated_at = app_now() - interval '61 minutes'`)
  await sweepDrafts(db)
  expect(await left()).toBe(2)
  await db.rows(sql`update submission_drafts set updated_at = app_now() - interval '31 days'`)
  await sweepDrafts(db)
  expect(await left()).toBe(1)
  expect(await draftOf(db, member, open)).toBeDefined()
})
