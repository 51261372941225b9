import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { castVote, moveVote, withdrawVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import {
  aSubmission,
  as,
  makeChallenge,
  makeMember,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'

const { db, another } = await testDatabase()
const schedule = another(1)

/** A challenge with two submissions, a vote and a withdrawn submission, whose current phase has just ended. */
async function seedEnded(phase: 'submissions' | 'voting') {
  const [author, rival, voter, leaver] = [
    await makeMember(db),
    await makeMember(db),
    await makeMember(db),
    await makeMember(db),
  ]
  const challenge = await makeChallenge(db)
  const submission = await makeSubmission(db, author, challenge)
  const other = await makeSubmission(db, rival, challenge)
  const left = await makeSubmission(db, leaver, challenge)
  await withdrawSubmission({ db, files: noFiles }, as(leaver), challenge, left)
  if (phase === 'voting') {
    await openVoting(db, challenge)
    await castVote(db, as(voter), challenge, submission)
    await db.rows(sql`update challenges set voting_ends_at = app_now() where id = ${challenge}`)
  } else {
    await db.rows(sql`update challenges set deadline = app_now() where id = ${challenge}`)
  }
  return { author, voter, leaver, challenge, submission, other }
}

type Ended = Awaited<ReturnType<typeof seedEnded>>

// A schedule skips a locked challenge, so a flood of such commands would delay what is due.
it.each<[string, 'submissions' | 'voting', (tx: Db, ended: Ended) => Promise<unknown>]>([
  ['a vote', 'voting', (tx, { leaver, challenge, other }) => castVote(tx, as(leaver), challenge, other)],
  [
    'a withdrawal of a vote',
    'voting',
    (tx, { voter, challenge, submission }) => withdrawVote(tx, as(voter), challenge, submission),
  ],
  [
    'a move of a vote',
    'voting',
    (tx, { voter, challenge, other }) => moveVote(tx, as(voter), challenge, other),
  ],
  [
    'a second submission',
    'submissions',
    (tx, { leaver, challenge }) => createSubmission(tx, as(leaver), challenge, aSubmission),
  ],
  [
    'a withdrawal of a submission',
    'submissions',
    (tx, { author, challenge, submission }) =>
      withdrawSubmission({ db: tx, files: noFiles }, as(author), challenge, submission),
  ],
])('%s after the end is refused without a lock on the challenge', async (_, phase, command) => {
  const ended = await seedEnded(phase)
  await db.transaction(async (tx) => {
    expect(await command(tx, ended)).toMatchObject({ ok: false })
    const free = sql`select 1 as found from challenges where id = ${ended.challenge} for update skip locked`
    expect(await schedule.row(free)).toBeDefined()
  })
})
