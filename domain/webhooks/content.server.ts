import sql from 'sql-template-tag'
import { type Moderation, visitorScope } from '#domain/challenges/scope.server.ts'
import { challengeResult, resultRows } from '#domain/lifecycle/results.server.ts'
import { submissionVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { EventChallenge, EventResults, EventSubmission, WebhookEvent } from './messages.ts'
import { TEST_KIND, type WebhookDetails, type WebhookKind } from './rules.ts'

export interface RecordedEvent {
  kind: WebhookKind | typeof TEST_KIND
  at: Date
  challengeId: string | null
  submissionId: string | null
  details: WebhookDetails
}

const mostPlaces = 10

/**
 * What happened, as visitors may see it now, or null if it no longer holds: the challenge has another state or deadline by
 * now, or the submission is not public. Results have no count that a secret ballot hides (HOOK-2).
 */
export async function webhookEvent(
  db: Db,
  moderation: Moderation,
  { kind, at, challengeId, submissionId, details }: RecordedEvent,
): Promise<WebhookEvent | null> {
  if (kind === TEST_KIND) return { kind, at }
  const challenge = challengeId ? await publicChallenge(db, challengeId) : undefined
  if (!challenge) return null
  const event = { kind, at, challenge, ...details }
  switch (kind) {
    case 'challenge.opened':
      return challenge.status === 'active' ? event : null
    case 'voting.opened':
      return challenge.status === 'voting' ? event : null
    case 'challenge.deadline_moved':
      return isDeadline(challenge, details.deadline?.to) ? event : null
    case 'challenge.completed': {
      const results = await publicResults(db, moderation, challenge.id)
      return results && { ...event, results }
    }
    case 'submission.received': {
      const submission = submissionId ? await publicSubmission(db, moderation, submissionId) : undefined
      return submission ? { ...event, submission } : null
    }
  }
}

/** The challenge is not over, and its deadline is the one that was told. */
function isDeadline({ status, deadline }: EventChallenge, told: string | null = null): boolean {
  const isOver = status === 'completed' || status === 'canceled'
  return !isOver && (deadline?.toISOString() ?? null) === told
}

function publicChallenge(db: Db, id: string): Promise<EventChallenge | undefined> {
  return db.row(sql`
    select c.id, c.title, c.kind, c.type, c.status, c.start_date as "startsAt", c.deadline,
      case when c.allow_voting then coalesce(c.voting_opens_at, c.deadline) end as "votingOpensAt",
      case when c.allow_voting then c.voting_ends_at end as "votingEndsAt"
    from challenges c where c.id = ${id} and c.status <> 'draft'`)
}

function publicSubmission(db: Db, moderation: Moderation, id: string): Promise<EventSubmission | undefined> {
  return db.row(sql`
    select s.id, s.title, jsonb_build_object('id', case when u.deleted_at is null then u.id end,
      'name', u.display_name) as author
    from submissions s join challenges c on c.id = s.challenge_id join users u on u.id = s.user_id
    where s.id = ${id} and ${submissionVisible(visitorScope(moderation))}`)
}

async function publicResults(db: Db, moderation: Moderation, id: string): Promise<EventResults | null> {
  const result = await challengeResult(db, id)
  if (!result) return null
  const rows = await resultRows(db, visitorScope(moderation), id, result, { page: 1 })
  const places = rows.slice(0, mostPlaces).flatMap(({ place, votes, submission }) => {
    if (place === null || !submission) return []
    const { title, author } = submission
    const shown = { id: submission.id, title, author: { id: author.id, name: author.displayName } }
    return [{ place, votes, submission: shown }]
  })
  return { entries: result.entries, votes: result.votes, places }
}
