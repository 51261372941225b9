import sql, { type Sql } from 'sql-template-tag'
import type { StoredImage } from '#domain/media/rules.ts'
import { selectFields } from './fields.server.ts'
import type { ChallengeFields, FormField } from './fields.ts'
import { challengeVisible, type Scope, votesVisible } from './scope.server.ts'

/** The challenge fields that cards show. */
export const summaryFields = [
  'title',
  'description',
  'kind',
  'type',
  'status',
  'startDate',
  'deadline',
  'allowVoting',
] as const satisfies FormField[]

export interface ChallengeSummary extends Pick<ChallengeFields, (typeof summaryFields)[number]> {
  id: string
  votingStartsAt: Date | null
  votingEndsAt: Date | null
  completedAt: Date | null
  image: StoredImage | null
  participants: number
  submissionCount: number
  /** Null while counts are hidden. */
  voteCount: number | null
  mySubmissionId: string | null
}

const summaryColumns = selectFields(summaryFields)

/** Selects challenge cards; `rest` continues the WHERE clause. `c` is the challenge. */
export function challengeSummaries(scope: Scope, rest: Sql): Sql {
  return sql`
    select c.id, ${summaryColumns}, coalesce(c.voting_opens_at, c.deadline) as "votingStartsAt",
      c.voting_ends_at as "votingEndsAt", c.completed_at as "completedAt",
      ${imageColumns(sql`image`)} as image,
      c.participant_count as participants, ${publicSubmissions(scope)} as "submissionCount",
      case when ${votesVisible(scope)} then tally.votes end as "voteCount",
      mine.id as "mySubmissionId"
    from challenges c
    left join images image on image.id = c.image_id
    left join submissions mine on mine.challenge_id = c.id and mine.user_id = ${scope.viewer?.id ?? null}
    cross join lateral (${voteTallies()}) tally
    where ${challengeVisible(scope)} ${rest}`
}

/** The votes and approved submissions of a challenge `c`. */
export function voteTallies(): Sql {
  return sql`
    select coalesce(sum(votes), 0)::int as votes, coalesce(sum(approved), 0)::int as approved
    from challenge_tallies where challenge_id = c.id`
}

/** The number of public submissions of a challenge `c`; `tally` is the result of voteTallies. */
export function publicSubmissions(scope: Scope): Sql {
  return scope.moderation === 'after' ? sql`c.participant_count` : sql`tally.approved`
}

/** An image row as a StoredImage, or null. */
export function imageColumns(image: Sql): Sql {
  return sql`case when ${image}.id is not null then json_build_object(
    'id', ${image}.id, 'width', ${image}.width, 'height', ${image}.height, 'widths', ${image}.widths) end`
}
