import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { listAuditEntries } from '#domain/audit/queries.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { restoreVotes } from '#domain/integrity/commands.server.ts'
import { leaderboard, memberCount } from '#domain/leaderboard/leaderboard.server.ts'
import { periodLeaderboard } from '#domain/leaderboard/periods.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { listMembers, memberRow } from '#domain/members/admin-list.server.ts'
import { findViewer, memberProfile } from '#domain/members/queries.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { saveProfile } from '#domain/members/save-profile.server.ts'
import { deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { recentSubmissions } from '#domain/reporting/dashboard.server.ts'
import { sweepBars } from '#domain/sessions/barred-identities.server.ts'
import { listSubmissions } from '#domain/submissions/admin-list.server.ts'
import { allSubmissions, gallery } from '#domain/submissions/galleries.server.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { topWinners } from '#domain/submissions/showcase.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import { accountsWorld } from '#test/accounts-world.ts'
import {
  as,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
  voidVotesOf,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { deletionFacts } from './delete.server.ts'
import { reinstateMember, suspendMember } from './suspension.server.ts'

const { db } = await testDatabase(12)
const { files, admins, admin, signedIn, leave, image, votesOf, points } = await accountsWorld(db)

describe('deleteAccount', () => {
  it('erases personal data and keeps the ledger, the votes and the win', async () => {
    const { member, token } = await signedIn('leaver@example.org')
    const [voter, rival] = await makeMembers(db, 2)
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
      bars: 0,
      wins: 1,
      isLastAdministrator: false,
    })
    const paid = await points(rival)
    await db.rows(sql`update users set rank = 'Master Ninja' where id = ${member.id}`)
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
      rank: 'Novice Ninja',
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
    expect((await periodLeaderboard(db, 'month', 100)).map(({ id }) => id)).not.toContain(member.id)
    expect(await db.rows(sql`select from period_points where user_id = ${member.id}`)).toEqual([])
    const listed = await listMembers(db, admin, { rank: null, search: 'Anonymous', page: 1 })
    expect(listed.rows).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
    const trail = await listAuditEntries(db, admin, { subjectType: 'member', before: null })
    expect(trail.entries[0]).toMatchObject({
      action: 'member_deleted',
      adminId: null,
      subjectName: 'Anonymous Ninja',
      subjectId: null,
      after: { submissions: 'kept' },
    })
    const everything = await listAuditEntries(db, admin, { subjectType: null, before: null })
    expect(everything.entries.map(({ action }) => action)).toContain('challenge_completed')
    expect(JSON.stringify(everything)).not.toContain(member.id)
  })

  it('removes submissions entirely in unfinished challenges, and only their content in finished ones', async () => {
    const { member, token } = await signedIn('remover@example.org')
    const voter = await makeMember(db)
    const finished = await makeChallenge(db)
    const old = await makeSubmission(db, member, finished, {
      title: 'Old work',
      prompt: 'my old street',
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
      await db.rows(sql`select title, prompt, image_id, votes from submissions where user_id = ${member.id}`),
    ).toEqual([{ title: 'Removed submission', prompt: null, image_id: null, votes: 1 }])
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

  it('forgets what the member has seen, and keeps the counts', async () => {
    const { member, token } = await signedIn('viewer@example.org')
    const [other, author] = await makeMembers(db, 2)
    const secret = { showVotes: false }
    const [over, open] = [await makeChallenge(db, secret), await makeChallenge(db, secret)]
    const submissions = []
    for (const challenge of [over, open]) {
      const id = await makeSubmission(db, author, challenge)
      await openVoting(db, challenge)
      for (const viewer of [member, other]) {
        await recordImpressions(db, as(viewer), challenge, [id])
      }
      submissions.push(id)
    }
    await completeChallenge(db, as(admin), over)
    expect((await leave(member, token)).ok).toBe(true)
    const views = sql`
      select seen from submission_views where submission_id = any(${submissions}::uuid[])`
    expect(await db.rows(views)).toEqual([{ seen: 2 }, { seen: 2 }])
    expect(
      await db.rows(
        sql`select user_id as id from impressions where submission_id = any(${submissions}::uuid[])`,
      ),
    ).toEqual([{ id: other.id }, { id: other.id }])
  })

  it('erases the name of a winner whose challenge was deleted before', async () => {
    const { member, token } = await signedIn('forgotten-winner@example.org')
    const voter = await makeMember(db)
    const { challenge, submission: won } = await makeBallot(db, { author: member })
    await castVote(db, as(voter), challenge, won)
    await completeChallenge(db, as(admin), challenge)
    await deleteSubmission({ db, files }, as(admin), won)
    await db.rows(sql`delete from completions where challenge_id = ${challenge}`)
    await db.rows(sql`delete from challenges where id = ${challenge}`)
    expect(await personalTraces(member, [member.displayName])).not.toEqual([])
    expect(await leave(member, token, 'remove')).toMatchObject({ ok: true })
    expect(await personalTraces(member, [member.displayName])).toEqual([])
  })

  it('erases the audit log of rejected and deleted submissions, also in entries without an author', async () => {
    const { member, token } = await signedIn('unseen@example.org')
    const challenges = [await makeChallenge(db), await makeChallenge(db)]
    const [rejected, deleted] = (await Promise.all(
      challenges.map((challenge) => makeSubmission(db, member, challenge, { title: 'Unseen work' })),
    )) as [string, string]
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
    const traces = ['Unseen work', 'Forgotten work', 'Bystander', member.displayName]
    expect(await personalTraces(member, traces)).toEqual([])
  })
})

describe('a voided vote of a deleted account', () => {
  async function barred() {
    const email = `ring-${newId()}@example.org`
    const { member, token } = await signedIn(email)
    const author = await makeMember(db)
    const { challenge, submission: entry } = await makeBallot(db, { author })
    await castVote(db, as(member), challenge, entry)
    const voided = await voidVotesOf(db, as(admin), challenge, {
      voters: [member.id],
      reason: 'several_accounts',
      note: 'A ring',
    })
    expect(voided).toEqual({ ok: true, value: 1 })
    expect(await deletionFacts(db, member, admins)).toMatchObject({ bars: 1 })
    expect(await leave(member, token)).toEqual({ ok: true, value: null })
    return { email, challenge, entry }
  }

  const hashes = sql`select from barred_identities`

  it('bars a new account with the same sign-in, and can be restored', async () => {
    const { email, challenge, entry } = await barred()
    const { member } = await signedIn(email)
    const { member: stranger } = await signedIn(`stranger-${newId()}@example.org`)
    expect(await castVote(db, as(member), challenge, entry)).toMatchObject({ ok: false, code: 'forbidden' })
    expect((await castVote(db, as(stranger), challenge, entry)).ok).toBe(true)
    expect(await db.rows(hashes)).toEqual([])
    const batch = await db.row<{ id: string }>(
      sql`select id from void_batches where challenge_id = ${challenge}`,
    )
    expect(await restoreVotes(db, as(admin), challenge, { batch: batch?.id ?? '', note: 'Checked' })).toEqual(
      {
        ok: true,
        value: 1,
      },
    )
    expect(await votesOf(member)).toEqual([challenge])
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('is deleted when it is restored, or the challenge has ended', async () => {
    const restored = await barred()
    const batch = await db.row<{ id: string }>(
      sql`select id from void_batches where challenge_id = ${restored.challenge}`,
    )
    await restoreVotes(db, as(admin), restored.challenge, { batch: batch?.id ?? '', note: 'Checked' })
    expect(await db.rows(hashes)).toEqual([])
    const ended = await barred()
    await sweepBars(db)
    expect(await db.rows(hashes)).toHaveLength(1)
    await completeChallenge(db, as(admin), ended.challenge)
    await sweepBars(db)
    expect(await db.rows(hashes)).toEqual([])
  })

  it('keeps no note of administrators about the member, and one about others until they leave too', async () => {
    const notesOf = (id: string) =>
      db.rows(sql`
        select b.note, a.after ->> 'note' as audited from void_batches b
        join audit_log a on a.subject_id = b.challenge_id and a.action = 'challenge_votes_voided' where b.challenge_id = ${id}`)
    const erased = [{ note: 'Erased with the account', audited: null }]
    const alone = await barred()
    expect(await notesOf(alone.challenge)).toEqual(erased)
    const members = [
      await signedIn(`two-${newId()}@example.org`),
      await signedIn(`three-${newId()}@example.org`),
    ]
    const { challenge, submission: entry } = await makeBallot(db)
    for (const { member } of members) await castVote(db, as(member), challenge, entry)
    const voters = members.map(({ member }) => member.id)
    await voidVotesOf(db, as(admin), challenge, { voters, reason: 'agreed', note: 'Both wrote so' })
    const remaining: unknown[] = []
    for (const { member, token } of members) {
      await leave(member, token)
      remaining.push(await notesOf(challenge))
    }
    expect(remaining).toEqual([[{ note: 'Both wrote so', audited: 'Both wrote so' }], erased])
  })

  it('keeps a note with the same words on the vote of another member', async () => {
    const members = [
      await signedIn(`one-${newId()}@example.org`),
      await signedIn(`two-${newId()}@example.org`),
    ]
    const { challenge, submission: entry } = await makeBallot(db)
    for (const { member } of members) {
      await castVote(db, as(member), challenge, entry)
      await voidVotesOf(db, as(admin), challenge, {
        voters: [member.id],
        reason: 'other',
        note: 'Same device',
      })
    }
    const audited = () =>
      db.rows(sql`
        select after ->> 'note' as note from audit_log
        where subject_id = ${challenge} and action = 'challenge_votes_voided'`)
    const left: unknown[] = []
    for (const { member, token } of members) {
      await leave(member, token)
      left.push(await audited())
    }
    const kept = { note: 'Same device' }
    expect(left).toEqual([
      [kept, kept],
      [{ note: null }, { note: null }],
    ])
  })

  it('keeps no note about a member whose vote was restored', async () => {
    const email = `restored-${newId()}@example.org`
    const { member } = await signedIn(email)
    const { challenge, submission: entry } = await makeBallot(db)
    await castVote(db, as(member), challenge, entry)
    await voidVotesOf(db, as(admin), challenge, {
      voters: [member.id],
      reason: 'other',
      note: 'A sock puppet',
    })
    const batch = await db.row<{ id: string }>(
      sql`select id from void_batches where challenge_id = ${challenge}`,
    )
    await restoreVotes(db, as(admin), challenge, { batch: batch?.id ?? '', note: 'Ann Example is real' })
    const reason = 'Ann Example of Example Street'
    expect((await suspendMember(db, admin, { userId: member.id, reason }, admins)).ok).toBe(true)
    expect((await reinstateMember(db, admin, member.id)).ok).toBe(true)
    await leave(member, (await signedIn(email)).token)
    const left = await db.rows(sql`
      select to_jsonb(b)::text as text from void_batches b where challenge_id = ${challenge}
      union all select to_jsonb(a)::text from audit_log a where subject_id in (${challenge}, ${member.id})`)
    expect(left.length).toBeGreaterThan(4)
    expect(JSON.stringify(left)).not.toMatch(/Ann Example|sock puppet/)
  })
})

it('does not count deleted members', async () => {
  const total = await memberCount(db)
  const { member, token } = await signedIn('counted@example.org')
  expect(await memberCount(db)).toBe(total + 1)
  await leave(member, token)
  expect(await memberCount(db)).toBe(total)
})

async function imageFiles(): Promise<number> {
  let count = 0
  for await (const _ of files.list('images')) count++
  return count
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
