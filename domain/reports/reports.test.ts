import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { deleteComment, deleteCommentsOf, editComment } from '#domain/comments/commands.server.ts'
import { commentsOf } from '#domain/comments/queries.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Admin, Member } from '#domain/members/rules.ts'
import { deleteSubmission } from '#domain/moderation/commands.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { notificationsOf } from '#domain/notifications/queries.server.ts'
import { notificationText } from '#domain/notifications/rules.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import {
  as,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeComment,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
} from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { resolveReport, sendReport } from './commands.server.ts'
import { hasOpenReport, listReports, reportCount, reportedPath } from './queries.server.ts'
import { REPORT_MESSAGES as MESSAGES, type Reportable } from './rules.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)

async function world() {
  const [author, ann, ben] = [await makeMember(db), await makeMember(db), await makeMember(db)]
  const { challenge: challengeId, submission } = await makeBallot(
    db,
    { author, title: 'Moons' },
    { title: 'A copied moon' },
  )
  const comment = await makeComment(db, author, [challengeId, submission], 'Buy my course')
  const ids = { challenge: challengeId, submission, comment, member: author.id }
  const report = (
    member: Member | null,
    kind: Reportable,
    changes: { reason?: unknown; note?: string } = {},
  ) => sendReport(db, as(member), { kind, id: ids[kind], reason: 'spam', note: '', ...changes })
  const open = async () =>
    (await listReports(db, admin, { page: 1, resolved: false })).filter(({ userId }) => userId === author.id)
  return { author, ann, ben, ids, report, open }
}

async function told(member: Member): Promise<string[]> {
  await deliverEvents(db, { sendsMail: false })
  const { rows } = await notificationsOf(db, member, 'after', { page: 1, unread: false })
  return rows.map(notificationText).map(({ subject, text }) => `${subject}: ${text}`)
}

it('is found among those of its challenge, and not of another (TALK-6)', async () => {
  const [one, other] = [await world(), await world()]
  for (const kind of ['submission', 'comment', 'member'] as const) await one.report(one.ann, kind)
  await other.report(other.ann, 'comment')
  const found = async (challengeId: string, resolved = false) => {
    const filters = { resolved, challengeId }
    const rows = await listReports(db, admin, { ...filters, page: 1 })
    expect(await reportCount(db, admin, filters)).toBe(rows.length)
    return rows.map(({ kind, subjectId }) => `${kind} ${subjectId}`).sort()
  }
  expect(await found(one.ids.challenge)).toEqual([
    `comment ${one.ids.comment}`,
    `submission ${one.ids.submission}`,
  ])
  expect(await found(other.ids.challenge)).toEqual([`comment ${other.ids.comment}`])
  const [report] = await other.open()
  await resolveReport(db, admin, report?.id ?? '', { upheld: false })
  expect(await found(other.ids.challenge)).toEqual([])
  expect(await found(other.ids.challenge, true)).toEqual([`comment ${other.ids.comment}`])
})

describe('a report', () => {
  it.each(['submission', 'comment', 'member'] as const)(
    'of a %s is listed once for each member',
    async (kind) => {
      const { ann, ben, ids, report, open } = await world()
      const outcomes = await Promise.all([report(ann, kind), report(ann, kind), report(ben, kind)])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2)
      expect(await open()).toMatchObject([
        { kind, reason: 'spam', subjectId: ids[kind] },
        { kind, reason: 'spam', subjectId: ids[kind] },
      ])
    },
  )

  it.each([
    ['no reason', { reason: 'boring' }, MESSAGES.reason],
    ['a long note', { note: 'x'.repeat(501) }, MESSAGES.noteLength],
    ['nothing said', { reason: 'other' }, MESSAGES.note],
    ['nothing visible said', { reason: 'other', note: '\u3164' }, MESSAGES.note],
  ])('with %s is refused', async (_, changes, message) => {
    const { ann, report } = await world()
    expect(await report(ann, 'submission', changes)).toMatchObject({ ok: false, message })
  })

  it('of one’s own, by visitors, by suspended members and of what is not visible is refused', async () => {
    const { author, ann, ids, report } = await world()
    for (const kind of ['submission', 'comment', 'member'] as const)
      expect(await report(author, kind)).toMatchObject({ ok: false, message: MESSAGES.own })
    expect(await report(null, 'comment')).toMatchObject({ ok: false, code: 'signed-out' })
    await db.rows(sql`update submissions set status = 'rejected' where id = ${ids.submission}`)
    for (const kind of ['submission', 'comment'] as const)
      expect(await report(ann, kind)).toMatchObject({ ok: false, code: 'not-found' })
    await db.rows(sql`update users set suspended_at = app_now(), suspended_reason = 'x' where id = ${ann.id}`)
    expect((await report(ann, 'member')).ok).toBe(false)
  })
})

