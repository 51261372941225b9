import sql from 'sql-template-tag'
import type { Steered } from '#domain/lifecycle/rules.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hasSubmissions } from './admin-list.server.ts'
import type { ClockFields } from './next-change.ts'
import { imageColumns } from './queries.server.ts'
import type { Kind } from './rules.ts'
import { votesExaminable } from './scope.server.ts'

/** A challenge as the head of its page for administrators shows it. */
export interface ChallengeHead extends ClockFields, Steered {
  id: string
  title: string
  kind: Kind
  image: StoredImage | null
  hasSubmissions: boolean
  /** Its counts are secret now. */
  hidesVotes: boolean
  /** It has been in voting and was not canceled, so that votes can be examined. */
  hadVoting: boolean
  /** Its completion was stopped because two counts of its votes differ. */
  hasMismatch: boolean
  /** The database's time. */
  now: Date
}

/** A challenge in any status, or undefined if there is none. */
export function challengeHead(db: Db, _admin: Admin, id: string): Promise<ChallengeHead | undefined> {
  return db.row(sql`
    select c.id, c.title, c.type, c.kind, c.status, ${imageColumns(sql`image`)} as image, c.created_at as "createdAt",
      c.start_date as "startDate", c.activated_at as "activatedAt", c.deadline,
      c.voting_opens_at as "votingOpensAt", c.voting_closes_at as "votingClosesAt", c.voting_ends_at as "votingEndsAt",
      c.completed_at as "completedAt", c.allow_voting as "allowVoting", c.held_at is not null as "isHeld",
      c.participant_count as participants, ${hasSubmissions} as "hasSubmissions", c.canceled_from as "canceledFrom",
      c.hides_votes as "hidesVotes", ${votesExaminable} as "hadVoting",
      c.result_alert_at is not null as "hasMismatch", app_now() as now
    from challenges c left join images image on image.id = c.image_id where c.id = ${id}`)
}
