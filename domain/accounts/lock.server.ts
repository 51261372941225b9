import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { type Outcome, refused } from '#platform/outcome.ts'

interface LockedAccount {
  id: string
  displayName: string
  suspendedAt: Date | null
  suspendedReason: string | null
  /** Locked unfinished challenges with a vote of the member, whether it counts or not. */
  votedIn: string[]
}

interface Options {
  /**
   * Also locks the challenges that the member has submitted to, the members who voted for those submissions, and those
   * who are told that what they reported is deleted.
   */
  submissions: boolean
  /** Messages of the refusals: no such member, and too many retries because of new votes. */
  notFound: string
  failed: string
}

const attempts = 5

/**
 * Runs `work` in a transaction that locks the challenges concerned in id order, then the members concerned: the order
 * in which votes and transitions lock. Starts again if a vote arrives before the member is locked.
 */
export async function withLockedAccount<T>(
  db: Db,
  userId: string,
  { submissions, notFound, failed }: Options,
  work: (tx: Db, account: LockedAccount) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = await db.transaction(async (tx) => {
      const locked = await lockChallenges(tx, userId, submissions)
      const account = await lockMembers(tx, userId, locked, submissions)
      if (!account) return refused('not-found', notFound)
      const isComplete = await coversAll(tx, userId, locked, submissions)
      return isComplete ? work(tx, account) : undefined
    })
    if (outcome) return outcome
  }
  return refused('busy', failed)
}

async function lockChallenges(tx: Db, userId: string, submissions: boolean): Promise<string[]> {
  const locked = await tx.rows<{ id: string }>(sql`
    select c.id from challenges c where ${concerned(userId, submissions)} order by c.id for update`)
  return locked.map(({ id }) => id)
}

async function lockMembers(
  tx: Db,
  userId: string,
  challengeIds: string[],
  submissions: boolean,
): Promise<LockedAccount | undefined> {
  const voters = sql`union all
    select user_id from votes where counts and submission_id = any(array(
      select id from submissions where user_id = ${userId} and challenge_id = any(${challengeIds}::uuid[])))`
  const reporters = sql`union all
    select r.reporter_id from reports r where r.resolved_at is null and (r.member_id = ${userId}
      or r.comment_id = any(array(select id from comments where user_id = ${userId}))
      or r.submission_id = any(array(select id from submissions where user_id = ${userId})))`
  // By ids, so that the table is not read.
  await tx.rows(sql`
    select id from users where id = any(array(
      select ${userId}::uuid
      union all select v.author_id from unnest(${challengeIds}::uuid[]) c (id)
        join votes v on v.challenge_id = c.id and v.user_id = ${userId}
      ${submissions ? voters : sql``} ${submissions ? reporters : sql``}))
    order by id for update`)
  return tx.row(sql`
    select u.id, u.display_name as "displayName", u.suspended_at as "suspendedAt",
      u.suspended_reason as "suspendedReason",
      array(select v.challenge_id from votes v join challenges c on c.id = v.challenge_id
        where v.challenge_id = any(${challengeIds}::uuid[]) and v.user_id = u.id and ${unfinished()}) as "votedIn"
    from users u where u.id = ${userId} and u.deleted_at is null`)
}

/** Whether nothing was added before the member was locked. */
async function coversAll(tx: Db, userId: string, locked: string[], submissions: boolean): Promise<boolean> {
  const missed = await tx.row(sql`
    select from challenges c where ${concerned(userId, submissions)} and c.id <> all(${locked}::uuid[]) limit 1`)
  return missed === undefined
}

/** Also with a vote that does not count: the deletion bars a return to challenges with a voided one, which refers to them. */
function concerned(userId: string, submissions: boolean): Sql {
  const submitted = sql`or c.id in (select challenge_id from submissions where user_id = ${userId})`
  return sql`((${unfinished()} and exists (
    select from votes v where v.challenge_id = c.id and v.user_id = ${userId})) ${submissions ? submitted : sql``})`
}

/** A list instead of `not in`, so that the index on the status is used. */
export function unfinished(): Sql {
  return sql`c.status in ('draft', 'upcoming', 'active', 'voting')`
}

/** A member's votes in unfinished challenges `c`, by default all, looked up one challenge at a time. */
export function openVotes(userId: Sql, included = sql`true`): Sql {
  return sql`(select count(*)::int from challenges c
    cross join lateral (select from votes v where v.challenge_id = c.id and v.user_id = ${userId} and v.counts offset 0) voted
    where ${unfinished()} and ${included})`
}
