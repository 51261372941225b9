import sql from 'sql-template-tag'
import { publicStatuses, type Scope } from '#domain/challenges/scope.server.ts'
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

const titled = { approved: 'approved_titled', pending: 'pending_titled' } as const
const mostOwn = 200

/** Submissions whose title has a part like the term, the most alike first (NAV-51). */
export async function searchSubmissions(
  db: Db,
  scope: Scope,
  wanted: NameSearch,
): Promise<FoundByName<SubmissionSummary>> {
  const { viewer, moderation } = scope
  const shown = publicStatuses(moderation).map((status) => titled[status])
  const found = nameSearch(wanted, {
    first: (
      limit,
    ) => sql`select t.submission_id as id, t.words from submission_titles t where t.submission_id in (
      select id from (${newestListed(scope, limit)}) newest
      -- Own ones that others do not see are in no index.
      union all (select id from submissions where user_id = ${viewer?.id ?? null} and status <> 'rejected'
        order by submission_date desc limit ${mostOwn}))`,
    found: viewer?.isAdmin ? [titled.approved, titled.pending, 'hidden_titled'] : shown,
    rows: submissionSummaries(submissionListed(scope), sql`and s.id = ${foundIds}`),
  })
  return foundByName(await db.rows<Match<SubmissionSummary>>(found))
}
