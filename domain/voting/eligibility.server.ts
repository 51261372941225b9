import sql, { type Sql } from 'sql-template-tag'
import {
  challengeVisible,
  type Scope,
  submissionPublic,
  submissionSeenByAll,
  votedFor,
  votingOpen,
} from '#domain/challenges/scope.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Refusal, refused } from '#platform/outcome.ts'
import { timeIn } from '#platform/text/dates.ts'
import { VOTE_REFUSALS, VOTING_MESSAGES, type VoterBar, voterRefusal } from './rules.ts'

// Who may vote, as conditions of statements, and why a member may not. `c` is the challenge, `s` the submission, `u` the
// member.

/** How many days an account must be old to vote, as it is set at this moment (VOTE-41); null if there is no limit. */
const voterDays = sql`(
  select value::int from site_settings where name = 'voterDays' and jsonb_typeof(value) = 'number' and value <> '0')`

/** Whether a member has looked at the counts of the challenge while they are hidden from all others (ADM-64). */
export function hasLooked(userId: string | Sql): Sql {
  return sql`(c.hides_votes and exists (select from count_views k where k.challenge_id = c.id and k.admin_id = ${userId}))`
}

/** Why the challenge or the site bars the member, as JSON of `VoterBar`, or null (VOTE-31, VOTE-41, ADM-64). */
const bar = sql`case
  when ${hasLooked(sql`u.id`)} then json_build_object('cause', 'looked')
  when c.voters = 'verified' and not exists (select from identities i where i.user_id = u.id and i.email_verified)
  then json_build_object('cause', 'not verified')
  when c.voters = 'members_before' and u.joined_date >= coalesce(c.first_ballot_at, app_now())
  then json_build_object('cause', 'joined late', 'votingOpened', c.first_ballot_at, 'zone', u.time_zone)
  when u.joined_date > app_now() - make_interval(days => ${voterDays})
  then json_build_object('cause', 'new account', 'days', ${voterDays}, 'zone', u.time_zone,
    'mayVoteFrom', u.joined_date + make_interval(days => ${voterDays}))
  end`

/** As `bar`; a voided vote in the challenge counts first (VOTE-30). */
export const voterBar = sql`coalesce(
  (select json_build_object('cause', 'voided', 'reason', b.reason) from votes x
    join void_batches b on b.id = x.voided_batch_id where x.challenge_id = c.id and x.user_id = u.id), ${bar})`

/** Whether the viewer `u` may vote for the submission `s` of the challenge `c`, but for an earlier or voided vote. */
export function mayVoteFor(scope: Scope, viewer: Member): Sql {
  return sql`(${votingOpen} and ${submissionSeenByAll(scope)} and ${memberActive()}
      and s.user_id <> ${viewer.id} and ${bar} is null)`
}

/** Whether the viewer may cast a vote in the challenge `c`, and has another member's submission to give it to. */
export function hasVoteLeft(scope: Scope, viewer: Member): Sql {
  return sql`(${votedFor(viewer.id)} is null and (select ${voterBar} from users u where u.id = ${viewer.id}) is null
    and exists (select from submissions s
      where s.challenge_id = c.id and s.user_id <> ${viewer.id} and ${submissionPublic(scope)}))`
}

interface BallotState {
  open: boolean
  votedForId: string | null
  bar: VoterBar | null
}

/** Why a member may cast no vote in a challenge, whatever the submission, or null. */
export function ballotRefusal(
  { open, votedForId, bar }: BallotState,
  siteZone: string | undefined,
): Refusal | null {
  if (!open) return refused('closed', VOTING_MESSAGES.notOpen)
  if (bar) return barred(bar, siteZone)
  return votedForId ? refused('conflict', VOTING_MESSAGES.alreadyElsewhere) : null
}

/** The time in the message is in the zone of the member, or of the site. */
function barred(bar: VoterBar, siteZone = 'UTC'): Refusal {
  const { text, at, end } = voterRefusal(bar)
  const zone = ('zone' in bar && bar.zone) || siteZone
  const message = [text, at && timeIn(zone, new Date(at)), end].filter(Boolean).join(' ')
  return refused('forbidden', message, `voterBar.${bar.cause}`)
}

interface Vote {
  challengeId: string
  submissionId: string
  action: 'cast' | 'move' | 'withdraw'
}

/** Why no vote was changed. A submission that the viewer does not see is not found, unless it has their vote. */
export async function voteRefusal(
  db: Db,
  scope: Scope,
  viewer: Member,
  { challengeId, submissionId, action }: Vote,
): Promise<Refusal> {
  const isSeen = mayUse(viewer, 'submissions') ? sql`true` : submissionSeenByAll(scope)
  const state = await db.row<BallotState & { eligible: boolean; own: boolean; active: boolean }>(sql`
    select ${votingOpen} as open, ${submissionPublic(scope)} as eligible, s.user_id = u.id as own,
      ${memberActive()} as active, ${votedFor(viewer.id)} as "votedForId", ${voterBar} as bar
    from submissions s join challenges c on c.id = s.challenge_id join users u on u.id = ${viewer.id}
    where s.id = ${submissionId} and c.id = ${challengeId} and ${challengeVisible(scope)}
      and (s.user_id = u.id or ${isSeen} or (c.status = 'voting' and s.id = ${votedFor(viewer.id)}))`)
  if (!state) return notFound()
  if (!state.active) return refused('signed-out', VOTING_MESSAGES.signIn)
  const { open, bar } = state
  const voted = state.votedForId === submissionId
  if (action === 'withdraw') {
    if (!open) return refused('closed', VOTING_MESSAGES.notOpen)
    if (voted && bar?.cause === 'looked') return barred(bar, scope.timeZone)
    // The vote exists but was not withdrawn: another request held its lock.
    return voted ? refused('busy', VOTING_MESSAGES.failed) : refused('conflict', VOTE_REFUSALS.noVote)
  }
  if (state.own) return refused('forbidden', VOTE_REFUSALS.own)
  if (!state.eligible) return notFound()
  if (open && voted) return refused('conflict', VOTE_REFUSALS.already)
  const ballot = action === 'move' ? { ...state, votedForId: null } : state
  return ballotRefusal(ballot, scope.timeZone) ?? refused('busy', VOTING_MESSAGES.failed)
}

function notFound(): Refusal {
  return refused('not-found', 'Submission Not Found')
}
