import sql from 'sql-template-tag'
import { type Moderation, visitorScope } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { submissionVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { DeliveryStatus, TEST_KIND, WebhookForm, WebhookKind } from './rules.ts'

interface WebhookRow {
  id: string
  name: string
  url: string
  kinds: WebhookKind[]
  enabled: boolean
  /** It was switched off because deliveries were given up, or because the receiver is gone. */
  switchedOffAt: Date | null
  /** The newest delivery. */
  last: { status: DeliveryStatus; at: string } | null
}

/** All webhooks, by name. */
export function listWebhooks(db: Db, _admin: Admin): Promise<WebhookRow[]> {
  return db.rows(sql`
    select w.id, w.name, w.url, w.kinds, w.enabled, w.switched_off_at as "switchedOffAt", (
      select jsonb_build_object('status', d.status, 'at', coalesce(d.ended_at, d.created_at))
      from webhook_deliveries d where d.webhook_id = w.id order by d.created_at desc, d.id desc limit 1) as last
    from webhooks w order by lower(w.name), w.id`)
}

export interface WebhookDetail extends WebhookForm {
  id: string
  secret: string
  version: number
  switchedOffAt: Date | null
}

export function findWebhook(db: Db, _admin: Admin, id: string): Promise<WebhookDetail | undefined> {
  return db.row(sql`
    select id, name, url, format, kinds, enabled, secret, version, switched_off_at as "switchedOffAt"
    from webhooks where id = ${id}`)
}

export interface DeliveryRow {
  id: string
  kind: WebhookKind | typeof TEST_KIND
  at: Date
  status: DeliveryStatus
  attempts: number
  dueAt: Date
  /** What came of the last attempt. */
  answer: string | null
  endedAt: Date | null
  challenge: string | null
  /** Null if visitors do not see it. */
  submission: string | null
}

const mostListed = 50

/** The newest deliveries of a webhook. */
export function deliveriesOf(
  db: Db,
  _admin: Admin,
  webhookId: string,
  moderation: Moderation,
): Promise<DeliveryRow[]> {
  return db.rows(sql`
    select d.id, d.kind, d.created_at as at, d.status, d.attempts, d.due_at as "dueAt", d.answer,
      d.ended_at as "endedAt", c.title as challenge,
      case when ${submissionVisible(visitorScope(moderation))} then s.title end as submission
    from (select * from webhook_deliveries where webhook_id = ${webhookId}
      order by created_at desc, id desc limit ${mostListed}) d
    left join challenges c on c.id = d.challenge_id left join submissions s on s.id = d.submission_id
    order by d.created_at desc, d.id desc`)
}
