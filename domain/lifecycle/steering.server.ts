import sql from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Dated } from './rules.ts'

/** The fields of `Dated` and its version at this time. `c` is the challenge. */
export const steeredFields = sql`
  c.status, c.type, c.start_date as "startDate", c.deadline, c.voting_opens_at as "votingOpensAt",
  c.voting_closes_at as "votingClosesAt", c.allow_voting as "allowVoting", c.participant_count as participants,
  c.held_at is not null as "isHeld", c.canceled_from as "canceledFrom",
  exists (select from challenge_changes closing where closing.challenge_id = c.id and closing.changed_at >= c.deadline
    and closing.what in ('entries_closed', 'voting_started')) as "isClosedByStep", c.version, app_now() as now`

export interface SteeredChallenge extends Dated {
  title: string
  showSubmissions: boolean
  showVotes: boolean
  /** Members could vote. */
  hadVoting: boolean
  version: number
  /** The database's time. */
  now: Date
  winnerName: string | null
  /** The administrator has a submission in it. */
  isOwn: boolean
}

/** A challenge as the confirmations of its steps show it, or undefined if it does not exist. */
export function steeredChallenge(db: Db, admin: Admin, id: string): Promise<SteeredChallenge | undefined> {
  return db.row(sql`
    select ${steeredFields}, c.title, c.show_submissions as "showSubmissions", c.show_votes as "showVotes",
      c.last_ballot_at is not null as "hadVoting",
      case when c.winner_id is not null then coalesce(winner.display_name, c.winner_name, 'Winner') end as "winnerName",
      exists (select from submissions own where own.challenge_id = c.id and own.user_id = ${admin.id}) as "isOwn"
    from challenges c left join users winner on winner.id = c.winner_id where c.id = ${id}`)
}

/**
 * How many members are told of a step, up to `MOST_COUNTED`: followers, authors of entries and drafts, and voters unless
 * the ballot is secret.
 */
export async function membersTold(db: Db, _admin: Admin, id: string): Promise<number> {
  const told = await db.row<{ members: number }>(sql`
    select count(*)::int as members from (
      select user_id from challenge_follows where challenge_id = ${id}
      union select user_id from submission_drafts where challenge_id = ${id}
      union select user_id from submissions where challenge_id = ${id} and status <> 'rejected'
      union select v.user_id from votes v join challenges c on c.id = v.challenge_id and not c.hides_votes
        where v.challenge_id = ${id} and v.counts
      limit ${MOST_COUNTED}) told`)
  return told?.members ?? 0
}

export const MOST_COUNTED = 10_000
