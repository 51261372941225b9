import sql from 'sql-template-tag'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import {
  type FoundByName,
  foundByName,
  foundIds,
  type Match,
  type NameSearch,
  nameSearch,
} from '#platform/database/name-search.server.ts'
import { newestListed, type SubmissionSummary, submissionSummaries } from './queries.server.ts'
import { submissionListed } from './visibility.server.ts'

/** Submissions whose title has a part like the term, the most alike first (NAV-51). */
export async function searchSubmissions(
  db: Db,
  scope: Scope,
  wanted: NameSearch,
): Promise<FoundByName<SubmissionSummary>> {
  const found = nameSearch(wanted, {
    first: (limit) => sql`select s.id, w.title as words
      from (${newestListed(scope, limit)}) s join submission_words w on w.submission_id = s.id`,
    found: 'submissions_titled',
    rows: submissionSummaries(submissionListed(scope), sql`and s.id = ${foundIds}`),
  })
  return foundByName(await db.rows<Match<SubmissionSummary>>(found))
}
