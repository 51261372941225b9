import sql from 'sql-template-tag'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import type { WebhookDetails, WebhookKind } from '#domain/webhooks/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'

interface WebhookEvent {
  kind: WebhookKind
  challengeId: string
  submissionId?: string
  /** Names what happened, at most 200 characters: a webhook is told of a key once. By default it is another event each time. */
  key?: string
  details?: WebhookDetails
}

/**
 * Records an event in the transaction in which it happens, for each webhook that is on and is told of its kind (HOOK-1).
 * The schedule sends it. The webhooks are locked against their deletion.
 */
export async function recordWebhookEvent(
  tx: Db,
  { kind, challengeId, submissionId, key = `${kind}:${newId()}`, details = {} }: WebhookEvent,
): Promise<void> {
  await tx.rows(sql`
    with told as (
      select id from webhooks where enabled and ${kind}::text = any(kinds) order by id for key share
    )
    insert into webhook_deliveries (id, webhook_id, kind, key, challenge_id, submission_id, details)
    select gen_random_uuid(), told.id, ${kind}, ${key}, ${challengeId}, ${submissionId ?? null}, ${JSON.stringify(details)}
    from told
    on conflict (webhook_id, key) do nothing`)
}

/** Records that a challenge takes entries for the first time, or votes. */
export async function recordWebhookOpening(
  tx: Db,
  challengeId: string,
  before: ChallengeStatus,
  after: ChallengeStatus,
): Promise<void> {
  if (after === 'voting' && before !== 'voting')
    await recordWebhookEvent(tx, { kind: 'voting.opened', challengeId })
  if (after === 'active' && (before === 'draft' || before === 'upcoming'))
    await recordWebhookEvent(tx, { kind: 'challenge.opened', challengeId })
}

/** Withdraws what was not sent yet of an event that was undone. */
export async function withdrawWebhookEvent(tx: Db, key: string): Promise<void> {
  // By the unique index, which begins with the webhook.
  await tx.rows(sql`
    delete from webhook_deliveries
    where (webhook_id, key) in (select id, ${key} from webhooks) and status = 'waiting'`)
}
