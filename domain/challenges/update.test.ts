import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { cancelChallenge } from '#domain/lifecycle/commands.server.ts'
import { lifecycleSteps } from '#domain/lifecycle/completion.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  anAdmin,
  as,
  daysFromNow,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { keepInvariants, lockWait, testDatabase } from '#test/database.ts'
import { CHALLENGE_FIELDS, FIELD_NAMES, type FieldName, type FieldsWith } from './fields.ts'
import type { ChallengeForm } from './form.server.ts'
import { challengeSettings } from './queries.server.ts'
import { type ChallengeStatus, STATUSES, statusChoices } from './rules.ts'
import { CHALLENGE_FORM_MESSAGES } from './timeline.ts'
import { updateChallenge } from './update.server.ts'

const { db, another } = await testDatabase()
keepInvariants(db)
const keeper = await makeMember(db, { isAdmin: true })
const admin = as(keeper)
const imageId = await makeImage()
const noAdmins = { emails: [], userIds: [] }

const form: ChallengeForm = {
  title: 'Night market',
  description: 'Draw what is sold after dark.',
  requirements: 'One\nTwo',
  kind: 'code',
  type: 'monthly',
  status: 'draft',
  startDate: null,
  deadline: daysFromNow(5),
  votingOpensAt: daysFromNow(6),
  votingClosesAt: daysFromNow(9),
  showSubmissions: false,
  showVotes: false,
  allowVoting: true,
  allowComments: false,
  voters: 'everyone',
}

function revise(id: string, change: Partial<ChallengeForm>, scope = admin) {
  return updateChallenge(db, scope, id, { form: { ...form, ...change }, imageId }, lifecycleSteps)
}

it('saves every field of the form', async () => {
  const id = await makeChallenge(db)
  expect(await revise(id, { status: 'upcoming', startDate: daysFromNow(1) })).toEqual({
    ok: true,
    value: { id },
  })
  expect(await db.row(sql`select * from challenges where id = ${id}`)).toMatchObject({
    title: form.title,
    description: form.description,
    requirements: form.requirements,
    kind: 'code',
    type: 'monthly',
    status: 'upcoming',
    is_active: false,
    start_date: expect.any(Date),
    deadline: form.deadline,
    voting_opens_at: form.votingOpensAt,
    voting_closes_at: form.votingClosesAt,
    show_submissions: false,
    show_votes: false,
    allow_voting: true,
    allow_comments: false,
    image_id: imageId,
    image_url: `/media/${imageId}`,
  })
  const saved = { ...form, status: 'upcoming', startDate: expect.any(Date) }
  expect(await challengeSettings(db, anAdmin, id)).toEqual({
    ...saved,
    id,
    imageId,
    version: 1,
    hasSubmissions: false,
  })
})

describe('the version of a challenge', () => {
  const moments: Record<FieldsWith<'moment'>, Date> = {
    startDate: daysFromNow(1),
    deadline: daysFromNow(6),
    votingOpensAt: daysFromNow(8),
    votingClosesAt: daysFromNow(9),
  }

  it.each(FIELD_NAMES)('counts a change of %s', async (name) => {
    const id = await makeChallenge(db, { status: 'draft' })
    const before = await challengeSettings(db, anAdmin, id)
    if (!before) throw new Error('no challenge')
    const value = changed(name, before[name])
    await db.rows(
      sql`update challenges set ${raw(CHALLENGE_FIELDS[name].column)} = ${value} where id = ${id}`,
    )
    expect(await challengeSettings(db, anAdmin, id)).toEqual({
      ...before,
      [name]: value,
      version: before.version + 1,
    })
  })

  it('ignores counters and times', async () => {
    const id = await makeChallenge(db, { status: 'active' })
    await makeSubmission(db, await makeMember(db), id)
    await db.rows(
      sql`update challenges set activated_at = app_now(), updated_at = app_now() where id = ${id}`,
    )
    expect(await db.row(sql`select version, participant_count from challenges where id = ${id}`)).toEqual({
      version: 0,
      participant_count: 1,
    })
  })

  function changed(name: FieldName, before: unknown): string | boolean | Date | null {
    const field = CHALLENGE_FIELDS[name]
    if (field.input === 'choice') return field.choices.find((choice) => choice !== before) ?? null
    if (field.input === 'checkbox') return !before
    if (field.input === 'image') return imageId
    return name in moments ? moments[name as keyof typeof moments] : 'Changed'
  }
})

describe.each(STATUSES)('a challenge that is %s', (before) => {
  it.each(statusChoices(before))('can be changed to %s by the form', async (status) => {
    const id = await makeChallenge(db, { status: before })
    expect(await revise(id, { status })).toMatchObject({ ok: true })
    const active = status === 'active' || status === 'voting'
    expect(await state(id)).toMatchObject({ status, active })
  })

  it('refuses a status that is not offered', async () => {
    const id = await makeChallenge(db, { status: before })
    const others = STATUSES.filter((status) => !statusChoices(before).includes(status))
    expect(others.length).toBeGreaterThan(0)
    for (const status of others)
      expect(await revise(id, { status })).toMatchObject({ message: CHALLENGE_FORM_MESSAGES.status })
    expect(await state(id)).toMatchObject({ status: before })
  })
})

