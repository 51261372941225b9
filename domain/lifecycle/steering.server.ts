import sql from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Steered } from './rules.ts'

/** The fields of `Steered` and its version at this time. `c` is the challenge. */
export const steeredFields = sql`
  c.status, c.type, c.start_date as "startDate", c.deadline, c.voting_opens_at as "votingOpensAt",
  c.voting_closes_at as "votingClosesAt", c.allow_voting as "allowVoting", c.participant_count as participants,
  c.held_at is not null as "isHeld", c.canceled_from as "canceledFrom", c.version, app_now() as now`

export interface SteeredChallenge extends Steered {
  title: string
  showVotes: boolean
  version: number
  /** The database's time. */
  now: Date
  /** Members who are told of a step: followers, authors of entries and drafts, and voters unless the ballot is secret. */
  reached: number
}

/** A challenge as the confirmations of its steps show it, or undefined if it does not exist. */
export function steeredChallenge(db: Db, _admin: Admin, id: string): Promise<SteeredChallenge | undefined> {
  return db.row(sql`
    select ${steeredFields}, c.title, c.show_votes as "showVotes", (select count(*)::int from (
        select user_id from challenge_follows where challenge_id = c.id
        union select user_id from submission_drafts where challenge_id = c.id
        union select user_id from submissions where challenge_id = c.id and status <> 'rejected'
        union select user_id from votes where challenge_id = c.id and counts and not c.hides_votes) told) as reached
    from challenges c where c.id = ${id}`)
}
