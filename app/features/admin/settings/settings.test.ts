import sharp from 'sharp'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import { wrongTypeMessage } from '#domain/media/rules.ts'
import { type Member, noMarkNotice } from '#domain/members/rules.ts'
import { SECTIONS, SETTINGS_MESSAGES } from '#domain/settings/rules.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import { newChallengeForm } from '../challenges/form/open-form.server.ts'
import { configuredSettings } from './configured.server.ts'
import * as retry from './retry-mails.ts'
import type { TypedSection } from './section.tsx'
import * as settings from './settings.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })

async function save(
  fields: Record<string, string | File>,
  env: NodeJS.ProcessEnv = {},
  viewer: Member = admin,
) {
  const context = await requestContext(db, viewer, env)
  const request = formRequest('/admin/settings', fields)
  const answer = await settings.action({ request, params: {}, context } as never)
  return { answer: answer as { status?: number; data?: object; init?: { status: number } }, context }
}

const site = {
  section: 'site',
  productName: 'Ink House',
  tagline: 'Draw at night',
  contactEmail: 'help@ink.example',
  socialLinks: 'https://x.com/ink\nhttps://discord.gg/ink',
}

it('has a form for each section under the heading of the documents (ADM-55)', async () => {
  const { text, html } = await openPage(db, settings, '/admin/settings', { viewer: admin })
  for (const words of [
    'Site Settings',
    'Manage site configuration and preferences',
    'New challenges',
    'No submission waits for approval.',
    'This address does not exist: nobody can reach you yet.',
  ])
    expect(text).toContain(words)
  expect(html.match(/name="section" value="\w+"/g)).toHaveLength(Object.keys(SECTIONS).length)
})

it('saves a section, which the process then uses, and refuses the form of another administrator (ADM-110, ADM-111)', async () => {
  const { answer, context } = await save({ ...site, version: '0' })
  expect(answer).toMatchObject({ status: 303 })
  expect(context.get(servicesContext).settings.current()).toMatchObject({
    productName: 'Ink House',
    socialLinks: ['https://x.com/ink', 'https://discord.gg/ink'],
    showVotes: true,
  })
  const late = await save({ ...site, version: '0', tagline: 'Draw at noon' })
  expect(late.answer).toMatchObject({
    data: {
      message: SETTINGS_MESSAGES.changed,
      typed: { section: 'site', values: { tagline: 'Draw at noon' } },
    },
    init: { status: 409 },
  })
})

it('opens new challenges as they are set, and leaves others as they are (ADM-65)', async () => {
  const { answer, context } = await save({ section: 'contests', version: '0', allowComments: 'on' })
  expect(answer).toMatchObject({ status: 303 })
  const { start } = await newChallengeForm(context)
  expect(start).toMatchObject({ showVotes: false, allowComments: true })
  const earlier = await newChallengeForm(context, new URLSearchParams({ from: await makeChallenge(db) }))
  expect(earlier.start).toMatchObject({ showVotes: true })
})

it('takes a logo with the other fields, keeps it with what was typed, and goes back (ADM-152)', async () => {
  const look = (fields: Record<string, string | File>, version: number) =>
    save({ section: 'look', version: String(version), accent: '', dates: 'en-US', logo: '', ...fields })
  const drawing = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#1f5fa8' } })
    .png()
    .toBuffer()
  const image = new File([Buffer.from(drawing)], 'logo.png', { type: 'image/png' })
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg', { type: 'image/svg+xml' })
  const refusedFile = await look({ image: svg, accent: '#1f5fa8' }, 0)
  expect(refusedFile.answer).toMatchObject({
    data: { typed: { errors: { image: wrongTypeMessage }, values: { accent: '#1f5fa8', logo: '' } } },
    init: { status: 422 },
  })

  const tiny = await sharp({ create: { width: 90, height: 40, channels: 3, background: '#777' } })
    .png()
    .toBuffer()
  const small = await look({ image: new File([Buffer.from(tiny)], 'logo.png', { type: 'image/png' }) }, 0)
  expect(small.answer).toMatchObject({
    data: { typed: { errors: { image: SETTINGS_MESSAGES.logoSmall }, values: { logo: '' } } },
    init: { status: 422 },
  })

  const wrongAccent = await look({ image, accent: 'red' }, 0)
  const { values, errors } = (wrongAccent.answer.data as { typed: TypedSection }).typed
  expect(errors).toEqual({ accent: SETTINGS_MESSAGES.accent })
  const { answer, context } = await look({ logo: values.logo ?? '' }, 0)
  expect(answer).toMatchObject({ status: 303 })
  expect(context.get(servicesContext).settings.current().logo).toBe(values.logo)
  expect((await openPage(db, settings, '/admin/settings', { viewer: admin })).html).toContain(
    `src="/media/${values.logo}/192.webp"`,
  )

  const { version } = (await db.row<{ version: number }>(sql`
    select sum(version)::int as version from site_settings where name in ('logo', 'guideValues')`)) ?? {
    version: 0,
  }
  const removed = await look({ logo: values.logo ?? '', removeImage: 'on' }, version)
  expect(removed.answer).toMatchObject({ status: 303 })
  expect(removed.context.get(servicesContext).settings.current().logo).toBe('')
})

