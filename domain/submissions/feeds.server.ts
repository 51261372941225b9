import sql from 'sql-template-tag'
import type { ChallengeStatus, ChallengeType, Kind } from '#domain/challenges/rules.ts'
import { type Moderation, submissionPublic, visitorScope } from '#domain/challenges/scope.server.ts'
import { deletedMemberName } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { joinChallenge, ownedBy } from './queries.server.ts'

// A feed shows what a visitor sees, to everyone.

/** Entries in one feed; the newest. */
const FEED_SIZE = 50

interface FeedChallenge {
  id: string
  title: string
  description: string
  type: ChallengeType
  kind: Kind
  status: ChallengeStatus
  startDate: Date | null
  deadline: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The newest public challenges. */
export function challengesFeed(db: Db): Promise<FeedChallenge[]> {
  return db.rows(sql`
    select id, title, description, type, kind, status, start_date as "startDate", deadline, created_at as "createdAt",
      greatest(created_at, activated_at, content_changed_at) as "updatedAt"
    from challenges where status <> 'draft' order by created_at desc, id desc limit ${FEED_SIZE}`)
}

interface FeedResult {
  /** Of the completion: a challenge that was opened again has another result. */
  id: string
  challengeId: string
  challengeTitle: string
  completedAt: Date
  updatedAt: Date
  submissionId: string
  submissionTitle: string
  votes: number
  winnerName: string
  /** Null if the account was deleted. */
  winnerId: string | null
}

/** The challenges with a winner that were completed last. */
export function resultsFeed(db: Db, moderation: Moderation): Promise<FeedResult[]> {
  return db.rows(sql`
    select k.id, c.id as "challengeId", c.title as "challengeTitle", c.completed_at as "completedAt",
      greatest(c.completed_at, k.completed_at, c.content_changed_at, s.content_changed_at) as "updatedAt",
      s.id as "submissionId", s.title as "submissionTitle", k.votes,
      case when u.deleted_at is null then u.display_name else ${deletedMemberName} end as "winnerName",
      case when u.deleted_at is null then u.id end as "winnerId"
    from (
      select id, title, completed_at, content_changed_at, winner_submission_id from challenges
      where status in ('completed', 'canceled') and winner_submission_id is not null
      order by completed_at desc, id desc limit ${FEED_SIZE}
    ) c
    join submissions s on s.id = c.winner_submission_id and ${submissionPublic(visitorScope(moderation))}
    join completions k on k.challenge_id = c.id and k.revoked_at is null
    join users u on u.id = s.user_id
    order by c.completed_at desc, c.id desc`)
}

interface FeedSubmission {
  id: string
  title: string
  description: string
  challengeId: string
  challengeTitle: string
  kind: Kind
  submittedAt: Date
  updatedAt: Date
}

/** A member's newest submissions. */
export function memberFeed(db: Db, moderation: Moderation, userId: string): Promise<FeedSubmission[]> {
  return db.rows(sql`
    select s.id, s.title, s.description, c.id as "challengeId", c.title as "challengeTitle", s.kind,
      s.submission_date as "submittedAt", s.updated_at as "updatedAt"
    from submissions s ${joinChallenge} where ${ownedBy(visitorScope(moderation), userId)}
    order by s.submission_date desc, s.id desc limit ${FEED_SIZE}`)
}
