import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { brokenInvariants } from '#db/invariants.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Journal } from './journal.ts'
import { onDatabase, type World } from './world.ts'

interface Stored {
  votes: { userId: string; challengeId: string; submissionId: string; paid: number }[]
  submissions: { userId: string; challengeId: string; title: string; imageId: string | null; paid: number }[]
}

/**
 * Compares database and files with the results that clients received: every acknowledged write exists once, every other
 * at most once, each due transition happened once and not early, and the invariants hold. Throws a list of problems.
 */
export async function verify(
  connection: pg.ClientConfig,
  { world, journal, filesDir }: { world: World; journal: Journal; filesDir?: string },
): Promise<void> {
  const problems = await onDatabase(connection, async (db) => [
    ...journal.anomalies.map((anomaly) => `unexpected answer: ${anomaly}`),
    ...compare(await readStored(db, world), journal),
    ...(await transitionProblems(db, world)),
    ...(filesDir ? await imageProblems(db, (key) => access(join(filesDir, key))) : []),
    ...(await brokenInvariants(db)).map(({ name, ids }) => `invariant broken: ${name} (${ids.join(', ')})`),
  ])
  if (problems.length === 0) return
  const shown = problems.slice(0, 12).join('\n  ')
  throw new Error(`${problems.length} problems:\n  ${shown}`)
}

async function readStored(db: Db, { people }: World): Promise<Stored> {
  const ids = people.map(({ id }) => id)
  const votes = await db.rows<Stored['votes'][number]>(sql`
    select v.user_id as "userId", v.challenge_id as "challengeId", v.submission_id as "submissionId",
      (select count(*) from points_log l where l.source_id = v.id and l.round = v.round
        and l.reason in ('vote_cast', 'vote_received'))::int as paid
    from votes v where v.user_id = any(${ids}) and v.counts`)
  const submissions = await db.rows<Stored['submissions'][number]>(sql`
    select s.user_id as "userId", s.challenge_id as "challengeId", s.title, s.image_id as "imageId",
      (select count(*) from points_log l where l.source_id = s.id and l.reason = 'challenge_submission')::int as paid
    from submissions s where s.user_id = any(${ids})`)
  return { votes, submissions }
}

function compare(stored: Stored, journal: Journal): string[] {
  const problems: string[] = []
  const votes = new Map(stored.votes.map((row) => [`${row.userId} ${row.challengeId}`, row]))
  if (votes.size < stored.votes.length) problems.push('a member has two votes in a challenge')
  for (const [key, { possible, history }] of journal.votes) {
    const found = votes.get(key)?.submissionId ?? null
    if (!possible.has(found)) problems.push(`vote ${key} is ${found} after ${history.slice(-4).join(', ')}`)
  }
  for (const [key, { paid }] of votes) {
    if (!journal.votes.has(key)) problems.push(`vote ${key} was never cast`)
    if (paid !== 2) problems.push(`vote ${key} has ${paid} rows in the ledger instead of 2`)
  }
  const submissions = new Map(stored.submissions.map((row) => [`${row.userId} ${row.challengeId}`, row]))
  if (submissions.size < stored.submissions.length)
    problems.push('a member has two submissions in a challenge')
  for (const [key, { acknowledged, titles, history, withImage }] of journal.submissions) {
    const found = submissions.get(key)
    if (acknowledged && !found) problems.push(`submission ${key} is lost after ${history.join(', ')}`)
    if (found && !titles.includes(found.title))
      problems.push(`submission ${key} was never sent as '${found.title}'`)
    if (found && withImage !== (found.imageId !== null)) problems.push(`submission ${key} has another image`)
  }
  for (const [key, { paid }] of submissions) {
    if (paid !== 1) problems.push(`submission ${key} has ${paid} rows in the ledger instead of 1`)
  }
  return problems
}

async function transitionProblems(db: Db, { due }: World): Promise<string[]> {
  if (due.size === 0) return []
  const rows = await db.rows<{
    id: string
    status: string
    winnerId: string | null
    transitions: number
    early: number
    completions: number
    wins: number
  }>(sql`
    select c.id, c.status, c.winner_id as "winnerId",
      (select count(*) from faults.transitions t where t.challenge_id = c.id)::int as transitions,
      (select count(*) from faults.transitions t where t.challenge_id = c.id and t.late < interval '0')::int as early,
      (select count(*) from completions k where k.challenge_id = c.id)::int as completions,
      (select count(*) from points_log l where l.challenge_id = c.id and l.reason = 'challenge_win')::int as wins
    from challenges c where c.id = any(${[...due.keys()]})`)
  const problems: string[] = []
  for (const { id, status, winnerId, transitions, early, completions, wins } of rows) {
    const wanted = due.get(id)
    if (status !== wanted?.status || winnerId !== wanted.winnerId) {
      problems.push(`challenge ${id} is ${status} with winner ${winnerId}, not ${JSON.stringify(wanted)}`)
    }
    const expected = {
      transitions: 1,
      early: 0,
      completions: status === 'completed' ? 1 : 0,
      wins: winnerId ? 1 : 0,
    }
    const counted = { transitions, early, completions, wins }
    if (JSON.stringify(counted) !== JSON.stringify(expected)) {
      problems.push(`challenge ${id} (${status}) has ${JSON.stringify(counted)}`)
    }
  }
  if (rows.length < due.size) problems.push(`${due.size - rows.length} due challenges are gone`)
  return problems
}

/** The images that lack a file. `find` rejects without one. */
export async function imageProblems(db: Db, find: (key: string) => Promise<unknown>): Promise<string[]> {
  const images = await db.rows<{ id: string; widths: number[] }>(sql`select id, widths from images`)
  const problems: string[] = []
  for (const { id, widths } of images) {
    for (const width of widths) {
      await find(`images/${id}/${width}.webp`).catch(() =>
        problems.push(`image ${id} has no file for width ${width}`),
      )
    }
  }
  return problems
}

/** Waits until every due challenge has left its old status. */
export async function transitionsAreDone(db: Db, { due }: World): Promise<boolean> {
  const left = await db.row<{ count: number }>(sql`
    select count(*)::int as count from challenges c
    where c.id = any(${[...due.keys()]}) and not exists (
      select from faults.transitions t where t.challenge_id = c.id)`)
  return left?.count === 0
}
