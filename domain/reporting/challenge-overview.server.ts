import sql from 'sql-template-tag'
import { imageColumns, totalVotes } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { votesVisible } from '#domain/challenges/scope.server.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { ReportReason } from '#domain/reports/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

const previewSize = 4
const mostReports = 1_000

export interface PendingPreview {
  id: string
  title: string
  kind: Kind
  image: StoredImage | null
}

/** What waits for an administrator in a challenge. */
export interface WaitingInChallenge {
  pending: number
  /** When the oldest pending submission came; null if none is pending. */
  oldestAt: Date | null
  /** The pending submissions that came first. */
  previews: PendingPreview[]
  /** Open reports on submissions, and on comments on these. */
  reports: { submissions: number; comments: number }
  /** The oldest of these reports. */
  firstReport: { reason: ReportReason; about: string } | null
}

/** What waits in a challenge: pending submissions, and reports among the first thousand open ones of the site. */
export async function waitingInChallenge(
  db: Db,
  _admin: Admin,
  challengeId: string,
): Promise<WaitingInChallenge> {
  const pending = sql`s.challenge_id = ${challengeId} and s.status = 'pending'`
  const waiting = await db.row<WaitingInChallenge>(sql`
    with open as (
      select r.reason, r.created_at, r.id, r.comment_id is not null as "isComment", coalesce(r.reported_text, s.title) as about
      from (select * from reports where resolved_at is null order by created_at, id limit ${mostReports}) r
      left join comments m on m.id = r.comment_id
      join submissions s on s.id = coalesce(r.submission_id, m.submission_id)
      where s.challenge_id = ${challengeId})
    select (select count(*)::int from submissions s where ${pending}) as pending,
      (select min(s.submission_date) from submissions s where ${pending}) as "oldestAt",
      (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'kind', s.kind, 'image', ${imageColumns(sql`image`)})
          order by s.submission_date, s.id), '[]')
        from (select * from submissions s where ${pending} order by s.submission_date, s.id limit ${previewSize}) s
        left join images image on image.id = s.image_id) as previews,
      (select json_build_object('submissions', count(*) filter (where not "isComment"),
          'comments', count(*) filter (where "isComment")) from open) as reports,
      (select json_build_object('reason', reason, 'about', about) from open order by created_at, id limit 1) as "firstReport"`)
  return (
    waiting ?? {
      pending: 0,
      oldestAt: null,
      previews: [],
      reports: { submissions: 0, comments: 0 },
      firstReport: null,
    }
  )
}

export interface ChallengeFigures {
  /** Submissions of every status but rejected, and the rejected ones. */
  entries: number
  rejected: number
  drafts: number
  followers: number
  comments: number
  /** Each member has one, so also those who voted. Null while secret. */
  votes: number | null
}

/** The figures of a challenge; undefined if there is no such challenge. */
export function challengeFigures(
  db: Db,
  _admin: Admin,
  challengeId: string,
): Promise<ChallengeFigures | undefined> {
  return db.row(sql`
    select c.participant_count as entries,
      (select count(*)::int from submissions s where s.challenge_id = c.id and s.status = 'rejected') as rejected,
      (select count(*)::int from submission_drafts where challenge_id = c.id) as drafts,
      (select count(*)::int from challenge_follows where challenge_id = c.id) as followers,
      (select count(*)::int from submissions s join comments m on m.submission_id = s.id
        where s.challenge_id = c.id and m.text is not null and m.hidden_at is null) as comments,
      case when ${votesVisible} then ${totalVotes} end as votes
    from challenges c where c.id = ${challengeId}`)
}
