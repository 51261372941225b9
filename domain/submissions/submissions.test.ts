import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  aSubmission,
  as,
  daysFromNow,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { at, lockWait, testDatabase } from '#test/database.ts'
import { createSubmission } from './create.server.ts'
import { parseSubmission } from './form.server.ts'
import { allSubmissions, gallery, memberGallery, memberTools } from './galleries.server.ts'
import {
  memberSubmissions,
  recentSubmissions,
  submissionDetail,
  submissionForEditing,
} from './queries.server.ts'
import { SUBMISSION_MESSAGES } from './refusals.ts'
import { splitTools, suggestedTools } from './tools.ts'
import { updateSubmission } from './update.server.ts'
import { submissionToWithdraw, withdrawSubmission } from './withdraw.server.ts'

const { db, another } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })

async function oneMember() {
  return makeMember(db)
}

describe('createSubmission', () => {
  it('pays 25, counts the participant and starts as pending', async () => {
    const [member, challenge] = [await oneMember(), await makeChallenge(db)]
    const id = await makeSubmission(db, member, challenge)
    const row = await db.row(sql`
      select s.status, s.votes, c.participant_count, u.points
      from submissions s join challenges c on c.id = s.challenge_id join users u on u.id = s.user_id where s.id = ${id}`)
    expect(row).toEqual({ status: 'pending', votes: 0, participant_count: 1, points: 25 })
  })

  it('accepts one of 20 concurrent submissions over two processes', async () => {
    const [member, challenge] = [await oneMember(), await makeChallenge(db)]
    const elsewhere = another()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        createSubmission(turn % 2 ? db : elsewhere, as(member), challenge, aSubmission),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.find((outcome) => !outcome.ok)).toMatchObject({
      code: 'conflict',
      message: SUBMISSION_MESSAGES.alreadySubmitted,
    })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('%i ms from the deadline: accepted is %s, with or without the schedule', async (offset, accepted) => {
    const deadline = new Date('2027-05-01T12:00:00Z')
    const [member, challenge] = [await oneMember(), await makeChallenge(db, { deadline })]
    const outcome = await at(db, new Date(deadline.getTime() + offset), (tx) =>
      createSubmission(tx, as(member), challenge, aSubmission),
    )
    expect(outcome).toMatchObject(
      accepted ? { ok: true } : { code: 'closed', message: SUBMISSION_MESSAGES.deadlinePassed },
    )
  })

  it.each(['challenges', 'users'])(
    'is refused if it waited for a row of %s beyond the deadline',
    async (table) => {
      const member = await oneMember()
      const challenge = await makeChallenge(db)
      const entries = [await makeChallenge(db), await makeChallenge(db)] as const
      const changed = await makeSubmission(db, member, entries[0])
      const withdrawn = await makeSubmission(db, member, entries[1])
      const challenges = [challenge, ...entries]
      await db.rows(sql`
        update challenges set deadline = clock_timestamp() + interval '1 s' where id = any(${challenges}::uuid[])`)
      const rows = table === 'users' ? [member.id] : challenges
      const elsewhere = another(3)
      const { pending } = await db.transaction(async (tx) => {
        await tx.rows(sql`select from ${raw(table)} where id = any(${rows}::uuid[]) for update`)
        const pending = [
          createSubmission(elsewhere, as(member), challenge, aSubmission),
          updateSubmission(elsewhere, as(member), changed, { ...aSubmission, title: 'Late' }),
          withdrawSubmission({ db: elsewhere, files: noFiles }, as(member), entries[1], withdrawn),
        ]
        await lockWait(db, pending.length)
        await tx.rows(
          sql`select pg_sleep_until(max(deadline)) from challenges where id = any(${challenges}::uuid[])`,
        )
        return { pending }
      })
      const closed = { ok: false, code: 'closed' }
      expect(await Promise.all(pending)).toMatchObject([closed, closed, closed])
      expect(await db.rows(sql`select title from submissions where user_id = ${member.id}`)).toEqual([
        { title: aSubmission.title },
        { title: aSubmission.title },
      ])
    },
  )

  it('refuses visitors, closed and unknown challenges, drafts and images of others', async () => {
    const member = await oneMember()
    const voting = await makeChallenge(db, { status: 'voting' })
    const draft = await makeChallenge(db, { status: 'draft' })
    expect(await createSubmission(db, as(null), voting, aSubmission)).toMatchObject({
      code: 'signed-out',
      message: SUBMISSION_MESSAGES.signIn,
    })
    expect(await createSubmission(db, as(member), voting, aSubmission)).toMatchObject({
      code: 'closed',
      message: SUBMISSION_MESSAGES.notActive,
    })
    expect(await createSubmission(db, as(member), draft, aSubmission)).toMatchObject({ code: 'not-found' })
    expect(
      await createSubmission(db, as(member), '019ac000-0000-7000-8000-000000000000', aSubmission),
    ).toMatchObject({ code: 'not-found' })
    const imageId = '019ac000-0000-7000-8000-000000000001'
    await db.rows(sql`
      insert into images (id, owner_id, purpose, width, height, widths, bytes) values (${imageId}, ${admin.id}, 'submission', 9, 9, '{9}', 9)`)
    const open = await makeChallenge(db)
    expect(await createSubmission(db, as(member), open, { ...aSubmission, imageId })).toMatchObject({
      code: 'invalid',
    })
    expect(await createSubmission(db, as(admin), open, { ...aSubmission, imageId })).toMatchObject({
      ok: true,
    })
  })
})

describe('updateSubmission', () => {
  it('updates only the viewer’s own submission, while the challenge is active', async () => {
    const [owner, other] = await makeMembers(db, 2)
    const challenge = await makeChallenge(db)
    const id = await makeSubmission(db, owner, challenge)
    expect(await updateSubmission(db, as(other), id, { ...aSubmission, title: 'Mine now' })).toMatchObject({
      code: 'not-found',
      message: SUBMISSION_MESSAGES.notOwner,
    })
    const changed = {
      title: 'Quiet garden',
      description: 'Snow.',
      creationProcess: 'Slowly.',
      prompt: 'a garden of static\n--no birds',
      contentUrl: 'https://example.org/garden',
      tools: ['Suno', 'Krita'],
    }
    expect(await updateSubmission(db, as(owner), id, { ...aSubmission, ...changed })).toMatchObject({
      ok: true,
    })
    expect(await submissionDetail(db, as(null), challenge, id)).toMatchObject(changed)
    await db.rows(
      sql`update challenges set deadline = app_now(), voting_ends_at = app_now() + interval '1 day' where id = ${challenge}`,
    )
    expect(await updateSubmission(db, as(owner), id, aSubmission)).toMatchObject({
      code: 'closed',
      message: SUBMISSION_MESSAGES.notEditable,
    })
  })
})

describe('visibility', () => {
  it('hides rejected submissions from everyone but author and administrators', async () => {
    const [owner, other] = await makeMembers(db, 2)
    const challenge = await makeChallenge(db)
    const id = await makeSubmission(db, owner, challenge)
    await db.rows(
      sql`update submissions set status = 'rejected', rejection_reason = 'Off topic' where id = ${id}`,
    )
    await db.rows(sql`update challenges set participant_count = 0 where id = ${challenge}`)
    for (const viewer of [null, other])
      expect(await submissionDetail(db, as(viewer), challenge, id)).toBeUndefined()
    for (const viewer of [owner, admin])
      expect(await submissionDetail(db, as(viewer), challenge, id)).toMatchObject({
        rejectionReason: 'Off topic',
      })
    for (const viewer of [null, owner])
      expect(await gallery(db, as(viewer), challenge, 6)).toEqual({ submissions: [], total: 0 })
  })

  it('hides others’ submissions until the deadline if show_submissions is off', async () => {
    const [owner, other] = await makeMembers(db, 2)
    const challenge = await makeChallenge(db, { showSubmissions: false, deadline: daysFromNow(1) })
    const id = await makeSubmission(db, owner, challenge)
    const seen = async (viewer: typeof owner | null, instant: Date) =>
      at(db, instant, async (tx) => Boolean(await submissionDetail(tx, as(viewer), challenge, id)))
    expect([
      await seen(null, new Date()),
      await seen(other, new Date()),
      await seen(owner, new Date()),
    ]).toEqual([false, false, true])
    expect([await seen(null, daysFromNow(1.01)), await seen(other, daysFromNow(1.01))]).toEqual([true, true])
    expect(await at(db, daysFromNow(1.01), (tx) => gallery(tx, as(null), challenge, 6))).toMatchObject({
      total: 1,
    })
    expect((await recentSubmissions(db, as(other), 50)).map((submission) => submission.id)).not.toContain(id)
    expect(
      (await memberSubmissions(db, as(other), owner.id, 4)).map((submission) => submission.id),
    ).not.toContain(id)
  })

  it('hides submissions of a challenge that becomes a draft again, also from their authors', async () => {
    const [owner, challenge] = [await oneMember(), await makeChallenge(db)]
    const id = await makeSubmission(db, owner, challenge, { tools: ['Draftsman'] })
    const byKind = { kind: null, sort: 'newest', page: 1 } as const
    const byTool = { tool: null, sort: 'newest', page: 1 } as const
    const visibleTo = async (viewer: typeof owner | null) =>
      [
        ...(await memberSubmissions(db, as(viewer), owner.id, 4)),
        ...(await recentSubmissions(db, as(viewer), 50)),
        ...(await allSubmissions(db, as(viewer), byKind)).submissions,
        ...(await memberGallery(db, as(viewer), owner.id, byTool)).submissions,
        await submissionDetail(db, as(viewer), challenge, id),
        await submissionForEditing(db, as(viewer), challenge, id),
        await submissionToWithdraw(db, as(viewer), challenge, id),
      ].filter((found) => found?.challengeTitle === 'A secret')
    await db.rows(sql`update challenges set status = 'draft', title = 'A secret' where id = ${challenge}`)
    for (const viewer of [null, owner, await oneMember()]) expect(await visibleTo(viewer)).toEqual([])
    expect(await memberTools(db, as(owner), owner.id)).toEqual([])
    expect(await visibleTo(admin)).toHaveLength(6)
  })

  it('hides vote counts until completion if show_votes is off', async () => {
    const [owner, challenge] = [await oneMember(), await makeChallenge(db, { showVotes: false })]
    const id = await makeSubmission(db, owner, challenge)
    for (const viewer of [null, owner, admin]) {
      const page = await submissionDetail(db, as(viewer), challenge, id)
      expect([page?.votes, page?.challengeVotes]).toEqual([null, null])
    }
    await db.rows(
      sql`update challenges set status = 'completed', completed_at = app_now() where id = ${challenge}`,
    )
    expect((await submissionDetail(db, as(null), challenge, id))?.votes).toBe(0)
    await db.rows(sql`update challenges set status = 'draft', completed_at = null where id = ${challenge}`)
  })

  it('shows only the author that a submission can no longer change', async () => {
    const [owner, other, challenge] = [await oneMember(), await oneMember(), await makeChallenge(db)]
    const id = await makeSubmission(db, owner, challenge)
    await openVoting(db, challenge)
    expect(await castVote(db, as(other), challenge, id)).toMatchObject({ ok: true })
    for (const query of [submissionDetail, submissionForEditing]) {
      for (const viewer of [null, other])
        expect((await query(db, as(viewer), challenge, id))?.isFrozen).toBe(false)
      expect((await query(db, as(owner), challenge, id))?.isFrozen).toBe(true)
    }
  })

  it('shows only approved submissions under moderation before publication', async () => {
    const [owner, challenge] = [await oneMember(), await makeChallenge(db)]
    const id = await makeSubmission(db, owner, challenge)
    expect(await submissionDetail(db, as(null, 'before'), challenge, id)).toBeUndefined()
    expect(await submissionDetail(db, as(owner, 'before'), challenge, id)).toBeDefined()
    await db.rows(sql`update submissions set status = 'approved' where id = ${id}`)
    expect(await submissionDetail(db, as(null, 'before'), challenge, id)).toBeDefined()
  })
})

describe('parseSubmission', () => {
  const fields = {
    title: 'Static garden',
    description: 'Rain.',
    aiTools: ' Midjourney, ,midjourney ,Suno',
    termsAccepted: 'on',
  }

  it('parses the fields, splitting and trimming tools', () => {
    expect(parseSubmission(fields, 'image')).toEqual({
      ok: true,
      submission: {
        title: 'Static garden',
        description: 'Rain.',
        creationProcess: null,
        prompt: null,
        contentUrl: null,
        imageAlt: null,
        tools: ['Midjourney', 'Suno'],
      },
    })
    expect(splitTools(' , ,')).toEqual([])
    const prompt = `${'x'.repeat(1998)}\ny`
    expect(parseSubmission({ ...fields, prompt: ` ${prompt} ` }, 'image')).toMatchObject({
      submission: { prompt },
    })
  })

  it('are suggested for the last part of the text, without those before it', () => {
    const suggested = (text: string) => suggestedTools(text, ['Suno', 'Krita']).map(({ value }) => value)
    expect(suggested('Kr')).toEqual(['Suno', 'Krita'])
    expect(suggested('suno , Topaz,Kr')).toEqual(['suno, Topaz, Krita'])
  })

  it('requires a tool that can be seen', () => {
    const parsed = parseSubmission({ ...fields, aiTools: '\u2800,\u3164' }, 'image')
    expect(parsed).toMatchObject({ ok: false, errors: { aiTools: 'AI tools are required' } })
  })

  it('reports every missing field', () => {
    const parsed = parseSubmission({}, 'video')
    expect(parsed).toMatchObject({ ok: false })
    expect(!parsed.ok && Object.keys(parsed.errors).toSorted()).toEqual([
      'aiTools',
      'contentUrl',
      'description',
      'termsAccepted',
      'title',
    ])
  })

  it.each([
    ['audio', true],
    ['video', true],
    ['special', true],
    ['image', false],
    ['text', false],
    ['code', false],
  ] as const)('for %s the content URL is required: %s', (kind, required) => {
    expect(parseSubmission(fields, kind).ok).toBe(!required)
    expect(parseSubmission({ ...fields, contentUrl: 'https://youtu.be/aqz-KE-bpKQ' }, kind).ok).toBe(true)
    expect(parseSubmission({ ...fields, contentUrl: 'javascript:alert(1)' }, kind).ok).toBe(false)
  })

  it.each(['\u0301', ' \u0301\u0308 '])('refuses a title of accents only: %j', (title) => {
    expect(parseSubmission({ ...fields, title }, 'image')).toMatchObject({
      errors: { title: 'Title is required' },
    })
    expect(parseSubmission({ ...fields, title: `🔥${title}` }, 'image').ok).toBe(true)
  })

  it('refuses unknown fields', () => {
    expect(parseSubmission({ ...fields, user_id: admin.id }, 'image').ok).toBe(false)
    expect(parseSubmission({ ...fields, votes: '99' }, 'image').ok).toBe(false)
  })
})

it('tells moderators alone whether a judgement can be undone', async () => {
  const challenge = await makeChallenge(db)
  const id = await makeSubmission(db, await makeMember(db), challenge)
  const isUndoable = async (viewer: Parameters<typeof as>[0]) =>
    (await submissionDetail(db, as(viewer), challenge, id))?.isUndoable
  expect(await isUndoable(admin)).toBe(false)
  await db.rows(sql`update submissions set status = 'approved', moderation_date = app_now() where id = ${id}`)
  expect(await isUndoable(admin)).toBe(true)
  for (const viewer of [await oneMember(), null]) expect(await isUndoable(viewer)).toBeNull()
})