it('is open for its reporter until it is resolved', async () => {
  const { ann, ben, ids, report, open } = await world()
  await report(ann, 'comment')
  expect(await hasOpenReport(db, ann, ids.comment)).toBe(true)
  expect(await hasOpenReport(db, ann, ids.submission)).toBe(false)
  expect(await hasOpenReport(db, ben, ids.comment)).toBe(false)
  await resolveReport(db, admin, (await open())[0]?.id ?? '', { upheld: false })
  expect(await hasOpenReport(db, ann, ids.comment)).toBe(false)
})

it('leads to what was reported while everyone may see it', async () => {
  const { ann, ids, report, open } = await world()
  for (const kind of ['submission', 'comment', 'member'] as const) await report(ann, kind)
  const reports = await open()
  const paths = async () =>
    Object.fromEntries(
      await Promise.all(reports.map(async ({ id, kind }) => [kind, await reportedPath(db, 'after', id)])),
    )
  const submission = `/challenges/${ids.challenge}/submissions/${ids.submission}`
  const comment = `${submission}?thread=${ids.comment}#comments`
  const member = `/profile/${ids.member}`
  expect(await paths()).toEqual({ submission, comment, member })
  await db.rows(sql`
    update comments set hidden_at = app_now(), hidden_by = ${admin.id}, hidden_reason = 'x' where id = ${ids.comment}`)
  expect(await paths()).toEqual({ submission, comment: undefined, member })
  await db.rows(sql`update submissions set status = 'rejected' where id = ${ids.submission}`)
  expect(await paths()).toEqual({ submission: undefined, comment: undefined, member })
})

describe('the list', () => {
  it('shows what happened to the reported thing itself', async () => {
    const { ann, ids, report, open } = await world()
    for (const kind of ['submission', 'comment', 'member'] as const) await report(ann, kind)
    const hidden = async () =>
      Object.fromEntries((await open()).map(({ kind, isHidden }) => [kind, isHidden]))
    expect(await hidden()).toEqual({ submission: false, comment: false, member: false })
    await db.rows(sql`update submissions set status = 'rejected' where id = ${ids.submission}`)
    expect(await hidden()).toEqual({ submission: true, comment: false, member: false })
    await db.rows(
      sql`update users set suspended_at = app_now(), suspended_reason = 'x' where id = ${ids.member}`,
    )
    expect(await hidden()).toEqual({ submission: true, comment: false, member: true })
  })

  it('keeps resolved reports, the newest first, with the text of a deleted comment', async () => {
    const { author, ann, ben, ids, report, open } = await world()
    await makeComment(db, ben, [ids.challenge, ids.submission], 'A reply keeps the row', ids.comment)
    for (const kind of ['member', 'comment'] as const) {
      await report(ann, kind)
      const [first] = await open()
      await resolveReport(db, admin, first?.id ?? '', { upheld: kind === 'comment' })
    }
    expect((await deleteComment(db, author, ids.comment)).ok).toBe(true)
    const resolved = (await listReports(db, admin, { page: 1, resolved: true })).filter(
      ({ userId }) => userId === author.id,
    )
    expect(resolved).toMatchObject([
      { kind: 'comment', name: 'Buy my course', upheld: true, resolvedBy: admin.displayName },
      { kind: 'member', name: author.displayName, upheld: false, resolvedBy: admin.displayName },
    ])
    expect(resolved[0]?.resolvedAt).toBeInstanceOf(Date)
    expect(await reportCount(db, admin, { resolved: true })).toBeGreaterThanOrEqual(2)
  })
})

