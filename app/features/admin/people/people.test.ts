import { expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import { setRole, updateAdminBadges } from '#domain/people/administrators.server.ts'
import { openInvitations } from '#domain/people/invitations.server.ts'
import { INVITATION_MESSAGES, ROLE_MESSAGES as MESSAGES } from '#domain/roles/rules.ts'
import type { Mailer, MailMessage } from '#platform/mail/mailer.server.ts'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as change from './change.tsx'
import * as invite from './invite.tsx'
import * as list from './list.tsx'

const { db } = await testDatabase()
const admin = await makeAdmin(db, { displayName: 'Keeper' })
const other = await makeAdmin(db, { displayName: 'Second Keeper' })
const member = await makeMember(db, { displayName: 'Paper Fox' })

const path = (id: string, role: string) => `/admin/people/${id}/${role}`

it('lists people with their roles, since when and by whom', async () => {
  expect((await send(member.id, 'moderator')).location).toBe('/admin/people')
  const { text, html } = await openPage(db, list, '/admin/people', { viewer: admin })
  expect(text).toMatch(/Paper Fox .*Moderator .*Keeper .*Make Administrator .*Remove Role/)
  expect(html).toContain(path(member.id, 'administrator'))
  expect(html).toContain(path(other.id, 'none'))
  await setRole(db, member.id, null)
})

it('names the setting of an administrator, who has no buttons', async () => {
  const env = { ADMIN_USER_IDS: member.id }
  await updateAdminBadges(db, { emails: [], userIds: [member.id] })
  const { text, html } = await openPage(db, list, '/admin/people', { viewer: admin, env })
  expect(text).toContain('ADMIN_USER_IDS')
  expect(text).toContain('Named in the settings of the site, and removed there.')
  expect(html).not.toContain(path(member.id, 'none'))
  const { text: refusal } = await openPage(db, change, path(member.id, 'none'), {
    viewer: admin,
    env,
    params: { userId: member.id, role: 'none' },
  })
  expect(refusal).toContain(MESSAGES.configured)
  await updateAdminBadges(db, { emails: [], userIds: [] })
})

it('finds members by name, with the roles that they can be given', async () => {
  const { text, html } = await openPage(db, list, '/admin/people?search=paper', { viewer: admin })
  expect(text).toContain('Paper Fox')
  for (const role of ['moderator', 'administrator']) expect(html).toContain(path(member.id, role))
  expect((await openPage(db, list, '/admin/people?search=zzzz', { viewer: admin })).text).toContain(
    'No member has such a name.',
  )
  // Found members are in view without scrolling over a long list.
  expect(html.indexOf('id="give"')).toBeLessThan(html.indexOf('id="people"'))
})

it('says what a role allows before it is given', async () => {
  const open = async (role: string) =>
    await openPage(db, change, path(member.id, role), { viewer: admin, params: { userId: member.id, role } })
  expect((await open('moderator')).text).toContain('Paper Fox They approve, reject and delete submissions')
  expect((await open('administrator')).text).toContain('They may do all that you may do')
  expect((await open('none')).text).toContain(MESSAGES.noRole)
  expect((await open('captain')).status).toBe(404)
})

it('answers an unknown role with 404, asked and sent, and changes nothing', async () => {
  for (const role of ['captain', 'constructor', 'toString'])
    await expect(send(member.id, role)).rejects.toMatchObject({ init: { status: 404 } })
  const { text } = await openPage(db, list, '/admin/people', { viewer: admin })
  expect(text).not.toContain('Paper Fox')
})

it('leads who takes the own role home', async () => {
  expect((await send(other.id, 'none', other)).location).toBe('/')
  expect(await send(admin.id, 'none')).toMatchObject({ message: MESSAGES.last })
})

it('invites by e-mail, with a mail where mail is set up', async () => {
  const { text } = await openPage(db, invite, '/admin/people/invite', { viewer: admin })
  expect(text).toContain('Mail is not set up: tell them to sign in at http://localhost:3000/login.')
  expect(await sendInvitation({ email: 'iris@dojo.example', role: 'captain' })).toMatchObject({
    message: INVITATION_MESSAGES.role,
    typed: { email: 'iris@dojo.example' },
  })
  const mails: MailMessage[] = []
  const mailer = { send: async (mail: MailMessage) => void mails.push(mail), close: () => undefined }
  expect(await sendInvitation({ email: 'iris@dojo.example', role: 'moderator' }, mailer)).toMatchObject({
    location: '/admin/people',
  })
  const [mail] = mails
  expect(mail).toMatchObject({ to: { address: 'iris@dojo.example' } })
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('http://localhost:3000/login')
    expect(part).toMatch(/Keeper.* invites you as moderator\. Sign in within 14 days/)
    expect(part).not.toContain('unsubscribe')
  }
  const page = await openPage(db, list, '/admin/people', { viewer: admin })
  expect(page.text).toMatch(/Open invitations .*iris@dojo\.example .*Moderator .*Keeper .*End Invitation/)
  // A mail that is not accepted loses no invitation.
  const failing = { ...mailer, send: () => Promise.reject(new Error('no')) }
  expect(await sendInvitation({ email: 'noa@dojo.example', role: 'moderator' }, failing)).toMatchObject({
    location: '/admin/people',
  })
  expect(await openInvitations(db, admin)).toHaveLength(2)
  for (let sent = 3; sent < 20; sent++) await sendInvitation({ email: '', role: 'moderator' })
  expect(await sendInvitation({ email: 'kim@dojo.example', role: 'moderator' })).toMatchObject({
    message: INVITATION_MESSAGES.tooOften,
  })
  expect(await openInvitations(db, admin)).toHaveLength(2)
})

async function sendInvitation(fields: Record<string, string>, mailer: Mailer | null = null) {
  const context = await requestContext(db, admin)
  context.set(servicesContext, { ...context.get(servicesContext), mailer })
  const request = formRequest('/admin/people/invite', fields)
  const args = { request, params: {}, context }
  const answer = await invite.action(args as unknown as Parameters<typeof invite.action>[0])
  return answer instanceof Response ? { location: answer.headers.get('location') } : answer.data
}

async function send(userId: string, role: string, viewer = admin) {
  const request = formRequest(path(userId, role), { returnTo: '/admin/people' })
  const args = { request, params: { userId, role }, context: await requestContext(db, viewer) }
  const answer = await change.action(args as unknown as Parameters<typeof change.action>[0])
  if (answer instanceof Response) return { location: answer.headers.get('location') }
  return { location: null, message: answer.data.message }
}
