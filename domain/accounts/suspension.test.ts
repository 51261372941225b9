import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { listAuditEntries } from '#domain/audit/queries.server.ts'
import { restoreVotes } from '#domain/integrity/commands.server.ts'
import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { completeChallenge, extendChallenge, reopenChallenge } from '#domain/lifecycle/commands.server.ts'
import { findViewer } from '#domain/members/queries.server.ts'
import type { Admin, Member } from '#domain/members/rules.ts'
import { saveProfile } from '#domain/members/save-profile.server.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { accountsWorld } from '#test/accounts-world.ts'
import {
  aSubmission,
  as,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
  voidVotesOf,
} from '#test/builders.ts'
import { keepInvariants, lockWait, testDatabase } from '#test/database.ts'
import { deleteMember } from './delete.server.ts'
import { SUSPENSION_MESSAGES } from './rules.ts'
import { memberToSuspend, reinstateMember, suspendMember, suspensionReason } from './suspension.server.ts'

const { db, another } = await testDatabase(12)
keepInvariants(db)
const { admins, admin, files, signedIn, suspend, votesOf, points, blocked } = await accountsWorld(db)

describe('suspendMember', () => {
  it('ends sessions, voids open votes, blocks later commands, and can be lifted', async () => {
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
    expect(await votesOf(member)).toEqual([voting])
    expect(await castVote(db, as(member), voting, theirs)).toMatchObject({ ok: false, code: 'conflict' })
    const { entries } = await listAuditEntries(db, admin, { subjectType: 'member', before: null })
    expect(
      entries.slice(0, 2).map(({ action, after, before }) => [action, after?.reason ?? before?.reason]),
    ).toEqual([
      ['member_reinstated', 'Several accounts.'],
      ['member_suspended', 'Several accounts.'],
    ])
  })

  it('does not reveal votes in secret ballots; only reinstatement restores them', async () => {
    const [member, author] = await makeMembers(db, 2)
    const { challenge: secret, submission: theirs } = await makeBallot(db, { author, showVotes: false })
    await castVote(db, as(member), secret, theirs)
    expect(await memberToSuspend(db, admin, member.id, admins)).toMatchObject({ openVotes: 0 })
    await suspend(member, 'Several accounts.')
    expect(await votesOf(member)).toEqual([])
    const batch = await db.row<{ id: string }>(
      sql`select id from void_batches where challenge_id = ${secret}`,
    )
    expect(
      await restoreVotes(db, as(admin), secret, { batch: batch?.id ?? '', note: 'Checked' }),
    ).toMatchObject({
      ok: false,
      message: INTEGRITY_MESSAGES.unseen,
    })
    await reinstateMember(db, admin, member.id)
    expect(await votesOf(member)).toEqual([secret])
    const { entries } = await listAuditEntries(db, admin, { subjectType: 'member', before: null })
    expect(entries.slice(0, 2).map(({ after }) => [after?.votes_restored, after?.votes_voided])).toEqual([
      [0, undefined],
      [undefined, 0],
    ])
  })

  it.each([
    ['with votes shown', true],
    ['in a secret ballot', false],
  ])(
    'counts the vote of a member who was reinstated after the challenge had ended once it is reopened, %s',
    async (_, showVotes) => {
      const [member, author] = await makeMembers(db, 2)
      const { challenge, submission: theirs } = await makeBallot(db, { author, showVotes })
      await castVote(db, as(member), challenge, theirs)
      await suspend(member, 'Several accounts.')
      const batch = await db.row<{ id: string }>(
        sql`select id from void_batches where challenge_id = ${challenge}`,
      )
      expect(
        await restoreVotes(db, as(admin), challenge, { batch: batch?.id ?? '', note: 'Checked' }),
      ).toMatchObject({ ok: false, message: INTEGRITY_MESSAGES[showVotes ? 'stale' : 'unseen'] })
      await completeChallenge(db, as(admin), challenge)
      await reinstateMember(db, admin, member.id)
      expect(await votesOf(member)).toEqual([])
      expect((await reopenChallenge(db, as(admin), challenge, 3)).ok).toBe(true)
      expect(await votesOf(member)).toEqual([challenge])
      expect([await points(member), await points(author)]).toEqual(showVotes ? [1, 55] : [0, 50])
      await completeChallenge(db, as(admin), challenge)
      expect([await points(member), await points(author)]).toEqual([1, 155])
    },
  )

  it('counts no vote for content that was changed while it was voided, even where the challenge had ended since', async () => {
    const [member, author] = await makeMembers(db, 2)
    const { challenge, submission: theirs } = await makeBallot(db, { author })
    await castVote(db, as(member), challenge, theirs)
    await suspend(member, 'Several accounts.')
    await extendChallenge(db, as(admin), challenge)
    expect((await updateSubmission(db, as(author), theirs, { ...aSubmission, title: 'Another' })).ok).toBe(
      true,
    )
    await completeChallenge(db, as(admin), challenge)
    await reinstateMember(db, admin, member.id)
    await reopenChallenge(db, as(admin), challenge, 3)
    expect(await votesOf(member)).toEqual([])
    await openVoting(db, challenge)
    expect(await castVote(db, as(member), challenge, theirs)).toEqual({ ok: true, value: { votes: 1 } })
  })

  it('keeps a member out of a challenge who was deleted while suspended and came back, whatever happens', async () => {
    const email = 'back@example.org'
    const { member } = await signedIn(email)
    const { challenge, submission: theirs } = await makeBallot(db)
    await castVote(db, as(member), challenge, theirs)
    await suspend(member, 'Several accounts.')
    await deleteMember({ db, files }, member.id, 'keep', admins)
    const { member: returned } = await signedIn(email)
    await completeChallenge(db, as(admin), challenge)
    await reopenChallenge(db, as(admin), challenge, 3)
    expect(await castVote(db, as(returned), challenge, theirs)).toMatchObject({ code: 'forbidden' })
    await suspend(returned, 'Again.')
    expect((await reinstateMember(db, admin, returned.id)).ok).toBe(true)
    expect(await castVote(db, as(returned), challenge, theirs)).toMatchObject({ code: 'forbidden' })
    expect(await votesOf(returned)).toEqual([])
  })

  it('restores the vote of a member who came back after it was voided, if organisers restored it before', async () => {
    const email = 'again@example.org'
    const { member } = await signedIn(email)
    const { challenge, submission: theirs } = await makeBallot(db)
    await castVote(db, as(member), challenge, theirs)
    await voidVotesOf(db, as(admin), challenge, {
      voters: [member.id],
      reason: 'new_accounts',
      note: 'A ring.',
    })
    await deleteMember({ db, files }, member.id, 'keep', admins)
    const { member: returned } = await signedIn(email)
    const batch = await db.row<{ id: string }>(
      sql`select id from void_batches where challenge_id = ${challenge}`,
    )
    expect(
      await restoreVotes(db, as(admin), challenge, { batch: batch?.id ?? '', note: 'No ring.' }),
    ).toMatchObject({
      ok: true,
    })
    expect(await votesOf(returned)).toEqual([challenge])
    await suspend(returned, 'Several accounts.')
    expect((await reinstateMember(db, admin, returned.id)).ok).toBe(true)
    expect(await votesOf(returned)).toEqual([challenge])
  })

  it('voids votes in a finished challenge when it is reopened, and a reinstatement restores them', async () => {
    const [member, other, author] = await makeMembers(db, 3)
    const { challenge, submission: theirs } = await makeBallot(db, { author })
    for (const voter of [member, other]) await castVote(db, as(voter), challenge, theirs)
    await completeChallenge(db, as(admin), challenge)
    for (const voter of [member, other]) await suspend(voter, 'Several accounts.')
    const votes = () => db.row(sql`select votes from submissions where id = ${theirs}`)
    expect(await votes()).toEqual({ votes: 2 })
    expect((await reopenChallenge(db, as(admin), challenge, 3)).ok).toBe(true)
    expect(await votes()).toEqual({ votes: 0 })
    expect(await db.rows(sql`select reason from void_batches where challenge_id = ${challenge}`)).toEqual([
      { reason: 'suspended' },
      { reason: 'suspended' },
    ])
    await reinstateMember(db, admin, member.id)
    expect(await votes()).toEqual({ votes: 1 })
  })

  it('restores the vote of a member who is reinstated while their challenge is reopened', async () => {
    const [member, author] = await makeMembers(db, 2)
    const { challenge, submission: theirs } = await makeBallot(db, { author })
    await castVote(db, as(member), challenge, theirs)
    await completeChallenge(db, as(admin), challenge)
    await suspend(member, 'Several accounts.')
    const { reinstated } = await db.transaction(async (tx) => {
      expect((await reopenChallenge(tx, as(admin), challenge, 3)).ok).toBe(true)
      const reinstated = reinstateMember(another(), admin, member.id)
      await lockWait(db)
      return { reinstated }
    })
    expect(await reinstated).toEqual({ ok: true, value: null })
    expect(await votesOf(member)).toEqual([challenge])
  })

  it('is recorded with an entry of the administrator in a challenge where the member voted', async () => {
    const [voter, other, author] = await makeMembers(db, 3)
    const rival = await makeAdmin(db)
    const [own, completed, foreign] = [
      await makeChallenge(db),
      await makeChallenge(db),
      await makeChallenge(db),
    ]
    for (const challenge of [own, completed, foreign]) {
      const theirs = await makeSubmission(db, author, challenge)
      if (challenge !== foreign) await makeSubmission(db, rival, challenge)
      await openVoting(db, challenge)
      if (challenge !== own) await castVote(db, as(other), challenge, theirs)
      if (challenge === own) await castVote(db, as(voter), challenge, theirs)
    }
    await completeChallenge(db, as(admin), completed)

    expect(await marksOf(rival, voter)).toEqual({ suspended: true, reinstated: true })
    expect(await marksOf(rival, other)).toEqual({ suspended: false, reinstated: false })
    expect(await marksOf(admin, voter)).toEqual({ suspended: false, reinstated: false })

    await suspendMember(db, rival, { userId: voter.id, reason: 'Spam' }, admins)
    await completeChallenge(db, as(admin), own)
    expect(await reinstateMember(db, rival, voter.id)).toMatchObject({ ok: true })
    expect(await marks(voter)).toEqual([false, true])
  })

  it('is recorded with an entry in an unfinished secret ballot whether or not the member voted', async () => {
    const [voter, other, author] = await makeMembers(db, 3)
    const [rival, newcomer] = [await makeAdmin(db), await makeAdmin(db)]
    await makeSubmission(db, newcomer, await makeChallenge(db, { showVotes: false }))
    const secret = await makeChallenge(db, { showVotes: false })
    await makeSubmission(db, rival, secret)
    const theirs = await makeSubmission(db, author, secret)
    await openVoting(db, secret)
    await castVote(db, as(voter), secret, theirs)

    for (const member of [voter, other]) {
      expect(await marksOf(rival, member)).toEqual({ suspended: true, reinstated: true })
      expect(await marksOf(newcomer, member)).toEqual({ suspended: false, reinstated: false })
    }
    expect(await votesOf(voter)).toEqual([secret])
    await completeChallenge(db, as(admin), secret)
    expect(await marksOf(rival, voter)).toEqual({ suspended: false, reinstated: false })
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
      const [member, author] = await makeMembers(db, 2)
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
  })

  it('refuses commands that waited for it', async () => {
    const [member, author] = await makeMembers(db, 2)
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
  })
})

/** Suspends and reinstates a member. Returns whether each is marked; the confirmation before it says the same. */
async function marksOf(by: Admin, member: Member) {
  const announced = async () => (await memberToSuspend(db, by, member.id, admins))?.isOwnContest
  const suspended = await announced()
  const input = { userId: member.id, reason: 'Several accounts.' }
  expect(await suspendMember(db, by, input, admins)).toMatchObject({ ok: true })
  const reinstated = await announced()
  expect(await reinstateMember(db, by, member.id)).toMatchObject({ ok: true })
  expect(await marks(member)).toEqual([reinstated, suspended])
  return { suspended, reinstated }
}

/** Whether the last two actions on a member are marked, the newest first. */
async function marks(member: Member): Promise<boolean[]> {
  const events = await db.rows<{ own: boolean }>(sql`
    select own_contest as own from audit_log where subject_id = ${member.id} order by created_at desc, id desc limit 2`)
  return events.map(({ own }) => own)
}