describe('the author of a reported comment', () => {
  const resolvedFor = async ({ id }: Member) =>
    (await listReports(db, admin, { page: 1, resolved: true })).filter(({ userId }) => userId === id)

  it('does not change what administrators read by editing it', async () => {
    const { author, ann, ids, report, open } = await world()
    await report(ann, 'comment')
    expect((await editComment(db, as(author), ids.comment, 'Nice work')).ok).toBe(true)
    expect(await open()).toMatchObject([{ name: 'Buy my course' }])
  })

  it('resolves the reports by deleting it, which tells who sent them', async () => {
    const { author, ann, ben, ids, report, open } = await world()
    for (const member of [ann, ben]) await report(member, 'comment')
    expect((await deleteComment(db, author, ids.comment)).ok).toBe(true)
    expect(await open()).toEqual([])
    const resolved = { name: 'Buy my course', upheld: true, resolvedBy: null }
    expect(await resolvedFor(author)).toMatchObject([resolved, resolved])
    for (const member of [ann, ben])
      expect(await told(member)).toEqual(['A comment in “Moons”: It was deleted.'])
    const { threads, total } = await commentsOf(db, ann, ids.submission, { page: 1, threadId: null })
    expect([threads, total]).toEqual([[], 0])
    expect(await report(ann, 'comment')).toMatchObject({ code: 'not-found' })
  })

  it('leaves no open report by deleting it while it is reported or hidden', async () => {
    for (let round = 0; round < 8; round++) {
      const { author, ann, ben, ids, report, open } = await world()
      await report(ann, 'comment')
      const id = (await open())[0]?.id ?? ''
      const [deleted] = await Promise.all([
        deleteComment(db, author, ids.comment),
        report(ben, 'comment'),
        resolveReport(db, admin, id, { upheld: true, hideReason: 'Advertising' }),
      ])
      expect(deleted.ok).toBe(true)
      expect(await open()).toEqual([])
      expect(await told(ann)).toHaveLength(1)
    }
  })

  it('erases its text from the reports by deleting the account', async () => {
    const { author, ann, report } = await world()
    await report(ann, 'comment')
    await db.transaction((tx) => deleteCommentsOf(tx, author.id))
    expect(await resolvedFor(author)).toEqual([])
    expect(await db.rows(sql`select from reports where reporter_id = ${ann.id}`)).toEqual([])
  })
})

