import sql from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import { contentVersion, type SubmissionStatus } from '#domain/submissions/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'

export interface SubmissionToModerate {
  id: string
  title: string
  status: SubmissionStatus
  votes: number
  won: boolean
  /** The challenge takes submissions and edits. */
  isOpen: boolean
  /** The version of the content. */
  version: number
  challengeTitle: string
  authorName: string
}

export function submissionToModerate(
  db: Db,
  _admin: Admin,
  id: string,
): Promise<SubmissionToModerate | undefined> {
  return db.row(sql`
    select s.id, s.title, s.status, s.votes, coalesce(c.winner_submission_id = s.id, false) as won,
      c.status = 'active' and c.deadline > app_now() as "isOpen", ${contentVersion} as version, c.title as "challengeTitle", u.display_name as "authorName"
    from submissions s join challenges c on c.id = s.challenge_id join users u on u.id = s.user_id
    where s.id = ${id}`)
}
