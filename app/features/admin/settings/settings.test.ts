import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { type Member, noMarkNotice } from '#domain/members/rules.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import { configuredSettings } from './configured.server.ts'
import * as retry from './retry-mails.ts'
import * as settings from './settings.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })

it('says that it is under development, and lists planned features', async () => {
  const { text, html } = await openPage(db, settings, '/admin/settings', { viewer: admin })
  for (const words of [
    'Site Settings',
    'Manage site configuration and preferences',
    'This page is under development',
    'Future features will include site appearance, notification configuration and moderation rules.',
  ])
    expect(text).toContain(words)
  expect(html.match(/<(input|select|textarea)[^>]*/g)).toEqual([expect.stringContaining('name="showVotes"')])
})

it('shows the server configuration without secrets', async () => {
  const env = {
    PRODUCT_NAME: 'Ink House',
    CONTACT_EMAIL: 'help@ink.example',
    MODERATION: 'before',
    ADMIN_EMAILS: 'ann@ink.example,bob@ink.example',
    OIDC_CLIENT_ID: 'client-7',
    OIDC_CLIENT_SECRET: 'hush-hush',
  }
  const { text, html } = await openPage(db, settings, '/admin/settings', { viewer: admin, env })
  for (const words of [
    'Product name Ink House',
    'Contact help@ink.example',
    'Moderation Submissions are public after approval',
    'Sign-in Google',
    'Administrators by configuration 2',
  ])
    expect(text).toContain(words)
  for (const secret of ['hush-hush', 'client-7', 'ann@ink.example']) expect(html).not.toContain(secret)
})

it('says what follows if the provider marks no address as verified', async () => {
  const notices = async (OIDC_EMAIL_TRUSTED?: string) => {
    const env = {
      OIDC_EMAIL_TRUSTED,
      OIDC_CLIENT_ID: 'one',
      OIDC_CLIENT_SECRET: 'two',
      CONTACT_EMAIL: 'a@b.example',
    }
    const { text } = await openPage(db, settings, '/admin/settings', { viewer: admin, env })
    return [false, true].filter((trusted) => text.includes(noMarkNotice(trusted)))
  }
  expect(await notices()).toEqual([])
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email)
    values ('https://id.example', 'one', ${admin.id}, 'one@ink.example')`)
  expect(await notices()).toEqual([false])
  expect(await notices('on')).toEqual([true])
  await db.rows(sql`update identities set email_verified = true`)
  expect(await notices()).toEqual([])
})

it('retries mails that failed, for administrators only', async () => {
  await db.rows(sql`
    with event as (
      insert into notification_events (id, kind, key, user_id, delivered_at)
      values (gen_random_uuid(), 'rank_changed', 'retry', ${admin.id}, app_now()) returning id),
    told as (
      insert into notifications (event_id, user_id, created_at) select id, ${admin.id}, app_now() from event)
    insert into mails (event_id, user_id, due_at, failed_at, error, attempts)
    select id, ${admin.id}, app_now(), app_now(), '550 No', 1 from event`)
  const failed = sql`select failed_at is not null as failed from mails`
  const send = async (viewer: Member) =>
    retry.action({
      request: formRequest('/admin/settings/mails/retry', {}),
      params: {},
      context: await requestContext(db, viewer),
    } as never)
  await send(await makeMember(db)).catch(() => undefined)
  expect(await db.row(failed)).toEqual({ failed: true })
  expect(await send(admin)).toMatchObject({ status: 303 })
  expect(await db.row(failed)).toEqual({ failed: false })
})

it('shows the file store without its keys', () => {
  const secret = { S3_ACCESS_KEY_ID: 'key-id', S3_SECRET_ACCESS_KEY: 'deep-secret' }
  const config = readConfig({ S3_BUCKET: 'ink-files', S3_REGION: 'eu', ...secret })
  const settings = configuredSettings(config)
  expect(settings.at(-1)).toMatchObject({ label: 'Files', value: 'S3 bucket' })
  expect(JSON.stringify(settings)).not.toMatch(/key-id|deep-secret/)
})
