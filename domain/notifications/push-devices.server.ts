import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { outboundUrl } from '#platform/http/outbound.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { hashSecret } from '#platform/secret.server.ts'
import { NOTIFICATION_MESSAGES as MESSAGES } from './rules.ts'

/** What a browser names when it subscribes. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushKeys {
  publicKey: string
  privateKey: string
}

const setting = 'push_keys'

/** The keys that sign push messages (VAPID), made once. Without them no device can be reached any more. */
export async function pushKeys(db: Db): Promise<PushKeys> {
  const known = () => db.row<{ value: PushKeys }>(sql`select value from settings where key = ${setting}`)
  const row = await known()
  if (row) return row.value
  // Imported on demand, as for sending: the package takes several megabytes.
  const { default: webPush } = await import('web-push')
  const made = JSON.stringify(webPush.generateVAPIDKeys())
  await db.rows(
    sql`insert into settings (key, value) values (${setting}, ${made}::jsonb) on conflict do nothing`,
  )
  const stored = await known()
  if (!stored) throw new Error('no push keys')
  return stored.value
}

/** The public key for browsers, and the member's devices: this session's and how many in all. */
export async function pushDevicesOf(db: Db, viewer: Member, token: string | undefined) {
  const devices = await db.rows<{ isThis: boolean }>(sql`
    select s.token_hash = ${hashSecret(token ?? '')} as "isThis"
    from sessions s join push_devices d on d.session_id = s.id where s.user_id = ${viewer.id}`)
  const { publicKey } = await pushKeys(db)
  return { publicKey, count: devices.length, hasThis: devices.some(({ isThis }) => isThis) }
}

/** Sends the member's notifications to the browser of this session as well, in place of an earlier subscription. */
export async function addPushDevice(
  db: Db,
  token: string | undefined,
  subscription: PushSubscription,
): Promise<Outcome<null>> {
  if (!isSubscription(subscription)) return refused('invalid', MESSAGES.noDevice)
  const { endpoint, p256dh, auth } = subscription
  return db.transaction(async (tx) => {
    const session = await tx.row<{ id: string }>(sql`
      select id from sessions where token_hash = ${hashSecret(token ?? '')} for update`)
    if (!session) return refused('signed-out', MESSAGES.signIn)
    await tx.rows(sql`delete from push_devices where session_id = ${session.id} or endpoint = ${endpoint}`)
    await tx.rows(sql`
      insert into push_devices (id, session_id, endpoint, p256dh, auth)
      values (${newId()}, ${session.id}, ${endpoint}, ${p256dh}, ${auth})`)
    return done(null)
  })
}

/** Ends the push messages to the browser of this session. */
export async function removePushDevice(db: Db, token: string | undefined): Promise<void> {
  await db.rows(sql`
    delete from push_devices using sessions s where s.id = session_id and s.token_hash = ${hashSecret(token ?? '')}`)
}

/** A point of P-256 and 16 random bytes; other keys could not encrypt. */
function isSubscription({ endpoint, p256dh, auth }: PushSubscription): boolean {
  const hasKeys = /^B[\w-]{86}$/.test(p256dh) && /^[\w-]{22}$/.test(auth)
  return hasKeys && endpoint.length <= 1_000 && outboundUrl(endpoint)?.href === endpoint
}
