import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { deleteSubmission } from '#domain/moderation/commands.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import {
  anAdmin,
  as,
  makeBallot,
  makeChallenge,
  makeMember,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { DAYS_SHOWN, dailyActivity } from './dashboard.server.ts'

const { db } = await testDatabase()
const now = '2026-11-21T12:00:00Z'

beforeEach(async () => {
  await db.rows(sql`truncate users, challenges, submissions, votes, points_log, rank_history cascade`)
})

/** The days that are not empty, as '2026-11-21' -> [sign-ups, entries, votes]. */
async function busy(moment: string = now): Promise<Record<string, readonly number[]>> {
  const days = await at(db, moment, (tx) => dailyActivity(tx, anAdmin))
  const counts = days.map(
    ({ day, signUps, submissions, votes }) => [day, [signUps, submissions, votes]] as const,
  )
  return Object.fromEntries(counts.filter(([, numbers]) => numbers.some((number) => number > 0)))
}

function join(...moments: string[]) {
  return Promise.all(
    moments.map(async (moment) => {
      const { id } = await makeMember(db)
      await db.rows(sql`update users set joined_date = ${moment} where id = ${id}`)
    }),
  )
}

describe('dailyActivity', () => {
  it('returns the last 30 days in UTC, with zeros for empty days', async () => {
    const days = await at(db, now, (tx) => dailyActivity(tx, anAdmin))
    expect(days).toHaveLength(DAYS_SHOWN)
    expect(days[0]).toEqual({ day: '2026-10-23', signUps: 0, submissions: 0, votes: 0 })
    expect(days.at(-1)?.day).toBe('2026-11-21')
  })

  it('counts events on their day in UTC, and none before the first day', async () => {
    await join(
      '2026-11-19T23:59:59.999Z',
      '2026-11-20T00:00:00Z',
      '2026-11-20T23:59:59.999Z',
      '2026-11-21T00:00:00Z',
    )
    await join('2026-10-22T23:59:59.999Z', '2026-10-23T00:00:00Z')
    expect(await busy()).toEqual({
      '2026-10-23': [1, 0, 0],
      '2026-11-19': [1, 0, 0],
      '2026-11-20': [2, 0, 0],
      '2026-11-21': [1, 0, 0],
    })
    expect(Object.keys(await busy('2026-11-22T00:00:00Z'))).not.toContain('2026-10-23')
  })

  it('uses days in UTC for any time zone of the connection', async () => {
    await join('2026-11-20T00:30:00Z')
    const days = await db.transaction(async (tx) => {
      await tx.rows(sql`set local timezone = 'America/New_York'`)
      await tx.rows(sql`select set_config('app.now', ${'2026-11-21T01:00:00Z'}, true)`)
      return dailyActivity(tx, anAdmin)
    })
    expect(days.at(-1)?.day).toBe('2026-11-21')
    expect(days.at(-2)).toMatchObject({ day: '2026-11-20', signUps: 1 })
  })

  it('no longer counts submissions and votes that were withdrawn or deleted', async () => {
    const author = await makeMember(db)
    const voter = await makeMember(db)
    const { challenge, submission } = await makeBallot(db, { author })
    await castVote(db, as(voter), challenge, submission)
    const today = (await dailyActivity(db, anAdmin)).at(-1)
    expect(today).toMatchObject({ signUps: 2, submissions: 1, votes: 1 })
    await withdrawVote(db, as(voter), challenge, submission)
    expect((await dailyActivity(db, anAdmin)).at(-1)).toMatchObject({ submissions: 1, votes: 0 })
    await castVote(db, as(voter), challenge, submission)
    const admin = await makeMember(db, { isAdmin: true })
    expect(await deleteSubmission({ db, files: noFiles }, as(admin), submission)).toMatchObject({ ok: true })
    expect((await dailyActivity(db, anAdmin)).at(-1)).toMatchObject({ signUps: 3, submissions: 0, votes: 0 })
  })
})

it('counts the votes of a secret ballot from its completion', async () => {
  const [author, voter, challenge] = [
    await makeMember(db),
    await makeMember(db),
    await makeChallenge(db, { showVotes: false }),
  ]
  const submission = await makeSubmission(db, author, challenge)
  await openVoting(db, challenge)
  await castVote(db, as(voter), challenge, submission)
  const votesToday = async () => (await dailyActivity(db, anAdmin)).at(-1)?.votes
  expect(await votesToday()).toBe(0)
  const admin = await makeMember(db, { isAdmin: true })
  expect(await completeChallenge(db, as(admin), challenge)).toMatchObject({ ok: true })
  expect(await votesToday()).toBe(1)
  await extendChallenge(db, as(admin), challenge)
  expect(await votesToday()).toBe(0)
})
