import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { type ChallengeSummary, challengeSummaries } from './queries.server.ts'
import { publicStatuses, type Scope, submissionsOpen, votingOpen } from './scope.server.ts'

const limits = { voting: 30, closing: 3, decided: 3 }

/** A challenge in voting. */
interface OpenVoting extends ChallengeSummary {
  /** The viewer has a vote left and another member's submission to give it to. */
  mayVote: boolean
}

/** A completed challenge with a winner. */
interface Decided extends ChallengeSummary {
  winnerName: string
}

export interface HomeChallenges {
  /** Today's daily challenge, else the open one that closes first. */
  featured: ChallengeSummary | null
  /** Those whose voting ends first come first. */
  voting: OpenVoting[]
  /** For members: the challenges whose deadlines are next. */
  closing: ChallengeSummary[]
  /** Completed with a winner, latest first. */
  decided: Decided[]
}

/** What home leads with, takes votes for, and reminds members of (NAV-35, NAV-44). One statement. */
export async function homeChallenges(db: Db, scope: Scope): Promise<HomeChallenges> {
  const viewerId = scope.viewer?.id ?? null
  const rows = await db.rows<OpenVoting & { winnerName: string | null; part: keyof HomeChallenges }>(sql`
    select 'featured' as part, card.*, false as "mayVote", null::text as "winnerName"
    from (${challengeSummaries(scope, sql`and ${submissionsOpen} order by c.type <> 'daily', c.deadline, c.id limit 1`)}) card
    union all
    select 'voting', card.*,
      ${viewerId}::uuid is not null
        and not exists (select from votes v where v.challenge_id = card.id and v.user_id = ${viewerId})
        and exists (select from submissions s where s.challenge_id = card.id and s.user_id <> ${viewerId}
          and s.status = any(${publicStatuses(scope.moderation)})), null
    from (${challengeSummaries(
      scope,
      sql`and ${votingOpen}
        order by c.voting_ends_at, c.id limit ${limits.voting}`,
    )}) card
    union all
    select 'closing', card.*, false, null
    from (${challengeSummaries(
      scope,
      sql`and ${submissionsOpen} order by c.deadline, c.id limit ${viewerId ? limits.closing : 0}`,
    )}) card
    union all
    select 'decided', card.*, false,
      (select coalesce(w.display_name, c.winner_name) from challenges c left join users w on w.id = c.winner_id
        where c.id = card.id)
    from (${challengeSummaries(
      scope,
      sql`and c.status = 'completed' and c.winner_id is not null
        order by c.completed_at desc, c.id desc limit ${limits.decided}`,
    )}) card`)
  const of = (name: keyof HomeChallenges) =>
    rows.flatMap(({ part, ...card }) => (part === name ? [card] : []))
  return {
    featured: of('featured')[0] ?? null,
    voting: of('voting').toSorted((a, b) => Number(a.votingEndsAt) - Number(b.votingEndsAt)),
    decided: of('decided')
      .map((card) => ({ ...card, winnerName: card.winnerName ?? '' }))
      .toSorted((a, b) => Number(b.completedAt) - Number(a.completedAt)),
    closing: of('closing').toSorted((a, b) => Number(a.deadline) - Number(b.deadline)),
  }
}
