import type { Db } from '#platform/database/database.server.ts'
import { tally } from '#platform/database/tallies.server.ts'
import type { SubmissionStatus } from './queries.server.ts'

/** How many entries the dojo holds, in all and of each status. Exact, whatever their number. */
export async function submissionCounts(
  db: Db,
): Promise<{ total: number; byStatus: Record<SubmissionStatus, number> }> {
  const counted = await tally(db, 'submissions')
  const of = (status: SubmissionStatus) => counted.get(status) ?? 0
  const byStatus = { pending: of('pending'), approved: of('approved'), rejected: of('rejected') }
  return { total: byStatus.pending + byStatus.approved + byStatus.rejected, byStatus }
}
