import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { type AuditAction, type AuditState, changesBetween } from '#domain/audit/rules.ts'
import type { Admin, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { giveUpWaiting } from './deliveries.server.ts'
import { WEBHOOK_MESSAGES as MESSAGES, TEST_KIND, WEBHOOK_LIMITS, type WebhookForm } from './rules.ts'

// All commands are for administrators only.

/** Creates a webhook with a secret of its own (HOOK-5). `id` is the key of the form: sent again it creates nothing. */
export function createWebhook(
  db: Db,
  viewer: Viewer,
  id: string,
  form: WebhookForm,
): Promise<Outcome<{ id: string }>> {
  return adminTransaction(db, viewer, 'webhooks', async (tx, admin) => {
    // One at a time, so that the limit holds and the same form waits for its first copy.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`)
    const known = await lockWebhook(tx, id)
    if (known) return isSame(known, form) ? done({ id }) : refused('conflict', MESSAGES.createdAlready)
    const { name, url, format, kinds, enabled } = form
    const created = await tx.row(sql`
      insert into webhooks (id, name, url, format, secret, kinds, enabled, created_by)
      select ${id}, ${name}, ${url}, ${format}, ${newWebhookSecret()}, ${kinds}, ${enabled}, ${admin.id}
      where (select count(*) from webhooks) < ${WEBHOOK_LIMITS.webhooks} returning 1 as created`)
    if (!created) return refused('conflict', MESSAGES.tooMany)
    await record(tx, admin, 'webhook_created', { id, name }, null, stateOf(form))
    return done({ id })
  })
}

/**
 * Changes a webhook. What waits is given up when it is switched off; it begins anew when it is switched on. Refused if it
 * was changed or switched off since the form was opened, which has its `version` of then.
 */
export function updateWebhook(
  db: Db,
  viewer: Viewer,
  id: string,
  { form, version }: { form: WebhookForm; version: number },
): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'webhooks', async (tx, admin) => {
    const before = await lockWebhook(tx, id)
    if (!before) return refused('not-found', MESSAGES.notFound)
    // Also of a form that is sent again because its answer was lost.
    if (isSame(before, form)) return done(null)
    const { name, url, format, kinds, enabled } = form
    if (before.version !== version)
      return refused('conflict', before.switchedOffAt && enabled ? MESSAGES.offSince : MESSAGES.changedSince)
    await tx.rows(sql`
      update webhooks set name = ${name}, url = ${url}, format = ${format}, kinds = ${kinds}, enabled = ${enabled},
        given_up = case when ${enabled && !before.enabled} then 0 else given_up end,
        switched_off_at = case when not ${enabled} then switched_off_at end, version = version + 1
      where id = ${id}`)
    if (!enabled) await giveUpWaiting(tx, id)
    const changes = changesBetween(stateOf(before), stateOf(form))
    // The path of an address may hold a key, so the audit log has its host only.
    if (before.url !== form.url) changes.after.address_changed = true
    await record(tx, admin, 'webhook_changed', { id, name }, changes.before, changes.after)
    return done(null)
  })
}

/** Signs with another secret from now on (HOOK-5). */
export function renewWebhookSecret(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'webhooks', async (tx, admin) => {
    const renewed = await tx.row<{ name: string }>(sql`
      update webhooks set secret = ${newWebhookSecret()} where id = ${id} returning name`)
    if (!renewed) return refused('not-found', MESSAGES.notFound)
    await record(tx, admin, 'webhook_secret_renewed', { id, name: renewed.name }, null, null)
    return done(null)
  })
}

/** Deletes a webhook with its log. */
export function deleteWebhook(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'webhooks', async (tx, admin) => {
    const webhook = await lockWebhook(tx, id)
    if (!webhook) return refused('not-found', MESSAGES.notFound)
    await tx.rows(sql`delete from webhooks where id = ${id}`)
    await record(tx, admin, 'webhook_deleted', { id, name: webhook.name }, stateOf(webhook), null)
    return done(null)
  })
}

/** Sends a test, also to a webhook that is off; one at a time. */
export function sendWebhookTest(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'webhooks', async (tx) => {
    if (!(await lockWebhook(tx, id))) return refused('not-found', MESSAGES.notFound)
    const recorded = await tx.row(sql`
      insert into webhook_deliveries (id, webhook_id, kind, key, by_hand)
      select gen_random_uuid(), ${id}, ${TEST_KIND}, ${`test:${newId()}`}, true
      where not exists (
        select from webhook_deliveries where webhook_id = ${id} and kind = ${TEST_KIND} and status = 'waiting')
      returning 1 as recorded`)
    return recorded ? done(null) : refused('conflict', MESSAGES.waitsAlready)
  })
}

/** Sends a delivery of the log again, with the same id (HOOK-6). Refused while it waits. */
export function sendDeliveryAgain(
  db: Db,
  viewer: Viewer,
  webhookId: string,
  id: string,
): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'webhooks', async (tx) => {
    const delivery = await tx.row<{ status: string }>(sql`
      select status from webhook_deliveries where id = ${id} and webhook_id = ${webhookId} for update`)
    if (!delivery) return refused('not-found', MESSAGES.noDelivery)
    if (delivery.status === 'waiting') return refused('conflict', MESSAGES.waitsAlready)
    await tx.rows(sql`
      update webhook_deliveries set status = 'waiting', ended_at = null, attempts = 0, by_hand = true, due_at = app_now()
      where id = ${id}`)
    return done(null)
  })
}

interface Locked extends WebhookForm {
  id: string
  version: number
  switchedOffAt: Date | null
}

function lockWebhook(tx: Db, id: string): Promise<Locked | undefined> {
  return tx.row(sql`
    select id, name, url, format, kinds, enabled, version, switched_off_at as "switchedOffAt"
    from webhooks where id = ${id} for no key update`)
}

function isSame(known: WebhookForm, form: WebhookForm): boolean {
  const fields = ({ name, url, format, kinds, enabled }: WebhookForm) => [name, url, format, kinds, enabled]
  return JSON.stringify(fields(known)) === JSON.stringify(fields(form))
}

function stateOf({ name, url, format, kinds, enabled }: WebhookForm): AuditState {
  return { name, host: new URL(url).host, format, events: kinds, switched_on: enabled }
}

function record(
  tx: Db,
  admin: Admin,
  action: AuditAction,
  subject: { id: string; name: string },
  before: AuditState | null,
  after: AuditState | null,
): Promise<void> {
  return recordAuditEvent(tx, admin, { action, subject, before, after })
}

/** 32 random bytes, written as Standard Webhooks want. */
function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
