import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { findViewer } from '#domain/members/queries.server.ts'
import { createCalendarAddress, memberCalendar } from '#domain/notifications/calendars.server.ts'
import { setRole } from '#domain/people/administrators.server.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { signIn } from '#domain/sessions/sign-in.server.ts'
import { demoIssuer } from '#platform/identity/demo/accounts.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { ready, spawnServer, temporaryFolder } from '#test/server-process.ts'
import { adoptDemoData, hasDemoData } from './adopt.server.ts'

const { db, connection } = await testDatabase()
const database = `postgres://${connection.user}@${encodeURIComponent(String(connection.host))}/${connection.database}`
const admins = { emails: ['admin@demo.example'], userIds: [] }

/** An administrator with a verified e-mail address and a session. */
async function makeAdmin(issuer: string, email: string): Promise<{ id: string; token: string }> {
  const claims = { issuer, subject: email, email, emailVerified: true, name: null }
  const { memberId: id } = await signIn(db, claims)
  await setRole(db, id, 'administrator')
  await db.rows(sql`insert into admins values (${id}) on conflict do nothing`)
  return { id, token: await startSession(db, id) }
}

async function isAdmin(token: string): Promise<boolean | null> {
  return (await findViewer(db, token, admins))?.viewer.isAdmin ?? null
}

test('the server refuses a real provider on demo data until the demo members lose their access', async () => {
  const demoAdmin = await makeAdmin(demoIssuer, 'admin@demo.example')
  const realAdmin = await makeAdmin('https://issuer.example', 'ann@example.org')
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: database }
  expect(await hasDemoData(db)).toBe(true)

  const refused = await spawnServer(env)
  expect(await refused.ended).toBe(1)
  expect(refused.err()).toMatch(/^The database contains demo data, .* npm start -- --adopt-demo-data\n$/)
  expect([await isAdmin(demoAdmin.token), await isAdmin(realAdmin.token)]).toEqual([true, true])

  const adopting = await ready(await spawnServer(env, undefined, ['--adopt-demo-data']))
  expect(adopting.err()).toContain('1 demo members lost access')
  adopting.child.kill('SIGTERM')
  expect(await adopting.ended).toBe(0)
  expect([await isAdmin(demoAdmin.token), await isAdmin(realAdmin.token)]).toEqual([null, true])
  // Neither a new session nor ADMIN_EMAILS restores the rights.
  expect(await isAdmin(await startSession(db, demoAdmin.id))).toBe(false)

  const next = await ready(await spawnServer(env))
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
})

test('the calendar of an adopted demo member has no address any more', async () => {
  const { id } = await makeAdmin(demoIssuer, 'calendar@demo.example')
  const address = await createCalendarAddress(db, { ...(await makeMember(db)), id })
  expect(await memberCalendar(db, address)).toEqual([])
  await adoptDemoData(db)
  expect(await memberCalendar(db, address)).toBeUndefined()
})

test('members of a demo that was started again on adopted data lose their access too', async () => {
  const again = await makeAdmin(demoIssuer, 'admin@demo.example')
  expect(await hasDemoData(db)).toBe(true)
  expect(await adoptDemoData(db)).toBe(1)
  expect(await isAdmin(again.token)).toBeNull()
  expect(await hasDemoData(db)).toBe(false)
  expect(await adoptDemoData(db)).toBe(0)
})
