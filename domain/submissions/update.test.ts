import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import {
  aSubmission,
  as,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { keepInvariants, testDatabase } from '#test/database.ts'
import { visibleImageWidths } from './queries.server.ts'
import { SUBMISSION_MESSAGES, WITHDRAWAL_MESSAGES } from './refusals.ts'
import { updateSubmission, versionOf } from './update.server.ts'
import { withdrawSubmission } from './withdraw.server.ts'

const { db, another } = await testDatabase()
keepInvariants(db)
const admin = await makeMember(db, { isAdmin: true })

interface Row {
  status: string
  title: string
  votes: number
  reason: string | null
  contentChangedAt: Date
  updatedAt: Date
}

async function submission(id: string): Promise<Row> {
  const row = await db.row<Row>(sql`
    select status, title, votes, rejection_reason as reason, content_changed_at as "contentChangedAt",
      updated_at as "updatedAt" from submissions where id = ${id}`)
  if (!row) throw new Error('no such submission')
  return row
}

function member() {
  return makeMember(db)
}

/** A challenge that was extended, with one vote for `voted` and none for `other`. */
async function extended(seed: Parameters<typeof makeChallenge>[1] = {}) {
  const [author, rival, voter] = [await member(), await member(), await member()]
  const challenge = await makeChallenge(db, seed)
  const voted = await makeSubmission(db, author, challenge)
  const other = await makeSubmission(db, rival, challenge)
  await openVoting(db, challenge)
  await castVote(db, as(voter), challenge, voted)
  await extendChallenge(db, as(admin), challenge)
  return { author, rival, voter, challenge, voted, other }
}

it.each([{ prompt: 'a heron, rain' }, { imageAlt: 'A heron in the rain' }])(
  'an edit to %o is a new version to review',
  async (change) => {
    const [author, challenge] = [await member(), await makeChallenge(db)]
    const image = await db.row<{ id: string }>(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes)
    values (gen_random_uuid(), ${author.id}, 'submission', 9, 9, '{9}', 9) returning id`)
    const input = { ...aSubmission, prompt: 'a heron', imageId: image?.id ?? null, imageAlt: 'A heron' }
    const id = await makeSubmission(db, author, challenge, input)
    await approveSubmission(db, as(admin), id)
    const before = await submission(id)
    await updateSubmission(db, as(author), id, { ...input, ...change })
    const after = await submission(id)
    expect(after.status).toBe('pending')
    expect(after.contentChangedAt.getTime()).toBeGreaterThan(before.contentChangedAt.getTime())
  },
)

describe('a submission of an extended secret ballot', () => {
  it('keeps its content with and without votes, so that votes are not revealed to authors', async () => {
    const { author, rival, challenge, voted, other } = await extended({ showVotes: false })
    for (const [viewer, id] of [
      [author, voted],
      [rival, other],
    ] as const) {
      expect(await updateSubmission(db, as(viewer), id, aSubmission)).toMatchObject({
        code: 'closed',
        message: SUBMISSION_MESSAGES.editFrozen,
      })
      expect(await withdrawSubmission({ db, files: noFiles }, as(viewer), challenge, id)).toMatchObject({
        message: WITHDRAWAL_MESSAGES.frozen,
      })
    }
    const late = await member()
    const added = await makeSubmission(db, late, challenge)
    expect(await updateSubmission(db, as(late), added, aSubmission)).toMatchObject({ ok: true })
    await rejectSubmission(db, as(admin), other, '')
    expect(await updateSubmission(db, as(rival), other, aSubmission)).toMatchObject({ ok: true })
  })
})

describe('a submission with votes', () => {
  it.each<Moderation>(['after', 'before'])('keeps its content, with moderation %s', async (moderation) => {
    const { author, rival, voted, other } = await extended()
    const before = await submission(voted)
    expect(
      await updateSubmission(db, as(author, moderation), voted, { ...aSubmission, title: 'Bait' }),
    ).toMatchObject({
      code: 'closed',
      message: SUBMISSION_MESSAGES.editFrozen,
    })
    expect(await submission(voted)).toEqual(before)
    expect(await updateSubmission(db, as(rival, moderation), other, aSubmission)).toMatchObject({ ok: true })
  })

  it('is protected by the database until the challenge is finished', async () => {
    const { challenge, voted } = await extended()
    const change = sql`update submissions set title = 'Bait' where id = ${voted}`
    await expect(db.rows(change)).rejects.toThrow('has votes')
    await db.rows(sql`update submissions set status = 'approved' where id = ${voted}`)
    await completeChallenge(db, as(admin), challenge)
    const { contentChangedAt } = await submission(voted)
    await db.rows(change)
    expect(await submission(voted)).toMatchObject({ title: 'Bait', contentChangedAt })
  })

  it('does not change after a concurrent vote', async () => {
    const challenges: string[] = []
    for (let round = 0; round < 12; round++) {
      const [author, voter] = [await member(), await member()]
      const challenge = await makeChallenge(db)
      challenges.push(challenge)
      const id = await makeSubmission(db, author, challenge)
      const elsewhere = another(1)
      await Promise.all([
        ...[1, 2, 3, 4].map((turn) =>
          updateSubmission(db, as(author), id, { ...aSubmission, title: `Turn ${turn}` }),
        ),
        openVoting(elsewhere, challenge)
          .then(() => castVote(elsewhere, as(voter), challenge, id))
          .then(() => extendChallenge(elsewhere, as(admin), challenge)),
      ])
    }
    const changed = await db.rows(sql`
      select s.id from submissions s join votes v on v.submission_id = s.id
      where s.content_changed_at > v.created_at and s.challenge_id = any(${challenges}::uuid[])`)
    expect(changed).toEqual([])
  })
})

describe('an edit', () => {
  it.each<Moderation>(['after', 'before'])(
    'sends an approved submission back, with moderation %s',
    async (moderation) => {
      const [author, challenge] = [await member(), await makeChallenge(db)]
      const id = await makeSubmission(db, author, challenge)
      await approveSubmission(db, as(admin), id)
      await updateSubmission(db, as(author, moderation), id, { ...aSubmission, title: 'Night market' })
      expect(await submission(id)).toMatchObject({ status: 'pending', title: 'Night market' })
      expect(await brokenInvariants(db)).toEqual([])
    },
  )

  it('restores a rejected submission, which counts and is paid again after each rejection', async () => {
    const [author, challenge] = [await member(), await makeChallenge(db)]
    const imageId = crypto.randomUUID()
    await db.rows(sql`
      insert into images (id, owner_id, purpose, width, height, widths, bytes)
      values (${imageId}, ${author.id}, 'submission', 9, 9, '{9}', 9)`)
    const content = { ...aSubmission, imageId }
    const id = await makeSubmission(db, author, challenge, content)
    await approveSubmission(db, as(admin), id)
    expect(await judgements(id)).toEqual(['submission_approved'])
    for (const round of [1, 2]) {
      await rejectSubmission(db, as(admin), id, 'Off topic')
      expect((await judgements(id)).at(-1)).toBe('submission_rejected')
      expect([await points(author.id), await participants(challenge)]).toEqual([0, 0])
      expect(await visibleImageWidths(db, as(null), imageId)).toBeUndefined()
      expect(await updateSubmission(db, as(author), id, { ...content, title: `Try ${round}` })).toMatchObject(
        {
          ok: true,
        },
      )
      expect(await submission(id)).toMatchObject({ status: 'pending', reason: null, title: `Try ${round}` })
      expect(await judgements(id)).toEqual([])
      expect([await points(author.id), await participants(challenge)]).toEqual([25, 1])
      expect(await visibleImageWidths(db, as(null), imageId)).toEqual([9])
      expect(await visibleImageWidths(db, as(null, 'before'), imageId)).toBeUndefined()
    }
    expect(
      await db.row(
        sql`select count(*)::int as n from audit_log where subject_id = ${id} and action = 'submission_rejected'`,
      ),
    ).toEqual({ n: 2 })
    await withdrawSubmission({ db, files: noFiles }, as(author), challenge, id)
    expect([await points(author.id), await participants(challenge)]).toEqual([0, 0])
  })

  it('pays again what the rejection took, and nothing if it took nothing', async () => {
    const [author, challenge] = [await member(), await makeChallenge(db)]
    const id = await makeSubmission(db, author, challenge)
    for (const [penalty, left] of [
      [-15, 10],
      [-10, 0],
      [40, 40],
    ] as const) {
      await adjustPoints(db, admin, { userId: author.id, change: penalty, description: '' })
      await rejectSubmission(db, as(admin), id, '')
      expect(await updateSubmission(db, as(author), id, aSubmission)).toMatchObject({ ok: true })
      expect(await points(author.id)).toBe(left)
    }
  })

  it('pays a rejected submission once for concurrent edits, and waits for a rejection', async () => {
    const [author, challenge] = [await member(), await makeChallenge(db)]
    const id = await makeSubmission(db, author, challenge)
    for (let round = 0; round < 6; round++) {
      await rejectSubmission(db, as(admin), id, '')
      await Promise.all([
        updateSubmission(db, as(author), id, aSubmission),
        updateSubmission(another(1), as(author), id, aSubmission),
        rejectSubmission(another(1), as(admin), id, ''),
      ])
      const { status } = await submission(id)
      const counted = status === 'rejected' ? [0, 0] : [25, 1]
      expect([await points(author.id), await participants(challenge)]).toEqual(counted)
      if (status === 'rejected') await updateSubmission(db, as(author), id, aSubmission)
    }
  })

  it('refuses a rejected submission after the deadline', async () => {
    const [author, challenge] = [await member(), await makeChallenge(db)]
    const id = await makeSubmission(db, author, challenge)
    await makeSubmission(db, await member(), challenge)
    await rejectSubmission(db, as(admin), id, '')
    await openVoting(db, challenge)
    expect(await updateSubmission(db, as(author), id, aSubmission)).toMatchObject({
      message: SUBMISSION_MESSAGES.notEditable,
    })
    expect(await submission(id)).toMatchObject({ status: 'rejected' })
  })
})

describe('the result', () => {
  it('breaks a tie by the earlier last change of content', async () => {
    const [stub, steady, ...voters] = await makeMembers(db, 4)
    const challenge = await makeChallenge(db)
    const first = await makeSubmission(db, stub, challenge)
    const second = await makeSubmission(db, steady, challenge)
    await updateSubmission(db, as(steady), second, aSubmission)
    const { contentChangedAt, updatedAt } = await submission(second)
    expect(contentChangedAt < updatedAt).toBe(true)
    await updateSubmission(db, as(stub), first, { ...aSubmission, tools: ['Suno'] })
    await openVoting(db, challenge)
    await castVote(db, as(voters[0] ?? null), challenge, first)
    await castVote(db, as(voters[1] ?? null), challenge, second)
    await completeChallenge(db, as(admin), challenge)
    expect(await winner(challenge)).toBe(second)
  })

  it('excludes pending submissions under moderation before publication until approval', async () => {
    const [author, rival, ...voters] = await makeMembers(db, 5)
    const challenge = await makeChallenge(db)
    const pending = await makeSubmission(db, author, challenge)
    const approved = await makeSubmission(db, rival, challenge)
    await approveSubmission(db, as(admin), approved)
    await openVoting(db, challenge)
    await castVote(db, as(voters[0] ?? null), challenge, pending)
    await castVote(db, as(voters[1] ?? null), challenge, pending)
    await castVote(db, as(voters[2] ?? null), challenge, approved)
    await completeChallenge(db, as(admin, 'before'), challenge)
    expect(await winner(challenge)).toBe(approved)
    expect(await brokenInvariants(db)).toEqual([])
    await approveSubmission(db, as(admin, 'before'), pending)
    expect(await winner(challenge)).toBe(pending)
    expect([await points(author.id), await points(rival.id)]).toEqual([25 + 10 + 25 + 100, 25 + 5 + 25])
  })

  it('lets voters withdraw votes for a submission that is no longer public', async () => {
    const [author, voter, stranger] = await makeMembers(db, 3)
    const { challenge, submission: id } = await makeBallot(db, { author })
    await castVote(db, as(voter), challenge, id)
    expect(await withdrawVote(db, as(stranger, 'before'), challenge, id)).toMatchObject({ code: 'not-found' })
    expect(await withdrawVote(db, as(voter, 'before'), challenge, id)).toEqual({
      ok: true,
      value: { votes: 0 },
    })
    expect(await castVote(db, as(voter, 'before'), challenge, id)).toMatchObject({ code: 'not-found' })
    expect([await points(author.id), await points(voter.id)]).toEqual([25, 0])
  })
})

/** What the author of a submission was told of its moderation. */
async function judgements(id: string): Promise<string[]> {
  const events = await db.rows<{ kind: string }>(
    sql`select kind from notification_events where submission_id = ${id} and kind <> 'submission_received' order by id`,
  )
  return events.map(({ kind }) => kind)
}

async function points(userId: string): Promise<number | undefined> {
  return (await db.row<{ points: number }>(sql`select points from users where id = ${userId}`))?.points
}

async function participants(challenge: string): Promise<number | undefined> {
  const row = await db.row<{ n: number }>(
    sql`select participant_count as n from challenges where id = ${challenge}`,
  )
  return row?.n
}

async function winner(challenge: string): Promise<string | null | undefined> {
  const row = await db.row<{ id: string | null }>(
    sql`select winner_submission_id as id from challenges where id = ${challenge}`,
  )
  return row?.id
}

it('is refused if another page has changed it since, but not when it is sent again', async () => {
  const author = await member()
  const id = await makeSubmission(db, author, await makeChallenge(db))
  const edit = async (title: string, base?: string) =>
    updateSubmission(db, as(author), id, { ...aSubmission, title }, base)
  const before = await versionOf(db, id)
  expect(await edit('On the phone', before)).toMatchObject({ ok: true })
  const refused = { ok: false, code: 'conflict', message: SUBMISSION_MESSAGES.changed }
  expect(await edit('On the laptop', before)).toMatchObject(refused)
  expect(await edit('On the phone', before)).toMatchObject({ ok: true })
  expect((await submission(id)).title).toBe('On the phone')
  expect(await edit('On the laptop', await versionOf(db, id))).toMatchObject({ ok: true })
  const now = await versionOf(db, id)
  const both = await Promise.all([edit('One', now), edit('Other', now)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})
