import sql from 'sql-template-tag'
import { type Moderation, visitorScope } from '#domain/challenges/scope.server.ts'
import { recordWebhookEvent } from '#domain/events/webhooks.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { submissionVisible } from './visibility.server.ts'

/**
 * Tells webhooks of a submission, once, if visitors see it at this moment (HOOK-2). Without approvals not of an old one:
 * what says that it was told is kept for 30 days.
 */
export async function recordPublicSubmission(
  tx: Db,
  moderation: Moderation,
  submissionId: string,
): Promise<void> {
  const shown = await tx.row<{ challengeId: string }>(sql`
    select c.id as "challengeId" from submissions s join challenges c on c.id = s.challenge_id
    where s.id = ${submissionId} and ${submissionVisible(visitorScope(moderation))}
      and (${moderation === 'before'} or s.submission_date > app_now() - interval '30 days')`)
  if (!shown) return
  const key = `public:${submissionId}`
  await recordWebhookEvent(tx, { kind: 'submission.received', key, submissionId, ...shown })
}
