import sql from 'sql-template-tag'
import { publicStatuses, type Scope } from '#domain/challenges/scope.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import {
  type FoundByName,
  foundByName,
  foundIds,
  type Match,
  type NameSearch,
  nameSearch,
  termForm,
  termTitle,
} from '#platform/database/name-search.server.ts'
import { newestListed, type SubmissionSummary, submissionSummaries } from './queries.server.ts'
import { listedStatuses, submissionListed } from './visibility.server.ts'

const mostOwn = 200

/** Submissions by title, then by description, prompt and tools (NAV-51). */
export async function searchSubmissions(
  db: Db,
  scope: Scope,
  wanted: NameSearch,
): Promise<FoundByName<SubmissionSummary>> {
  const { viewer, moderation } = scope
  const seesAll = mayUse(viewer, 'submissions')
  const statuses = seesAll ? listedStatuses : publicStatuses(moderation)
  const found = nameSearch(wanted, {
    noun: 'submission',
    first: (limit) => sql`
      select id from (${newestListed(scope, limit)}) newest
      -- The index finds none that only their author sees.
      union select * from (select id from submissions where user_id = ${viewer?.id ?? null} and status <> 'rejected'
        order by submission_date desc limit ${mostOwn}) own`,
    titled: (limit) => sql`submissions_titled(${termTitle}, null, ${statuses}, ${seesAll}, ${limit})`,
    worded: (limit) => sql`submissions_titled(null, ${termForm}, ${statuses}, ${seesAll}, ${limit})`,
    rows: submissionSummaries(submissionListed(scope), sql`and s.id = ${foundIds}`),
  })
  return foundByName(await db.rows<Match<SubmissionSummary>>(found))
}
