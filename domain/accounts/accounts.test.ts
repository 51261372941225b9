import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { listAuditEntries } from '#domain/audit/queries.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import { listMembers, memberCounts, memberRow } from '#domain/members/admin-list.server.ts'
import { findViewer, leaderboard, memberProfile } from '#domain/members/queries.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { saveProfile } from '#domain/members/save-profile.server.ts'
import { confirmSession, sessionIdOf, startSession } from '#domain/members/sessions.server.ts'
import { signIn } from '#domain/members/sign-in.server.ts'
import { deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { recentSubmissions } from '#domain/reporting/dashboard.server.ts'
import { listSubmissions } from '#domain/submissions/admin-list.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { allSubmissions, gallery } from '#domain/submissions/galleries.server.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { topWinners } from '#domain/submissions/showcase.server.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  aSubmission,
  as,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { type Deletion, deleteAccount, deletionFacts } from './delete.server.ts'
import { DELETION_MESSAGES, SUSPENSION_MESSAGES } from './rules.ts'
import { memberToSuspend, reinstateMember, suspendMember, suspensionReason } from './suspension.server.ts'

const { db, another } = await testDatabase(12)
const dataDir = mkdtempSync(join(tmpdir(), 'accounts-test-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const files = await openFileStore({ dataDir, s3: undefined })
const images = { db, files, imageProcessor }
const admins = { emails: [], userIds: [] }
const admin = await makeAdmin(db, { displayName: 'Organiser' })
const issuer = 'https://id.example'

describe('deleteAccount', () => {
  it('erases personal data and keeps the ledger, the votes and the win', async () => {
    const { member, token } = await signedIn('leaver@example.org')
    const [voter, rival] = (await makeMembers(db, 2)) as [Member, Member]
    const done = await makeChallenge(db)
    const won = await makeSubmission(db, member, done, {
      title: 'Winner of the past',
      imageId: await image(member),
    })
    const other = await makeSubmission(db, rival, done)
    await openVoting(db, done)
    await castVote(db, as(voter), done, won)
    await castVote(db, as(rival), done, won)
    await castVote(db, as(member), done, other)
    await completeChallenge(db, as(admin), done)
    await adjustPoints(db, admin, { userId: member.id, change: 5, description: 'Leaver helped Ann of Kyoto' })
    const open = await makeChallenge(db)
    const theirs = await makeSubmission(db, rival, open)
    const mine = await makeSubmission(db, member, open, { imageId: await image(member) })
    await openVoting(db, open)
    await castVote(db, as(member), open, theirs)
    await castVote(db, as(voter), open, mine)
    await saveProfile(db, member, {
      displayName: 'Leaver',
      bio: 'From Kyoto',
      avatar: { imageId: await image(member, 'avatar') },
    })

    expect(await deletionFacts(db, member, admins)).toEqual({
      submissions: 2,
      openVotes: 1,
      wins: 1,
      isLastAdministrator: false,
    })
    const paid = await points(rival)
    expect(await leave(member, token, 'keep')).toEqual({ ok: true, value: null })

    expect(await personalTraces(member, ['Leaver', member.displayName, 'leaver@', 'Kyoto'])).toEqual([])
    expect(
      await db.row(sql`select display_name, points > 0 as paid from users where id = ${member.id}`),
    ).toEqual({
      display_name: 'Anonymous Ninja',
      paid: true,
    })
    expect(await findViewer(db, token, admins)).toBeNull()
    expect(await votesOf(member)).toEqual([done])
    expect(await points(rival)).toBe(paid - 5)
    const page = await submissionDetail(db, as(null), done, won)
    expect(page).toMatchObject({ title: 'Winner of the past', isWinner: true, votes: 2 })
    expect(page?.author).toMatchObject({
      id: null,
      points: 0,
      displayName: 'Anonymous Ninja',
      isDeleted: true,
    })
    const shown = [
      page,
      await challengeDetail(db, as(rival), done),
      await gallery(db, as(rival), done, 12),
      await allSubmissions(db, as(null), { kind: null, sort: 'newest', page: 1 }),
      await topWinners(db, as(null), 5),
      await listSubmissions(db, admin, {
        challengeId: null,
        status: null,
        since: null,
        until: null,
        search: '',
        page: 1,
      }),
      await recentSubmissions(db, admin),
    ].map((data) => JSON.stringify(data))
    for (const json of shown) {
      expect(json).toContain('Anonymous Ninja')
      expect(json).not.toContain(member.id)
    }
    expect(await memberProfile(db, member.id)).toBeUndefined()
    expect(await memberRow(db, admin, member.id)).toBeUndefined()
    expect((await leaderboard(db, 100)).map(({ id }) => id)).not.toContain(member.id)
    const listed = await listMembers(db, admin, { rank: null, search: 'Anonymous', page: 1 })
    expect(listed.rows).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
    const trail = await listAuditEntries(db, admin, { subjectType: 'member', before: null })
    expect(trail.entries[0]).toMatchObject({
      action: 'member_deleted',
      adminId: null,
      subjectName: 'Anonymous Ninja',
      subjectExists: false,
      after: { submissions: 'kept' },
    })
  })

  it('removes submissions entirely in unfinished challenges, and only their content in finished ones', async () => {
    const { member, token } = await signedIn('remover@example.org')
    const voter = await makeMember(db)
    const finished = await makeChallenge(db)
    const old = await makeSubmission(db, member, finished, {
      title: 'Old work',
      imageId: await image(member),
    })
    await openVoting(db, finished)
    await castVote(db, as(voter), finished, old)
    await completeChallenge(db, as(admin), finished)
    const open = await makeChallenge(db)
    const current = await makeSubmission(db, member, open, {
      title: 'Current work',
      imageId: await image(member),
    })
    await openVoting(db, open)
    await castVote(db, as(voter), open, current)
    const rejected = await makeSubmission(db, member, await makeChallenge(db), { title: 'Refused work' })
    await rejectSubmission(db, as(admin), rejected, 'Shows Remover at home')
    const deleted = await makeSubmission(db, member, await makeChallenge(db), { title: 'Deleted work' })
    await deleteSubmission({ db, files }, as(admin), deleted)
    const paid = await points(voter)
    const stored = await imageFiles()

    expect(await leave(member, token, 'remove')).toMatchObject({ ok: true })

    expect(
      await db.rows(sql`select title, image_id, votes from submissions where user_id = ${member.id}`),
    ).toEqual([{ title: 'Removed submission', image_id: null, votes: 1 }])
    expect(await points(voter)).toBe(paid - 1)
    expect((await castVote(db, as(voter), open, current)).ok).toBe(false)
    expect(await db.rows(sql`select id from images where owner_id = ${member.id}`)).toEqual([])
    expect(await imageFiles()).toBe(stored - 2)
    const traces = ['Old work', 'Current work', 'Refused work', 'Deleted work', 'Remover', member.displayName]
    expect(await personalTraces(member, traces)).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('removes submissions in unfinished challenges also if the others are kept', async () => {
    const { member, token } = await signedIn('enters-often@example.org')
    const voter = await makeMember(db)
    const finished = await makeChallenge(db)
    const kept = await makeSubmission(db, member, finished, { imageId: await image(member) })
    await completeChallenge(db, as(admin), finished)
    const [open, voting] = [await makeChallenge(db), await makeChallenge(db)]
    await makeSubmission(db, member, open, { imageId: await image(member) })
    const inVoting = await makeSubmission(db, member, voting)
    await openVoting(db, voting)
    await castVote(db, as(voter), voting, inVoting)

    expect(await leave(member, token, 'keep')).toMatchObject({ ok: true })

    expect(
      await db.rows(
        sql`select id, image_id is null as emptied from submissions where user_id = ${member.id}`,
      ),
    ).toEqual([{ id: kept, emptied: false }])
    expect(await points(voter)).toBe(0)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('erases the name of a winner whose challenge was deleted before', async () => {
    const { member, token } = await signedIn('forgotten-winner@example.org')
    const voter = await makeMember(db)
    const challenge = await makeChallenge(db)
    const won = await makeSubmission(db, member, challenge)
    await openVoting(db, challenge)
    await castVote(db, as(voter), challenge, won)
    await completeChallenge(db, as(admin), challenge)
    await deleteSubmission({ db, files }, as(admin), won)
    await db.rows(sql`delete from completions where challenge_id = ${challenge}`)
    await db.rows(sql`delete from challenges where id = ${challenge}`)
    expect(await personalTraces(member, [member.displayName])).not.toEqual([])
    expect(await leave(member, token, 'remove')).toMatchObject({ ok: true })
    expect(await personalTraces(member, [member.displayName])).toEqual([])
  })

  it('erases the audit log of submissions without points', async () => {
    const { member, token } = await signedIn('unpaid@example.org')
    const challenges = [await makeChallenge(db), await makeChallenge(db)]
    for (const challenge of challenges) {
      // After the points are taken by hand and the submission is withdrawn, the next one is paid nothing.
      const paid = await makeSubmission(db, member, challenge)
      await adjustPoints(db, admin, { userId: member.id, change: -25, description: '' })
      expect(await withdrawSubmission({ db, files }, as(member), challenge, paid)).toMatchObject({ ok: true })
    }
    const [rejected, deleted] = (await Promise.all(
      challenges.map((challenge) => makeSubmission(db, member, challenge, { title: 'Unpaid work' })),
    )) as [string, string]
    const ledger = sql`select 1 from points_log where source_id = any(${[rejected, deleted]}::uuid[])`
    expect(await db.rows(ledger)).toEqual([])
    await rejectSubmission(db, as(admin), rejected, 'Shows a Bystander')
    await deleteSubmission({ db, files }, as(admin), deleted)
    // An entry from before the author's id was recorded.
    await recordAuditEvent(db, admin, {
      action: 'submission_deleted',
      subject: { id: newId(), name: 'Forgotten work' },
      before: { author: member.displayName, challenge: 'Rain', reason: 'Old Bystander' },
      after: null,
    })

    expect(await leave(member, token, 'keep')).toMatchObject({ ok: true })
    const traces = ['Unpaid work', 'Forgotten work', 'Bystander', member.displayName]
    expect(await personalTraces(member, traces)).toEqual([])
  })

  it('leaves no vote in a finished challenge that is opened again', async () => {
    const { member, token } = await signedIn('again@example.org')
    const second = await signedIn('again-2@example.org')
    const [author, voter] = (await makeMembers(db, 2)) as [Member, Member]
    const challenges = [await makeChallenge(db), await makeChallenge(db, { showVotes: false })]
    for (const challenge of challenges) {
      const submission = await makeSubmission(db, author, challenge)
      await openVoting(db, challenge)
      for (const viewer of [member, second.member, voter])
        await castVote(db, as(viewer), challenge, submission)
      await completeChallenge(db, as(admin), challenge)
    }
    expect(await points(author)).toBe(2 * (25 + 3 * 5 + 25 + 100))
    await leave(member, token, 'keep')
    await leave(second.member, second.token, 'keep')
    expect(await votesOf(member)).toHaveLength(2)
    for (const challenge of challenges) await extendChallenge(db, as(admin), challenge)
    expect([await votesOf(member), await votesOf(second.member)]).toEqual([[], []])
    expect(
      await db.rows(sql`select votes from submissions where challenge_id = any(${challenges}::uuid[])`),
    ).toEqual([{ votes: 1 }, { votes: 1 }])
    // Hidden votes are not paid before the challenge completes again.
    expect(await points(author)).toBe(2 * (25 + 25) + 5)
    expect([await points(member), await points(voter)]).toEqual([0, 1])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('leaves no vote in a challenge that is opened again concurrently', async () => {
    for (let round = 0; round < 4; round++) {
      const { member, token } = await signedIn(`reopened-${round}@example.org`)
      const author = await makeMember(db)
      const challenge = await makeChallenge(db)
      const submission = await makeSubmission(db, author, challenge)
      await openVoting(db, challenge)
      await castVote(db, as(member), challenge, submission)
      await completeChallenge(db, as(admin), challenge)
      const elsewhere = another(2)
      const extend = () => extendChallenge(elsewhere, as(admin), challenge)
      const pending = await db.transaction(async (tx) => {
        if (round % 2) {
          const deleted = await deleteAccount({ db: tx, files }, member, deletion(token, 'keep'), admins)
          const extended = extend()
          for (let waiting = 0; waiting < 1; ) waiting = await blocked()
          return { outcomes: [deleted, extended] }
        }
        await tx.rows(sql`select id from users where id = ${member.id} for update`)
        const extended = extend()
        for (let waiting = 0; waiting < 1; ) waiting = await blocked()
        const deleted = leave(member, token, 'keep')
        for (let waiting = 0; waiting < 2; ) waiting = await blocked()
        return { outcomes: [deleted, extended] }
      })
      for (const outcome of await Promise.all(pending.outcomes)) expect(outcome).toMatchObject({ ok: true })
      expect(await votesOf(member)).toEqual([])
      expect(await points(author)).toBe(25 + 25)
    }
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('requires a sign-in for this session in the last five minutes', async () => {
    const { member, token } = await signedIn('stale@example.org', false)
    const refusal = { ok: false, code: 'forbidden', message: DELETION_MESSAGES.notConfirmed }
    expect(await leave(member, token)).toMatchObject(refusal)
    const sessionId = (await sessionIdOf(db, member, token)) ?? ''
    expect(await confirmSession(db, sessionId, { issuer, subject: 'someone-else' })).toBe(false)
    await db.rows(
      sql`update sessions set confirmed_at = app_now() - interval '5 minutes' where id = ${sessionId}`,
    )
    expect(await leave(member, token)).toMatchObject(refusal)
    expect(await leave(member, undefined)).toMatchObject(refusal)
    expect(await confirmSession(db, sessionId, { issuer, subject: 'stale@example.org' })).toBe(true)
    expect(await leave(member, token)).toMatchObject({ ok: true })
  })

  it('happens once for concurrent requests', async () => {
    const { member, token } = await signedIn('twice@example.org')
    await makeSubmission(db, member, await makeChallenge(db))
    const outcomes = await Promise.all(
      [db, another(), another(), db].map((pool) =>
        deleteAccount({ db: pool, files }, member, deletion(token, 'remove'), admins),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const rows = await db.rows(sql`select 1 from audit_log where subject_id = ${member.id}`)
    expect(rows).toHaveLength(1)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('leads to a new account at the next sign-in; deleted members share one name', async () => {
    const first = await signedIn('back@example.org')
    await leave(first.member, first.token)
    const second = await signedIn('back@example.org')
    expect(second.member.id).not.toBe(first.member.id)
    expect(await leave(second.member, second.token)).toMatchObject({ ok: true })
  })

  it('requires the last administrator to confirm that none is left', async () => {
    const { member, token } = await signedIn('organiser@example.org')
    await db.rows(sql`update users set is_admin = false where is_admin`)
    await db.rows(sql`update users set is_admin = true where id = ${member.id}`)
    const viewer = { ...member, isAdmin: true }
    expect((await deletionFacts(db, viewer, admins)).isLastAdministrator).toBe(true)
    expect(await leave(viewer, token)).toMatchObject({
      ok: false,
      message: DELETION_MESSAGES.lastAdministrator,
    })
    await db.rows(sql`update users set is_admin = true, admin_badge = true where id = ${admin.id}`)
    expect((await deletionFacts(db, viewer, admins)).isLastAdministrator).toBe(false)
    await db.rows(sql`update users set is_admin = false, admin_badge = false where id = ${admin.id}`)
    const confirmed = { ...deletion(token, 'keep'), leavesNoAdministrator: true }
    expect(await deleteAccount({ db, files }, viewer, confirmed, admins)).toMatchObject({ ok: true })
    await db.rows(sql`update users set is_admin = true where id = ${admin.id}`)
  })

  it('is serialised with a vote of the same member', async () => {
    for (let round = 0; round < 8; round++) {
      const { member, token } = await signedIn(`racer-${round}@example.org`)
      const [author, voter] = (await makeMembers(db, 2)) as [Member, Member]
      const challenge = await makeChallenge(db)
      const theirs = await makeSubmission(db, author, challenge)
      const mine = await makeSubmission(db, member, challenge)
      await openVoting(db, challenge)
      const [left] = await Promise.all([
        deleteAccount(
          { db: another(1), files },
          member,
          deletion(token, round % 2 ? 'keep' : 'remove'),
          admins,
        ),
        castVote(db, as(member), challenge, theirs),
        castVote(db, as(voter), challenge, mine),
        castVote(db, as(author), challenge, mine),
      ])
      expect(left).toMatchObject({ ok: true })
      expect(await votesOf(member)).toEqual([])
    }
    expect(await brokenInvariants(db)).toEqual([])
  })
})

describe('suspendMember', () => {
  it('ends sessions, withdraws open votes, blocks later commands, and can be lifted', async () => {
    const { member, token } = await signedIn('suspect@example.org')
    const author = await makeMember(db)
    const [voting, active] = [await makeChallenge(db), await makeChallenge(db)]
    const theirs = await makeSubmission(db, author, voting)
    const mine = await makeSubmission(db, member, active)
    await openVoting(db, voting)
    await castVote(db, as(member), voting, theirs)
    expect(await memberToSuspend(db, admin, member.id, admins)).toMatchObject({
      openVotes: 1,
      submissions: 1,
    })

    expect(await suspend(member, ' Several accounts. ')).toEqual({ ok: true, value: null })
    expect(await findViewer(db, token, admins)).toBeNull()
    expect(await votesOf(member)).toEqual([])
    expect(await suspensionReason(db, member.id)).toBe('Several accounts.')
    const late = await startSession(db, member.id)
    expect(await findViewer(db, late, admins)).toBeNull()
    const signedOut = { ok: false, code: 'signed-out' }
    expect(await castVote(db, as(member), voting, theirs)).toMatchObject(signedOut)
    expect(await withdrawVote(db, as(member), voting, theirs)).toMatchObject(signedOut)
    expect(await createSubmission(db, as(member), await makeChallenge(db), aSubmission)).toMatchObject(
      signedOut,
    )
    expect(await updateSubmission(db, as(member), mine, aSubmission)).toMatchObject(signedOut)
    const change = { displayName: 'Other name', bio: '', avatar: 'keep' } as const
    expect(await saveProfile(db, member, change)).toMatchObject(signedOut)
    expect(await submissionDetail(db, as(null), active, mine)).toBeDefined()
    expect(await suspend(member, 'Again')).toMatchObject({ message: SUSPENSION_MESSAGES.already })

    expect(await reinstateMember(db, admin, member.id)).toEqual({ ok: true, value: null })
    expect(await reinstateMember(db, admin, member.id)).toMatchObject({ ok: false })
    expect((await castVote(db, as(member), voting, theirs)).ok).toBe(true)
    const { entries } = await listAuditEntries(db, admin, { subjectType: 'member', before: null })
    expect(
      entries.slice(0, 2).map(({ action, after, before }) => [action, after?.reason ?? before?.reason]),
    ).toEqual([
      ['member_reinstated', 'Several accounts.'],
      ['member_suspended', 'Several accounts.'],
    ])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it.each([
    ['no reason', { reason: ' \u200b' }, SUSPENSION_MESSAGES.reason],
    ['a long reason', { reason: 'x'.repeat(501) }, SUSPENSION_MESSAGES.reasonLength],
    ['themselves', { userId: admin.id, reason: 'x' }, SUSPENSION_MESSAGES.self],
  ])('is refused with %s', async (_, change, message) => {
    const member = await makeMember(db)
    const outcome = await suspendMember(db, admin, { userId: member.id, ...change }, admins)
    expect(outcome).toMatchObject({ ok: false, message })
  })

  it('refuses administrators as targets and members as actors', async () => {
    const [member, colleague] = [await makeMember(db), await makeMember(db, { isAdmin: true })]
    const refusal = { ok: false, message: SUSPENSION_MESSAGES.administrator }
    expect(await suspend(colleague, 'No')).toMatchObject(refusal)
    const configured = { emails: [], userIds: [member.id] }
    expect(await suspendMember(db, admin, { userId: member.id, reason: 'No' }, configured)).toMatchObject(
      refusal,
    )
    const attempt = suspendMember(
      db,
      colleague.isAdmin ? member : null,
      { userId: admin.id, reason: 'No' },
      admins,
    )
    expect(await attempt).toMatchObject({ code: 'forbidden' })
    expect(await reinstateMember(db, member, member.id)).toMatchObject({ code: 'forbidden' })
  })

  it('is serialised with a concurrent submission or vote', async () => {
    for (let round = 0; round < 8; round++) {
      const [member, author] = (await makeMembers(db, 2)) as [Member, Member]
      const [voting, active] = [await makeChallenge(db), await makeChallenge(db)]
      const theirs = await makeSubmission(db, author, voting)
      await openVoting(db, voting)
      const [suspended] = await Promise.all([
        suspendMember(another(1), admin, { userId: member.id, reason: 'Race' }, admins),
        castVote(db, as(member), voting, theirs),
        createSubmission(db, as(member), active, aSubmission),
      ])
      expect(suspended).toMatchObject({ ok: true })
      expect(await votesOf(member)).toEqual([])
    }
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('makes a waiting command find no member', async () => {
    const [member, author] = (await makeMembers(db, 2)) as [Member, Member]
    const [voting, active] = [await makeChallenge(db), await makeChallenge(db)]
    const theirs = await makeSubmission(db, author, voting)
    await openVoting(db, voting)
    const attempts = await db.transaction(async (tx) => {
      await tx.rows(sql`select id from users where id = ${member.id} for update`)
      const waiting = [
        castVote(db, as(member), voting, theirs),
        createSubmission(db, as(member), active, aSubmission),
        saveProfile(db, member, { displayName: 'Late', bio: '', avatar: 'keep' }),
      ]
      while ((await blocked()) < waiting.length) await new Promise((resolve) => setTimeout(resolve, 5))
      await tx.rows(sql`
        update users set suspended_at = app_now(), suspended_reason = 'Now' where id = ${member.id}`)
      return waiting
    })
    for (const outcome of await Promise.all(attempts)) {
      expect(outcome).toMatchObject({ ok: false, code: 'signed-out' })
    }
    expect(await votesOf(member)).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
  })
})

it('counts members without the deleted ones', async () => {
  const { total } = await memberCounts(db)
  const { member, token } = await signedIn('counted@example.org')
  expect((await memberCounts(db)).total).toBe(total + 1)
  await leave(member, token)
  expect((await memberCounts(db)).total).toBe(total)
})

async function signedIn(email: string, confirmed = true): Promise<{ member: Member; token: string }> {
  const claims = { issuer, subject: email, email, emailVerified: true, name: null }
  const { memberId } = await signIn(db, claims)
  const token = await startSession(db, memberId)
  const found = await findViewer(db, token, admins)
  if (!found) throw new Error('no session')
  if (confirmed) await confirmSession(db, (await sessionIdOf(db, found.viewer, token)) ?? '', claims)
  return { member: found.viewer, token }
}

function deletion(token: string | undefined, submissions: Deletion['submissions']): Deletion {
  return { token, submissions, leavesNoAdministrator: false }
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
  const stored = await storeImage(images, { ownerId: member.id, purpose, source: bytes, size: bytes.length })
  if (!stored.ok) throw new Error(stored.message)
  return stored.value.id
}

async function imageFiles(): Promise<number> {
  let count = 0
  for await (const _ of files.list('images')) count++
  return count
}

async function votesOf(member: Member): Promise<string[]> {
  const votes = await db.rows<{ id: string }>(
    sql`select challenge_id as id from votes where user_id = ${member.id}`,
  )
  return votes.map(({ id }) => id)
}

async function points(member: Member): Promise<number> {
  const found = await db.row<{ points: number }>(sql`select points from users where id = ${member.id}`)
  return found?.points ?? 0
}

/** Tables in which one of the texts still stands, in any column. */
async function personalTraces(member: Member, texts: string[]): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const dumped = await db.row<{ text: string }>(sql`
      select query_to_xml(format('select * from %I', ${name}::text), true, true, '')::text as text`)
    for (const text of texts)
      if (dumped?.text.toLowerCase().includes(text.toLowerCase())) found.push(`${name}: ${text}`)
  }
  return found.concat(
    (await db.row(sql`select 1 from identities where user_id = ${member.id}`)) ? ['identity'] : [],
  )
}

async function blocked(): Promise<number> {
  const waiting = await db.rows(sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return waiting.length
}
