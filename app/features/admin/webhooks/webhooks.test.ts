import sql from 'sql-template-tag'
import { beforeEach, expect, it } from 'vitest'
import { deliveriesOf, findWebhook, listWebhooks } from '#domain/webhooks/queries.server.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#domain/webhooks/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import { makeWebhook } from '#test/webhooks.ts'
import * as list from './list.tsx'
import * as create from './new-webhook.tsx'
import type { WebhookAnswer } from './receive-webhook.server.ts'
import * as again from './send-again.ts'
import * as test from './send-test.ts'
import * as step from './step.tsx'
import * as show from './webhook.tsx'

const { db } = await testDatabase()
const admin = await makeAdmin(db)

beforeEach(async () => {
  await db.rows(sql`delete from webhooks`)
})

type Action = (args: never) => unknown

/** Posts a form to a route. */
async function send(
  { action }: { action: Action },
  path: string,
  fields: Record<string, string>,
  params: Record<string, string> = {},
) {
  const args = { request: formRequest(path, fields), params, context: await requestContext(db, admin) }
  const answer = (await action(args as never)) as Response | { data: WebhookAnswer; init: ResponseInit }
  return answer instanceof Response
    ? { status: answer.status, to: answer.headers.get('location') }
    : { status: answer.init.status, ...answer.data }
}

const fields = { name: 'Club site', url: 'https://club.example/', format: 'standard', kinds: 'voting.opened' }

it('an empty list leads to the first webhook (HOOK-7)', async () => {
  const { text, html } = await openPage(db, list, '/admin/webhooks', { viewer: admin })
  expect(text).toContain('New Webhook')
  expect(html).toContain('href="/admin/webhooks/new"')
})

it('the form creates a webhook once, and is shown again with all that is wrong', async () => {
  const form = await openPage(db, create, '/admin/webhooks/new', { viewer: admin })
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(form.html) ?? []
  const refused = await send(create, '/admin/webhooks/new', { key, name: '', url: 'club', enabled: 'on' })
  expect(refused).toMatchObject({
    status: 422,
    values: { key, name: '', url: 'club', kinds: [], enabled: true },
    errors: { name: MESSAGES.name, url: MESSAGES.url, format: MESSAGES.format, kinds: MESSAGES.kinds },
  })
  const sent = { ...fields, key, enabled: 'on' }
  for (const answer of await Promise.all([1, 2].map(() => send(create, '/admin/webhooks/new', sent))))
    expect(answer).toEqual({ status: 303, to: `/admin/webhooks/${key}` })
  expect(await listWebhooks(db, admin)).toMatchObject([{ id: key, kinds: ['voting.opened'], enabled: true }])
  expect(await send(create, '/admin/webhooks/new', { ...sent, name: 'Other' })).toMatchObject({
    status: 409,
    message: MESSAGES.createdAlready,
    values: { name: 'Other' },
  })
  expect(await send(create, '/admin/webhooks/new', { ...sent, secret: 'x' })).toMatchObject({ status: 400 })
  expect(await send(create, '/admin/webhooks/new', { ...sent, key: 'x' })).toMatchObject({ status: 422 })
})

it('the page shows form, secret and log; the list shows host and state', async () => {
  const id = await makeWebhook(db, admin, { url: 'https://club.example/key-2231' })
  await makeSubmission(db, await makeMember(db), await makeChallenge(db, { title: 'Night market' }))
  await db.rows(sql`
    update webhook_deliveries set status = 'delivered', answer = 'Answered 204', ended_at = app_now()`)
  const { secret = '' } = (await findWebhook(db, admin, id)) ?? {}
  const path = `/admin/webhooks/${id}`
  const page = await openPage(db, show, path, { viewer: admin, params: { id } })
  expect(page.html).toContain('value="https://club.example/key-2231"')
  expect(page.text).toContain(secret)
  expect(page.text).toContain('Static garden in Night market')
  expect(page.text).toContain('Answered 204')
  const overview = await openPage(db, list, '/admin/webhooks', { viewer: admin })
  expect(overview.text).toContain('Club site club.example')
  expect(overview.text).toContain('Delivered')
  expect(overview.html).not.toMatch(/whsec_|key-2231/)
})

it('saves changes, and says when a webhook was switched off', async () => {
  const id = await makeWebhook(db, admin)
  const path = `/admin/webhooks/${id}`
  await db.rows(sql`update webhooks set enabled = false, switched_off_at = app_now()`)
  const off = await openPage(db, show, path, { viewer: admin, params: { id } })
  expect(off.text).toContain('Switched off')
  expect((await openPage(db, list, '/admin/webhooks', { viewer: admin })).text).toContain(
    'Off after failures',
  )
  const version = '0'
  expect(
    await send(show, path, { ...fields, name: 'Renamed', enabled: 'on', version }, { id }),
  ).toMatchObject({ status: 303, to: path })
  expect(await findWebhook(db, admin, id)).toMatchObject({
    name: 'Renamed',
    enabled: true,
    switchedOffAt: null,
  })
  const typed = { ...fields, name: 'Other', version }
  expect(await send(show, path, typed, { id })).toMatchObject({
    status: 409,
    message: MESSAGES.changedSince,
    values: { name: 'Other', version: 1 },
  })
  expect(await send(show, path, { ...typed, version: '1' }, { id })).toMatchObject({ status: 303 })
  expect(await findWebhook(db, admin, id)).toMatchObject({ name: 'Other', enabled: false })
  expect(await send(show, path, fields, { id: newId() })).toMatchObject({ status: 404 })
  expect((await openPage(db, show, path, { viewer: admin, params: { id: newId() } })).status).toBe(404)
})

it('sends a test and a delivery of the log again, and says what is on its way already', async () => {
  const id = await makeWebhook(db, admin)
  const path = `/admin/webhooks/${id}`
  for (let sent = 0; sent < 2; sent++)
    expect(await send(test, `${path}/test`, {}, { id })).toEqual({ status: 303, to: path })
  const [delivery] = await deliveriesOf(db, admin, id, 'after')
  expect(delivery).toMatchObject({ kind: 'webhook.test', status: 'waiting' })
  await db.rows(sql`update webhook_deliveries set status = 'given_up', ended_at = app_now()`)
  const params = { id, deliveryId: delivery?.id ?? '' }
  expect(await send(again, `${path}/deliveries/${params.deliveryId}/again`, {}, params)).toEqual({
    status: 303,
    to: path,
  })
  expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([{ status: 'waiting' }])
  const unknown = { id, deliveryId: newId() }
  expect(await send(again, `${path}/deliveries/${unknown.deliveryId}/again`, {}, unknown)).toMatchObject({
    status: 404,
  })
  expect(await send(test, `${path}/test`, { userId: 'x' }, { id })).toMatchObject({ status: 400 })
})

it.each(['delete', 'secret'])('%s asks first', async (name) => {
  const id = await makeWebhook(db, admin)
  const { secret } = (await findWebhook(db, admin, id)) ?? {}
  const params = { id, step: name }
  const path = `/admin/webhooks/${id}/${name}`
  const asked = await openPage(db, step, path, { viewer: admin, params })
  expect(asked.text).toContain('The audit log records it.')
  expect((await findWebhook(db, admin, id))?.secret).toBe(secret)
  const to = name === 'delete' ? '/admin/webhooks' : `/admin/webhooks/${id}`
  expect(await send(step, path, {}, params)).toEqual({ status: 303, to })
  const left = await findWebhook(db, admin, id)
  expect(name === 'delete' ? left : left?.secret === secret).toBe(name === 'delete' ? undefined : false)
})
