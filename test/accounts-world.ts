import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll } from 'vitest'
import { type Deletion, deleteAccount } from '#domain/accounts/delete.server.ts'
import { suspendMember } from '#domain/accounts/suspension.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import { findViewer } from '#domain/members/queries.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { confirmSession, sessionIdOf, startSession } from '#domain/sessions/sessions.server.ts'
import { signIn } from '#domain/sessions/sign-in.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { makeAdmin } from '#test/builders.ts'
import { imageProcessor } from '#test/image-processes.ts'

const admins = { emails: [], userIds: [] }
const issuer = 'https://id.example'

/** An administrator, members with sessions and images, and what is left of them. */
export async function accountsWorld(db: Database) {
  const dataDir = mkdtempSync(join(tmpdir(), 'accounts-test-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const files = await openFileStore({ dataDir, s3: undefined })
  const images = { db, files, imageProcessor }
  const admin = await makeAdmin(db, { displayName: 'Organiser' })

  return { files, admins, admin, issuer, signedIn, leave, suspend, image, votesOf, points, blocked }

  async function signedIn(email: string, confirmed = true): Promise<{ member: Member; token: string }> {
    const claims = { issuer, subject: email, email, emailVerified: true, name: null }
    const { memberId } = await signIn(db, claims)
    const token = await startSession(db, memberId)
    const found = await findViewer(db, token, admins)
    if (!found) throw new Error('no session')
    if (confirmed) await confirmSession(db, (await sessionIdOf(db, found.viewer, token)) ?? '', claims)
    return { member: found.viewer, token }
  }

  function leave(member: Member, token: string | undefined, submissions: Deletion['submissions'] = 'keep') {
    return deleteAccount({ db, files }, member, deletion(token, submissions), admins)
  }

  function suspend(member: Member, reason: string) {
    return suspendMember(db, admin, { userId: member.id, reason }, admins)
  }

  async function image(member: Member, purpose: 'submission' | 'avatar' = 'submission'): Promise<string> {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    const stored = await storeImage(images, {
      ownerId: member.id,
      purpose,
      bytes,
    })
    if (!stored.ok) throw new Error(stored.message)
    return stored.value.id
  }

  async function votesOf(member: Member): Promise<string[]> {
    const votes = await db.rows<{ id: string }>(
      sql`select challenge_id as id from votes where user_id = ${member.id} and counts`,
    )
    return votes.map(({ id }) => id)
  }

  async function points(member: Member): Promise<number> {
    const found = await db.row<{ points: number }>(sql`select points from users where id = ${member.id}`)
    return found?.points ?? 0
  }

  async function blocked(): Promise<number> {
    const waiting = await db.rows(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return waiting.length
  }
}

export function deletion(token: string | undefined, submissions: Deletion['submissions']): Deletion {
  return { token, submissions, leavesNoAdministrator: false }
}
