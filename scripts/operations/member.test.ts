import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { suspendMember } from '#domain/accounts/suspension.server.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { temporaryFolder } from '#test/server-process.ts'
import { unzip } from '#test/unzip.ts'

const { db, connection } = await testDatabase()
const place = new URLSearchParams({ host: String(connection.host), port: String(connection.port ?? 5432) })
const database = `postgres:///${connection.database}?${place}&user=${connection.user}`
const admin = await makeMember(db, { isAdmin: true })

it('npm run dojo -- member delete deletes a suspended member by a verified address, once', async () => {
  const member = await makeMember(db)
  await signsIn(member.id, 'Leaver@example.org')
  await makeSubmission(db, member, await makeChallenge(db))
  const noAdmins = { emails: [], userIds: [] }
  await suspendMember(db, admin, { userId: member.id, reason: 'Several accounts' }, noAdmins)
  const done = await deleteMember('leaver@example.org', '--remove-submissions')
  expect(done).toMatchObject({
    code: 0,
    out: `Deleted the account of ${member.displayName} (${member.id}).\n`,
  })
  expect(
    await db.row(sql`
      select display_name as name, suspended_reason as reason, deleted_at is not null as deleted,
        (select count(*)::int from submissions where user_id = u.id) as submissions
      from users u where id = ${member.id}`),
  ).toEqual({ name: 'Anonymous Ninja', reason: null, deleted: true, submissions: 0 })
  expect(
    await db.row(
      sql`select admin_name from audit_log where action = 'member_deleted' and subject_id = ${member.id}`,
    ),
  ).toEqual({ admin_name: 'command line' })
  expect(await brokenInvariants(db)).toEqual([])
  expect((await deleteMember('leaver@example.org')).code).toBe(1)
  expect((await deleteMember(member.id)).code).toBe(1)
})

it('npm run dojo -- member delete refuses administrators, shared addresses and unclear commands', async () => {
  expect(await deleteMember(admin.id)).toMatchObject({ code: 1, out: '' })
  const members = [await makeMember(db), await makeMember(db)]
  for (const { id } of members) await signsIn(id, 'shared@example.org')
  const shared = await deleteMember('shared@example.org')
  expect(shared.code).toBe(1)
  for (const { id } of members) expect(shared.err).toContain(id)
  for (const words of [[], ['a', 'b'], ['--help'], ['--remove-submissions']]) {
    const refused = await deleteMember(...words)
    expect([refused.code, refused.out]).toEqual([2, ''])
    expect(refused.err).toContain('npm run dojo -- member delete')
  }
  const deleted = await db.row(sql`
    select from users where deleted_at is not null and id = any(${[admin, ...members].map(({ id }) => id)}::uuid[])`)
  expect(deleted).toBeUndefined()
})

it('npm run dojo -- member download writes the data of a suspended member, and replaces no file', async () => {
  const member = await makeMember(db)
  await signsIn(member.id, 'reader@example.org')
  await makeSubmission(db, member, await makeChallenge(db), { title: 'Tidal garden' })
  const noAdmins = { emails: [], userIds: [] }
  await suspendMember(db, admin, { userId: member.id, reason: 'Several accounts' }, noAdmins)
  const file = join(await temporaryFolder(), 'data.zip')
  expect(await runMember('download', 'reader@example.org', file)).toMatchObject({
    code: 0,
    out: `Wrote the data of ${member.displayName} (${member.id}) to ${file}.\n`,
  })
  const files = unzip(await readFile(file))
  expect(JSON.parse(String(files.get('profile.json')))).toMatchObject([{ id: member.id }])
  expect(String(files.get('submissions.json'))).toContain('Tidal garden')
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const again = await runMember('download', member.id, file)
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain(`${file} cannot be written`)
  expect((await runMember('download', 'unknown@example.org', file)).code).toBe(1)
  expect((await runMember('download', member.id, '--remove-submissions')).code).toBe(2)
})

function deleteMember(...words: string[]) {
  return runMember('delete', ...words)
}

async function runMember(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: database,
    DATA_DIR: await temporaryFolder(),
    ADMIN_EMAILS: '',
  }
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [resolve('scripts/operations/dojo.ts'), 'member', ...words],
      { env },
      (_, out, err) => done({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

function signsIn(userId: string, address: string) {
  return db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('https://issuer.example', ${userId}, ${userId}, ${address}, true)`)
}