it('completed by the form, the winner is counted and paid; leaving completed takes it back', async () => {
  const [author, voter] = await makeMembers(db, 2)
  const { challenge: id, submission } = await makeBallot(db, { author })
  await castVote(db, as(voter), id, submission)
  expect(await revise(id, { status: 'completed', showVotes: true })).toMatchObject({ ok: true })
  expect(await state(id)).toEqual({ status: 'completed', active: false, winner: author.id })
  expect(await points(author.id)).toBe(25 + 5 + 100)
  for (const status of ['active', 'completed', 'draft'] as ChallengeStatus[]) {
    expect(await revise(id, { status, showVotes: true })).toMatchObject({ ok: true })
    const completed = status === 'completed'
    expect((await state(id))?.winner).toBe(completed ? author.id : null)
    expect(await points(author.id)).toBe(25 + 5 + (completed ? 100 : 0))
  }
})

it('pays votes when the form shows them, and takes their points back when it hides them', async () => {
  const [author, voter] = await makeMembers(db, 2)
  const { challenge: id, submission } = await makeBallot(db, { author, showVotes: false })
  await castVote(db, as(voter), id, submission)
  expect([await points(author.id), await points(voter.id)]).toEqual([25, 0])
  const open = { status: 'voting', deadline: daysFromNow(-1), votingOpensAt: null } as const
  for (const showVotes of [true, true, false, false, true, false]) {
    expect(await revise(id, { ...open, showVotes })).toMatchObject({ ok: true })
    expect([await points(author.id), await points(voter.id)]).toEqual(showVotes ? [30, 1] : [25, 0])
  }
  for (const status of ['completed', 'active', 'completed', 'draft', 'completed'] as const) {
    expect(await revise(id, { status })).toMatchObject({ ok: true })
    const isCompleted = status === 'completed'
    expect([await points(author.id), await points(voter.id)]).toEqual(isCompleted ? [130, 1] : [25, 0])
  }
  // Shown from the second completion on, the votes stay paid when the challenge opens again.
  for (const status of ['completed', 'active'] as const)
    expect(await revise(id, { status, showVotes: true })).toMatchObject({ ok: true })
  expect([await points(author.id), await points(voter.id)]).toEqual([30, 1])
})

describe('a canceled challenge', () => {
  async function canceledBallot(showVotes: boolean) {
    const [author, voter] = await makeMembers(db, 2)
    const { challenge: id, submission } = await makeBallot(db, { author, showVotes })
    await castVote(db, as(voter), id, submission)
    await cancelChallenge(db, admin, id, 'Too few of us')
    return { id, author, voter }
  }

  it.each(['draft', 'upcoming', 'active'] as const)(
    'loses entries and votes of deleted accounts when the form makes it %s',
    async (status) => {
      const voted = await canceledBallot(true)
      const entered = await canceledBallot(true)
      for (const { id } of [voted.voter, entered.author])
        expect((await deleteMember({ db, files: noFiles }, id, 'keep', noAdmins)).ok).toBe(true)
      for (const { id } of [voted, entered])
        expect(await revise(id, { status, showVotes: true })).toMatchObject({ ok: true })
      expect(await db.rows(sql`select votes from submissions where challenge_id = ${voted.id}`)).toEqual([
        { votes: 0 },
      ])
      expect(await db.rows(sql`select from submissions where challenge_id = ${entered.id}`)).toEqual([])
      expect(await brokenInvariants(db)).toEqual([])
    },
  )

  it.each(['draft', 'upcoming', 'active'] as const)(
    'keeps that the counts of its secret ballot were shown when the form makes it %s',
    async (status) => {
      const { id } = await canceledBallot(false)
      expect(await revise(id, { status })).toMatchObject({ ok: true })
      expect(await revise(id, { status: 'active' })).toMatchObject({ ok: true })
      expect(
        await db.row(
          sql`select hides_votes as hidden, votes_shown_at as at from challenges where id = ${id}`,
        ),
      ).toEqual({ hidden: true, at: expect.any(Date) })
    },
  )

  it('that the form completes is completed then, not when it was canceled', async () => {
    const { id } = await canceledBallot(false)
    await db.rows(sql`update challenges set completed_at = app_now() - interval '30 days' where id = ${id}`)
    expect(await revise(id, { status: 'completed' })).toMatchObject({ ok: true })
    expect(
      await db.row(sql`
        select k.completed_at - c.completed_at < interval '1 day' as same, c.votes_shown_at as shown
        from challenges c join completions k on k.challenge_id = c.id where c.id = ${id}`),
    ).toEqual({ same: true, shown: null })
  })
})