it('says at each field what is wrong with it, and keeps what was typed', async () => {
  const wrong = {
    section: 'site',
    version: '0',
    productName: ' ',
    contactEmail: 'nobody',
    socialLinks: 'http://x.com',
  }
  expect((await save(wrong)).answer).toMatchObject({
    data: {
      message: SETTINGS_MESSAGES.invalid,
      typed: {
        errors: {
          productName: SETTINGS_MESSAGES.productName,
          tagline: SETTINGS_MESSAGES.tagline,
          contactEmail: SETTINGS_MESSAGES.contactEmail,
          socialLinks: SETTINGS_MESSAGES.socialLinks,
        },
        values: { contactEmail: 'nobody' },
      },
    },
    init: { status: 422 },
  })
  expect((await save({ section: 'constructor', version: '0' })).answer).toMatchObject({
    init: { status: 422 },
  })
})

it('locks what the environment sets, and says by which variable (ADM-113)', async () => {
  const env = { PRODUCT_NAME: 'Night School', MODERATION: 'before' }
  const { text, html } = await openPage(db, settings, '/admin/settings', { viewer: admin, env })
  expect(text).toContain('Set by PRODUCT_NAME on the server')
  expect(html).toMatch(/<input[^>]*disabled=""[^>]*value="Night School"/)
  const version = (await openPage(db, settings, '/admin/settings', { viewer: admin })).html.match(
    /name="version" value="(\d+)"/,
  )?.[1]
  const sent = await save({ ...site, version: version ?? '' }, env)
  expect(sent.answer).toMatchObject({
    data: { message: 'Set by PRODUCT_NAME on the server' },
    init: { status: 409 },
  })
})

it('shows the server configuration without secrets', async () => {
  const env = {
    PUBLIC_URL: 'https://ink.example',
    ADMIN_EMAILS: 'ann@ink.example,bob@ink.example',
    OIDC_CLIENT_ID: 'client-7',
    OIDC_CLIENT_SECRET: 'hush-hush',
  }
  const { text, html } = await openPage(db, settings, '/admin/settings', { viewer: admin, env })
  for (const words of ['Address https://ink.example', 'Sign-in Google', 'Administrators by configuration 2'])
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
    expect(text).toContain(`Addresses from sign-in ${marks}`)
    return [false, true].filter((trusted) => text.includes(noMarkNotice(trusted)))
  }
  let marks = 'None yet'
  expect(await notices()).toEqual([])
  marks = 'Not marked as verified'
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email)
    values ('https://id.example', 'one', ${admin.id}, 'one@ink.example')`)
  expect(await notices()).toEqual([false])
  expect(await notices('on')).toEqual([true])
  await db.rows(sql`update identities set email_verified = true`)
  marks = 'Marked as verified'
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
  const configured = configuredSettings(config, null)
  expect(configured.at(-1)).toMatchObject({ label: 'Files', value: 'S3 bucket' })
  expect(JSON.stringify(configured)).not.toMatch(/key-id|deep-secret/)
})
