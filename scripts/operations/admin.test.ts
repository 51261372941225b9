import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '#domain/members/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { temporaryFolder } from '#test/server-process.ts'

const { db, connection } = await testDatabase()
const place = new URLSearchParams({ host: String(connection.host), port: String(connection.port ?? 5432) })
const database = `postgres:///${connection.database}?${place}&user=${connection.user}`
let member: Member
let email: string
beforeEach(async () => {
  member = await makeMember(db)
  email = `${member.id}@example.org`
  await signsIn(member.id, email)
})

describe('npm run dojo -- admin grant', () => {
  it('grants the role by a verified address, once, and records it', async () => {
    const line = `${member.displayName} (${member.id}) is an administrator`
    expect(await admin('grant', email.toUpperCase())).toEqual({ code: 0, out: `${line} now.\n`, err: '' })
    expect(await isAdmin()).toBe(true)
    expect(await admin('grant', email)).toEqual({
      code: 0,
      out: `${line} already: nothing was changed.\n`,
      err: '',
    })
    const recorded = await db.rows(sql`
      select action, admin_id, admin_name from audit_log where subject_id = ${member.id}`)
    expect(recorded).toEqual([{ action: 'admin_granted', admin_id: null, admin_name: 'command line' }])
  })

  it('names a moderator, who can be made an administrator', async () => {
    const line = `${member.displayName} (${member.id}) is a moderator now.\n`
    expect(await admin('grant', email, 'moderator')).toEqual({ code: 0, out: line, err: '' })
    expect(await isAdmin()).toBe(false)
    expect(await db.row(sql`select role from admins where user_id = ${member.id}`)).toEqual({
      role: 'moderator',
    })
    await admin('grant', email)
    expect(await isAdmin()).toBe(true)
  })

  it('names no suspended member', async () => {
    await db.rows(sql`update users set suspended_at = now(), suspended_reason = 'x' where id = ${member.id}`)
    const { code, err } = await admin('grant', email, 'moderator')
    expect([code, err]).toEqual([
      1,
      `${member.displayName} (${member.id}) is suspended. Reinstate them first.\n`,
    ])
  })

  it('reports an address that no member has verified', async () => {
    const { id } = await makeMember(db)
    await signsIn(id, 'unverified@example.org', false)
    for (const address of ['unknown@example.org', 'unverified@example.org', '%']) {
      const { code, out, err } = await admin('grant', address)
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain(`No one with the verified e-mail address ${address} has signed in yet.`)
    }
    expect((await admin('grant', newId())).err).toMatch(/^There is no member /)
  })

  it('changes nothing if several members share the address, and accepts an id', async () => {
    const other = await makeMember(db)
    await signsIn(other.id, email)
    const { code, err } = await admin('grant', email)
    expect(code).toBe(1)
    expect(err).toContain(`2 members sign in with ${email}. Nothing was changed`)
    expect(err).toContain(`  ${member.id}  (${member.displayName})`)
    expect(await isAdmin()).toBe(false)
    expect(await admin('grant', member.id)).toMatchObject({ code: 0 })
    expect(await isAdmin()).toBe(true)
  })
})

describe('npm run dojo -- admin revoke', () => {
  it('revokes the role', async () => {
    await admin('grant', email)
    const line = `${member.displayName} (${member.id}) is neither administrator nor moderator`
    expect(await admin('revoke', email)).toEqual({ code: 0, out: `${line} now.\n`, err: '' })
    expect(await isAdmin()).toBe(false)
    expect((await admin('revoke', email)).out).toBe(`${line} already: nothing was changed.\n`)
  })

  it('reports that the configuration still names them', async () => {
    await admin('grant', email)
    const env = { ADMIN_EMAILS: `else@example.org,${email}`, ADMIN_USER_IDS: member.id.toUpperCase() }
    const { code, out } = await admin('revoke', email, env)
    expect(code).toBe(0)
    expect(out).toContain(`remove ${email} from ADMIN_EMAILS and restart the app`)
    expect(out).toContain(`remove ${member.id} from ADMIN_USER_IDS and restart the app`)
  })
})

describe('an invalid command, or a missing database', () => {
  it.each([
    [],
    ['grant'],
    ['grant', ''],
    ['grant', 'a@b.example', 'more'],
    ['revoke', 'a@b.example', 'moderator'],
    ['name', 'a@b.example'],
    ['grant', '--help'],
  ])('gets the usage: %j', async (...words) => {
    const { code, out, err } = await admin(...(words as string[]))
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Usage: npm run dojo -- admin grant <email or id> [moderator]')
  })

  it('fails with one line and creates nothing', async () => {
    const dataDir = join(await temporaryFolder(), 'data')
    const { code, err } = await admin('grant', email, { DATABASE_URL: '', DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(err).toBe(`There is no database in ${dataDir} yet: start the app once, or set DATA_DIR\n`)
    expect(existsSync(dataDir)).toBe(false)
    const empty = database.replace(`/${connection.database}?`, '/postgres?')
    expect(await admin('grant', email, { DATABASE_URL: empty })).toEqual({
      code: 1,
      out: '',
      err: 'The database is empty: start the app once, or restore a backup\n',
    })
    const nowhere = await admin('grant', email, { DATABASE_URL: `${database.replace('?', '_nowhere?')}` })
    expect(nowhere.code).toBe(1)
    expect(nowhere.err).toContain('does not exist')
    expect(nowhere.err).not.toContain('    at ')
  })
})

type Words = string | Record<string, string>

function admin(...words: Words[]): Promise<{ code: number; out: string; err: string }> {
  const env = Object.assign({}, ...words.filter((word) => typeof word !== 'string'))
  const texts = words.filter((word) => typeof word === 'string')
  const settings = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: database,
    DATA_DIR: '/nowhere',
    ADMIN_EMAILS: '',
  }
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [resolve('scripts/operations/dojo.ts'), 'admin', ...texts],
      { env: { ...settings, ...env } },
      (_, out, err) => done({ code: child.exitCode ?? -1, out, err: withoutProgress(err) }),
    )
  })
}

function withoutProgress(text: string): string {
  return text.replace(/^Connecting to PostgreSQL.*\n/gm, '')
}

async function isAdmin(): Promise<boolean> {
  const found = await db.row<{ is: boolean }>(sql`select is_admin as is from users where id = ${member.id}`)
  return found?.is ?? false
}

function signsIn(userId: string, address: string, verified = true) {
  return db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('https://issuer.example', ${userId}, ${userId}, ${address}, ${verified})`)
}