describe('the form is not saved', () => {
  it('for an open challenge whose deadline has passed', async () => {
    const passed = { deadline: daysFromNow(-1), votingOpensAt: null, votingClosesAt: null }
    const id = await makeChallenge(db, { status: 'draft' })
    for (const status of ['active', 'upcoming'] as const)
      expect(await revise(id, { ...passed, status })).toMatchObject({
        message: CHALLENGE_FORM_MESSAGES.deadlinePassed,
      })
    expect(await revise(id, { ...passed, status: 'draft' })).toMatchObject({ ok: true })
  })

  it('if it switches voting off while votes are cast', async () => {
    const id = await makeChallenge(db, { status: 'voting' })
    expect(await revise(id, { status: 'voting', allowVoting: false })).toMatchObject({
      message: CHALLENGE_FORM_MESSAGES.votingRuns,
    })
  })

  it('if it switches voting on or off after the completion', async () => {
    const id = await makeChallenge(db, { status: 'completed' })
    expect(await revise(id, { status: 'completed', allowVoting: true })).toMatchObject({ ok: true })
    expect(await revise(id, { status: 'completed', allowVoting: false })).toMatchObject({
      message: CHALLENGE_FORM_MESSAGES.votingOver,
    })
  })

  it('without an image', async () => {
    const id = await makeChallenge(db)
    expect(await updateChallenge(db, admin, id, { form, imageId: null }, lifecycleSteps)).toMatchObject({
      message: CHALLENGE_FORM_MESSAGES.image,
    })
  })

  it('with an image that is deleted concurrently', async () => {
    const id = await makeChallenge(db)
    const deleted = await makeImage()
    const saving = await another().transaction(async (tx) => {
      await tx.rows(sql`delete from images where id = ${deleted}`)
      const update = { form, imageId: deleted }
      const outcome = updateChallenge(db, admin, id, update, lifecycleSteps).catch(() => null)
      await lockWait(tx)
      return { outcome }
    })
    expect(await saving.outcome).toMatchObject({ message: CHALLENGE_FORM_MESSAGES.image })
  })

  it('for anyone but administrators', async () => {
    const id = await makeChallenge(db)
    for (const viewer of [null, await makeMember(db)])
      expect(await revise(id, {}, as(viewer))).toMatchObject({ code: 'forbidden' })
    expect(await state(id)).toMatchObject({ status: 'active' })
  })
})

describe('the counts of a running ballot', () => {
  async function ballot(showVotes: boolean) {
    const id = await makeChallenge(db, { showVotes })
    await makeSubmission(db, await makeMember(db), id)
    await openVoting(db, id)
    const dates = { deadline: daysFromNow(-0.01), votingOpensAt: null, votingClosesAt: daysFromNow(2) }
    return { id, voting: { ...dates, status: 'voting' as const } }
  }

  it('are shown after a confirmation', async () => {
    const { id, voting } = await ballot(false)
    const shown = { form: { ...form, ...voting, showVotes: true }, imageId }
    const ask = { ok: false, message: CHALLENGE_FORM_MESSAGES.confirmShowing }
    expect(
      await updateChallenge(db, admin, id, { ...shown, isConfirmed: false }, lifecycleSteps),
    ).toMatchObject(ask)
    expect((await updateChallenge(db, admin, id, { ...shown, isConfirmed: true }, lifecycleSteps)).ok).toBe(
      true,
    )
    expect((await revise(id, voting)).ok).toBe(true)
    expect(await db.row(sql`select votes_shown_at as at from challenges where id = ${id}`)).toEqual({
      at: expect.any(Date),
    })
  })

  it.each([true, false])(
    'are not changed by an administrator with an entry (shown: %s)',
    async (showVotes) => {
      const { id, voting } = await ballot(showVotes)
      await db.rows(
        sql`update challenges set status = 'active', deadline = app_now() + interval '1 h' where id = ${id}`,
      )
      const entrant = await makeMember(db, { isAdmin: true })
      await makeSubmission(db, entrant, id)
      await openVoting(db, id)
      const change = { ...voting, showVotes: !showVotes }
      expect(await revise(id, change, as(entrant))).toMatchObject({
        message: CHALLENGE_FORM_MESSAGES.ownContest,
      })
      expect((await revise(id, { ...voting, showVotes }, as(entrant))).ok).toBe(true)
      expect((await revise(id, change)).ok).toBe(true)
    },
  )

  it('are not final by a date in the past', async () => {
    const { id, voting } = await ballot(true)
    const ended = { ...voting, showVotes: true, deadline: daysFromNow(-2), votingClosesAt: daysFromNow(-1) }
    expect(await revise(id, ended)).toMatchObject({ message: CHALLENGE_FORM_MESSAGES.votingEndPassed })
    await db.rows(
      sql`update challenges set deadline = ${ended.deadline}, voting_ends_at = ${ended.votingClosesAt} where id = ${id}`,
    )
    expect((await revise(id, ended)).ok).toBe(true)
  })
})

function state(id: string) {
  return db.row<{ winner: string | null }>(
    sql`select status, is_active as active, winner_id as winner from challenges where id = ${id}`,
  )
}

async function points(userId: string): Promise<number | undefined> {
  return (await db.row<{ points: number }>(sql`select points from users where id = ${userId}`))?.points
}

async function makeImage(): Promise<string> {
  const image = await db.row<{ id: string }>(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes)
    values (gen_random_uuid(), ${keeper.id}, 'challenge', 9, 9, '{9}', 9) returning id`)
  return image?.id ?? ''
}