describe('what is deleted while it is reported', () => {
  const services = { db, files: noFiles }
  const admins = { emails: [], userIds: [] }

  it('is told when an administrator deletes the submission, of its comments too', async () => {
    const { ann, ben, ids, report, open } = await world()
    await report(ann, 'submission')
    await report(ben, 'comment')
    expect((await deleteSubmission(services, as(admin), ids.submission)).ok).toBe(true)
    expect(await open()).toEqual([])
    expect(await told(ann)).toEqual(['A submission: It was deleted.'])
    expect(await told(ben)).toEqual(['A comment: It was deleted.'])
  })

  it('is told when its author withdraws the submission', async () => {
    const [author, ann] = [await makeMember(db), await makeMember(db)]
    const challengeId = await makeChallenge(db)
    const id = await makeSubmission(db, author, challengeId)
    const reported = { kind: 'submission', id, reason: 'spam', note: '' } as const
    expect((await sendReport(db, as(ann), reported)).ok).toBe(true)
    expect((await withdrawSubmission(services, as(author), challengeId, id)).ok).toBe(true)
    expect(await told(ann)).toEqual(['A submission: It was deleted.'])
  })

  it('is told when its author deletes the account, of finished challenges too', async () => {
    const { author, ann, ids, report } = await world()
    for (const kind of ['submission', 'comment', 'member'] as const) await report(ann, kind)
    expect((await completeChallenge(db, as(admin), ids.challenge)).ok).toBe(true)
    expect(await deleteMember(services, author.id, 'remove', admins)).toMatchObject({ ok: true })
    expect((await told(ann)).toSorted()).toEqual([
      'A comment: It was deleted.',
      'A member: The account was deleted.',
      'A submission: It was deleted.',
    ])
  })

  it('names its kept submission without its former id', async () => {
    const { author, ann, ids, report, open } = await world()
    await report(ann, 'submission')
    expect((await completeChallenge(db, as(admin), ids.challenge)).ok).toBe(true)
    expect(await open()).toMatchObject([{ subjectId: ids.submission }])
    expect((await deleteMember(services, author.id, 'keep', admins)).ok).toBe(true)
    const rows = await listReports(db, admin, { page: 1, resolved: false })
    expect(rows.find(({ subjectId }) => subjectId === ids.submission)).toMatchObject({ userId: null })
    expect(JSON.stringify(rows)).not.toContain(author.id)
  })

  it('is told neither to a reporter whose account is deleted nor twice', async () => {
    const { ann, ben, ids, report, open } = await world()
    for (const member of [ann, ben]) await report(member, 'submission')
    expect(await deleteMember(services, ben.id, 'keep', admins)).toMatchObject({ ok: true })
    await resolveReport(db, admin, (await open())[0]?.id ?? '', { upheld: true })
    await deleteSubmission(services, as(admin), ids.submission)
    expect(await told(ann)).toHaveLength(1)
    expect(await db.rows(sql`select from notification_events where user_id = ${ben.id}`)).toEqual([])
  })

  it('can be the accounts of members who reported each other, without a deadlock', async () => {
    const members = await makeMembers(db, 6)
    for (const reporter of members)
      for (const { id } of members.filter((member) => member !== reporter))
        await sendReport(db, as(reporter), { kind: 'member', id, reason: 'spam', note: '' })
    const deadlocks = async () =>
      (
        await db.row<{ deadlocks: number }>(sql`
        select pg_stat_get_db_deadlocks(oid)::int as deadlocks from pg_database where datname = current_database()`)
      )?.deadlocks
    const before = await deadlocks()
    const outcomes = await Promise.all(
      members.map(({ id }) => deleteMember({ ...services, db: another(2) }, id, 'remove', admins)),
    )
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await deadlocks()).toBe(before)
  })

  it('has no report afterwards when both happen at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { author, ann, ben, ids, report } = await world()
      const [submission, member] = await Promise.all([
        report(ann, 'submission'),
        report(ben, 'member'),
        deleteSubmission(services, as(admin), ids.submission),
        deleteMember(services, author.id, 'remove', admins),
      ])
      const told = [submission, member].map((outcome) => outcome.ok || outcome.code === 'not-found')
      expect(told).toEqual([true, true])
      const left = sql`select from reports where reporter_id = any(${[ann.id, ben.id]}::uuid[])`
      expect(await db.rows(left)).toEqual([])
    }
  })
})

