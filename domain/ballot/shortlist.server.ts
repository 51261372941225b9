import sql from 'sql-template-tag'
import { type Scope, submissionPublic, votingOpen } from '#domain/challenges/scope.server.ts'
import { isActiveMember, memberActive } from '#domain/roles/queries.server.ts'
import { mostShortlisted } from '#domain/submissions/rules.ts'
import { submissionVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'

// Not in rules.ts, so that pages do not load them.
export const SHORTLIST_MESSAGES = {
  signIn: 'Sign in to keep a shortlist',
  closed: 'A shortlist can be changed only while voting is open',
  own: 'You cannot put your own submission on your shortlist',
  full: `Your shortlist is full. It can hold ${mostShortlisted} submissions: remove one to add another.`,
  failed: 'Failed to change your shortlist. Please try again.',
} as const

/** A concurrent request of the same member can take the free place. */
const maxTries = 5

/**
 * Puts a submission on the viewer's private shortlist of its challenge (VOTE-28). Changes nothing if it is on it. Refused
 * when signed out, for the viewer's own submission, outside the voting period, and for more than `mostShortlisted`.
 */
export async function addToShortlist(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionId: string,
): Promise<Outcome<null>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', SHORTLIST_MESSAGES.signIn)
  for (let tries = 0; tries < maxTries; tries++) {
    const added = await db.row(sql`
      with member as (
        select u.id from users u where u.id = ${viewer.id} and ${memberActive()} for key share of u
      )
      insert into shortlists (challenge_id, user_id, submission_id, place)
      select c.id, member.id, s.id, free.place
      from member cross join challenges c join submissions s on s.challenge_id = c.id
      cross join lateral (
        select n as place from generate_series(1, ${mostShortlisted}::int) n
        where not exists (
          select from shortlists l where l.user_id = member.id and l.challenge_id = c.id and l.place = n)
        order by n limit 1
      ) free
      where c.id = ${challengeId} and s.id = ${submissionId} and s.user_id <> member.id
        and ${votingOpen} and ${submissionPublic(scope)} and ${submissionVisible(scope)}
      for key share of s
      on conflict do nothing
      returning 1 as added`)
    if (added) return done(null)
    const { found, ...state } = await stateOf(db, scope, challengeId, submissionId)
    if (!found) return refused('not-found', 'Submission Not Found')
    if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', SHORTLIST_MESSAGES.signIn)
    if (state.isOwn) return refused('forbidden', SHORTLIST_MESSAGES.own)
    if (!state.isOpen) return refused('closed', SHORTLIST_MESSAGES.closed)
    if (state.isListed) return done(null)
    if (state.count >= mostShortlisted) return refused('conflict', SHORTLIST_MESSAGES.full)
  }
  return refused('busy', SHORTLIST_MESSAGES.failed)
}

/**
 * Takes a submission off the viewer's shortlist, even if it is no longer public. Changes nothing if it is not on it.
 * Refused when signed out and outside the voting period.
 */
export async function removeFromShortlist(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionId: string,
): Promise<Outcome<null>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', SHORTLIST_MESSAGES.signIn)
  const removed = await db.row(sql`
    delete from shortlists l using challenges c, users u
    where l.user_id = ${viewer.id} and l.challenge_id = ${challengeId} and l.submission_id = ${submissionId}
      and c.id = l.challenge_id and ${votingOpen} and u.id = l.user_id and ${memberActive()}
    returning 1 as removed`)
  if (removed) return done(null)
  const { found, isListed, isOpen } = await stateOf(db, scope, challengeId, submissionId)
  if (!found && !isListed) return refused('not-found', 'Submission Not Found')
  if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', SHORTLIST_MESSAGES.signIn)
  return isOpen ? done(null) : refused('closed', SHORTLIST_MESSAGES.closed)
}

interface ShortlistState {
  /** The viewer may see the submission, and others may vote for it. */
  found: boolean
  isOwn: boolean
  isOpen: boolean
  isListed: boolean
  /** Submissions of the challenge on the viewer's shortlist. */
  count: number
}

async function stateOf(
  db: Db,
  scope: Scope,
  challengeId: string,
  submissionId: string,
): Promise<ShortlistState> {
  const viewerId = scope.viewer?.id ?? null
  const state = await db.row<ShortlistState>(sql`
    select (${submissionPublic(scope)} and ${submissionVisible(scope)}) as found,
      s.user_id is not distinct from ${viewerId} as "isOwn", coalesce(${votingOpen}, false) as "isOpen",
      coalesce(bool_or(l.submission_id = s.id), false) as "isListed", count(l.submission_id)::int as count
    from submissions s join challenges c on c.id = s.challenge_id
    left join shortlists l on l.user_id = ${viewerId} and l.challenge_id = c.id
    where s.id = ${submissionId} and c.id = ${challengeId} group by s.id, c.id`)
  return state ?? { found: false, isOwn: false, isOpen: false, isListed: false, count: 0 }
}
