import sql from 'sql-template-tag'
import type { Phase } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { isActiveMember, memberActive } from '#domain/members/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import type { Entry } from './entry-form.server.ts'
import { editRefusal, MESSAGES } from './rules.ts'

/**
 * Changes one's own entry while its challenge is active (SUB-22, SUB-24). A rejected entry stays
 * as it was judged. Where entries are public only once approved, a changed one is pending again.
 */
export async function reviseEntry(
  db: Db,
  scope: Scope,
  submissionId: string,
  entry: Entry & { imageId: string | null },
): Promise<Outcome<{ submissionId: string }>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', MESSAGES.signIn)
  const revised = await db.row<{ id: string }>(sql`
    with open as (
      select c.id from challenges c
      join submissions s on s.challenge_id = c.id
      where s.id = ${submissionId} and s.user_id = ${viewer.id}
        and c.status = 'active' and dojo_now() < c.deadline
      for share of c
    ),
    allowed as (
      select open.id from open join users u on u.id = ${viewer.id} where ${memberActive()} for key share of u
    )
    update submissions s set
      title = ${entry.title}, description = ${entry.description}, image_id = ${entry.imageId},
      content_url = ${entry.contentUrl}, creation_process = ${entry.creationProcess},
      ai_tools_used = ${entry.tools}, updated_at = dojo_now(),
      status = case when ${scope.moderation === 'before'} then 'pending' else s.status end
    from allowed
    where s.challenge_id = allowed.id and s.id = ${submissionId} and s.user_id = ${viewer.id} and s.status <> 'rejected'
      and (${entry.imageId}::uuid is null or exists (
        select 1 from images i join allowed on true
        where i.id = ${entry.imageId} and i.owner_id = ${viewer.id} and i.purpose = 'submission' for key share of i))
    returning s.id`)
  if (revised) return done({ submissionId: revised.id })
  if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', MESSAGES.signIn)
  return explain(db, scope, submissionId)
}

async function explain(db: Db, scope: Scope, submissionId: string) {
  const entry = await db.row<Phase & { now: Date; ownerId: string; entryStatus: string }>(sql`
    select c.status, c.deadline, c.voting_ends_at as "votingEndsAt", dojo_now() as now,
      s.user_id as "ownerId", s.status as "entryStatus"
    from submissions s join challenges c on c.id = s.challenge_id where s.id = ${submissionId}`)
  if (!entry) return refused('not-found', MESSAGES.notLoaded)
  if (entry.ownerId !== scope.viewer?.id) return refused('not-found', MESSAGES.notOwner)
  const reason = editRefusal(entry, entry.now)
  if (reason) return refused('closed', reason)
  const isRejected = entry.entryStatus === 'rejected'
  return refused('invalid', isRejected ? MESSAGES.rejectedNotEditable : MESSAGES.notLoaded)
}