describe('resolving', () => {
  it.each(['an administrator', 'the author of the comment'] as const)(
    'by %s locks the senders before their reports, as the deletion of an account does',
    async (who) => {
      const { author, ann, ids, report, open } = await world()
      await report(ann, 'comment')
      const [{ id } = { id: '' }] = await open()
      const { resolving } = await db.transaction(async (tx) => {
        await tx.rows(sql`select from users where id = ${ann.id} for update`)
        const resolving =
          who === 'an administrator'
            ? resolveReport(another(2), admin, id, { upheld: true })
            : deleteComment(another(2), author, ids.comment)
        await lockWait(db)
        await tx.rows(sql`set local lock_timeout = '100ms'`)
        await tx.rows(sql`select from reports where id = ${id} for update`)
        return { resolving }
      })
      expect((await resolving).ok).toBe(true)
    },
  )

  it('closes all open reports on the subject and tells who sent them', async () => {
    const { ann, ben, report, open } = await world()
    for (const member of [ann, ben]) await report(member, 'submission')
    await report(ann, 'member')
    const [first] = (await open()).filter(({ kind }) => kind === 'submission')
    const id = first?.id ?? ''
    expect(await resolveReport(db, ann, id, { upheld: true })).toMatchObject({
      ok: false,
      code: 'forbidden',
    })
    expect(await resolveReport(db, admin, id, { upheld: false })).toEqual({ ok: true, value: 2 })
    expect(await resolveReport(db, admin, id, { upheld: true })).toMatchObject({
      ok: false,
      code: 'conflict',
    })
    expect((await open()).map(({ kind }) => kind)).toEqual(['member'])
    expect(await told(ben)).toEqual([
      'A submission in “Moons”: Administrators looked at it and took no action.',
    ])
    expect((await report(ann, 'submission')).ok).toBe(true)
  })

  it('hides nothing but comments', async () => {
    const { ann, report, open } = await world()
    await report(ann, 'member')
    const id = (await open())[0]?.id ?? ''
    expect(await resolveReport(db, admin, id, { upheld: true, hideReason: 'Rude' })).toMatchObject({
      ok: false,
      message: MESSAGES.noComment,
    })
    expect(await open()).toHaveLength(1)
  })

  it('may hide the reported comment in the same transaction', async () => {
    const { ann, ids, report, open } = await world()
    await report(ann, 'comment')
    const [first] = await open()
    const id = first?.id ?? ''
    expect(await resolveReport(db, admin, id, { upheld: true, hideReason: '' })).toMatchObject({
      code: 'invalid',
    })
    expect(await open()).toHaveLength(1)
    expect((await resolveReport(db, admin, id, { upheld: true, hideReason: 'Advertising' })).ok).toBe(true)
    const { threads } = await commentsOf(db, ann, ids.submission, { page: 1, threadId: null })
    expect(threads[0]).toMatchObject({ text: null, hidden: { reason: '' } })
    expect(await told(ann)).toEqual(['A comment in “Moons”: Administrators agreed with it. Thank you.'])
  })

  it('is refused for the administrator whom the report is about, who does not read who sent it', async () => {
    const { author, ann, report, open } = await world()
    await db.rows(sql`insert into admins (user_id) values (${author.id})`)
    const asAdmin = { ...author, isAdmin: true } as Admin
    for (const kind of ['submission', 'comment', 'member'] as const) await report(ann, kind, { note: 'Mine' })
    const own = await listReports(db, asAdmin, { page: 1, resolved: false })
    const seen = own.filter(({ userId }) => userId === author.id)
    expect(seen.map(({ reporter, note }) => [reporter, note])).toEqual(Array(3).fill([null, null]))
    expect(await open()).toMatchObject(Array(3).fill({ reporter: ann.displayName, note: 'Mine' }))
    for (const { id } of await open())
      expect(await resolveReport(db, asAdmin, id, { upheld: false })).toMatchObject({
        code: 'forbidden',
        message: MESSAGES.ownSubject,
      })
    expect(await open()).toHaveLength(3)
  })

  it('hides nothing if another administrator dismisses the report at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { ann, ben, ids, report, open } = await world()
      for (const member of [ann, ben]) await report(member, 'comment')
      const [first, second] = await open()
      const [dismissed, hidden] = await Promise.all([
        resolveReport(db, admin, first?.id ?? '', { upheld: false }),
        resolveReport(db, admin, second?.id ?? '', { upheld: true, hideReason: 'Advertising' }),
      ])
      expect([dismissed.ok, hidden.ok].filter(Boolean)).toHaveLength(1)
      const { threads } = await commentsOf(db, ann, ids.submission, { page: 1, threadId: null })
      expect(threads[0]?.hidden !== null).toBe(hidden.ok)
    }
  })

  it('happens once when two administrators do it at once', async () => {
    const { ann, report, open } = await world()
    await report(ann, 'member')
    const id = (await open())[0]?.id ?? ''
    const outcomes = await Promise.all(
      [true, false].map((upheld) => resolveReport(db, admin, id, { upheld })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await told(ann)).toHaveLength(1)
  })
})
