import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { confirmSession, sessionIdOf } from '#domain/sessions/sessions.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { accountsWorld, deletion } from '#test/accounts-world.ts'
import {
  as,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { keepInvariants, lockWait, testDatabase } from '#test/database.ts'
import { deleteAccount, deletionFacts } from './delete.server.ts'
import { DELETION_MESSAGES } from './rules.ts'

const { db, another } = await testDatabase(12)
keepInvariants(db)
const { files, admins, admin, issuer, signedIn, leave, votesOf, points, blocked } = await accountsWorld(db)

describe('deleteAccount', () => {
  it('leaves no vote in a finished challenge that is opened again', async () => {
    const { member, token } = await signedIn('again@example.org')
    const second = await signedIn('again-2@example.org')
    const [author, voter] = await makeMembers(db, 2)
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
  })

  it('keeps the invariants of a vote whose withdrawal could take nothing back', async () => {
    const { member, token } = await signedIn('withdrew@example.org')
    const [author, challenge] = [await makeMember(db), await makeChallenge(db)]
    const submission = await makeSubmission(db, author, challenge)
    await openVoting(db, challenge)
    await castVote(db, as(member), challenge, submission)
    await adjustPoints(db, admin, { userId: author.id, change: -30, description: 'A penalty' })
    await withdrawVote(db, as(member), challenge, submission)
    expect(await points(author)).toBe(0)
    await castVote(db, as(member), challenge, submission)
    expect(await points(author)).toBe(5)
    await completeChallenge(db, as(admin), challenge)
    await leave(member, token, 'keep')
  })

  it('leaves no submission, kept or emptied, in a finished challenge that is opened again', async () => {
    for (const choice of ['keep', 'remove'] as const) {
      const { member, token } = await signedIn(`entered-${choice}@example.org`)
      const challenge = await makeChallenge(db)
      const rival = await makeMember(db)
      const theirs = await makeSubmission(db, rival, challenge)
      const own = await makeSubmission(db, member, challenge)
      await openVoting(db, challenge)
      await castVote(db, as(rival), challenge, own)
      await castVote(db, as(admin), challenge, theirs)
      await completeChallenge(db, as(admin), challenge)
      await leave(member, token, choice)
      await extendChallenge(db, as(admin), challenge)
      expect(await db.rows(sql`select id, votes from submissions where challenge_id = ${challenge}`)).toEqual(
        [{ id: theirs, votes: 1 }],
      )
      expect(
        await db.row(sql`select participant_count as n from challenges where id = ${challenge}`),
      ).toEqual({
        n: 1,
      })
      // 25 for the submission, 25 for participating, 5 for the vote; the vote for the deleted member's is not paid.
      expect(await points(rival)).toBe(55)
      expect(await points(member)).toBe(0)
    }
  })

  it('leaves no vote in a challenge that is opened again concurrently', async () => {
    for (let round = 0; round < 4; round++) {
      const { member, token } = await signedIn(`reopened-${round}@example.org`)
      const author = await makeMember(db)
      const { challenge, submission } = await makeBallot(db, { author })
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

  // A flood of such requests would delay what is due.
  it('refuses an unconfirmed request without a lock', async () => {
    const { member, token } = await signedIn('unconfirmed@example.org', false)
    await db.transaction(async (tx) => {
      await tx.rows(sql`select from users where id = ${member.id} for update`)
      const refusal = await Promise.race([leave(member, token), lockWait(tx)])
      expect(refusal).toMatchObject({ ok: false, message: DELETION_MESSAGES.notConfirmed })
    })
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
  })

  it('creates a new account at the next sign-in; deleted members share one name', async () => {
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
    const setSuspended = (at: string | null, reason: string | null) =>
      db.rows(sql`update users set suspended_at = ${at}, suspended_reason = ${reason} where id = ${admin.id}`)
    await setSuspended('2026-01-01', 'Spam')
    expect((await deletionFacts(db, viewer, admins)).isLastAdministrator).toBe(true)
    await setSuspended(null, null)
    await db.rows(sql`update users set is_admin = false, admin_badge = false where id = ${admin.id}`)
    const confirmed = { ...deletion(token, 'keep'), leavesNoAdministrator: true }
    expect(await deleteAccount({ db, files }, viewer, confirmed, admins)).toMatchObject({ ok: true })
    await db.rows(sql`update users set is_admin = true where id = ${admin.id}`)
  })

  it('is serialised with a vote of the same member', async () => {
    for (let round = 0; round < 8; round++) {
      const { member, token } = await signedIn(`racer-${round}@example.org`)
      const [author, voter] = await makeMembers(db, 2)
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
  })
})
