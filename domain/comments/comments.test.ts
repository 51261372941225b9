import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { withdrawCommentEvents } from '#domain/events/record.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { notificationsOf } from '#domain/notifications/queries.server.ts'
import { notificationText } from '#domain/notifications/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { as, makeAdmin, makeBallot, makeComment, makeMember, makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import {
  addComment,
  deleteComment,
  editComment,
  hideComment,
  restoreComment,
  sweepComments,
} from './commands.server.ts'
import { commentsOf } from './queries.server.ts'
import { COMMENT_LIMITS, COMMENT_MESSAGES as MESSAGES } from './rules.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)

async function contest() {
  const author = await makeMember(db)
  const { challenge: challengeId, submission: submissionId } = await makeBallot(db, { author })
  const write = (member: Member | null, text: string, parentId: string | null = null) =>
    addComment(db, as(member), { challengeId, submissionId, parentId, text })
  const added = (member: Member, text: string, parentId: string | null = null) =>
    makeComment(db, member, [challengeId, submissionId], text, parentId)
  const shown = (viewer: Member | null = null) =>
    commentsOf(db, viewer, submissionId, { page: 1, threadId: null })
  return { author, challengeId, submissionId, write, added, shown }
}

/** Pages of tables and indexes, of 8 KB, that the statements of `query` read. */
async function pagesRead(query: (explained: Db) => Promise<unknown>): Promise<number> {
  let pages = 0
  const rows = async (statement: Sql) => {
    const [plan] = await db.rows<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      sql`explain (analyze, format json) ${statement}`,
    )
    const { Plan } = plan?.['QUERY PLAN'][0] ?? { Plan: {} }
    pages += (Plan['Shared Hit Blocks'] ?? Number.NaN) + (Plan['Shared Read Blocks'] ?? Number.NaN)
    return []
  }
  await query({ ...db, rows } as Db)
  return pages
}

async function told(member: Member): Promise<string[]> {
  await deliverEvents(db, { sendsMail: false })
  const { rows } = await notificationsOf(db, member, 'after', { page: 1, unread: false })
  return rows
    .filter(({ kind }) => kind !== 'voting_opened' && kind !== 'submission_received')
    .map((row) => notificationText(row).heading)
}

describe('a comment', () => {
  it('is shown with its replies, the newest thread first and the oldest reply first', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const { added, shown } = await contest()
    const first = await added(ann, 'What a colour!')
    await added(ben, 'Indeed.', first)
    await added(ann, 'Thank you.', first)
    await added(ben, 'Another one')
    const page = await shown()
    expect(page).toMatchObject({ total: 2, shown: 4 })
    expect(page.threads.map(({ text }) => text)).toEqual(['Another one', 'What a colour!'])
    expect(page.threads[1]?.replies.map(({ text }) => text)).toEqual(['Indeed.', 'Thank you.'])
    expect(page.threads[0]).toMatchObject({ author: { id: ben.id }, mayEdit: false, mayDelete: false })
    expect((await shown(ben)).threads[0]).toMatchObject({ mayEdit: true, mayDelete: true })
  })

  it('is refused before voting, where comments are off, and for who may not see the submission', async () => {
    const ann = await makeMember(db)
    const { challengeId, submissionId, write } = await contest()
    const set = (state: string) =>
      db.rows(sql`update challenges set status = ${state} where id = ${challengeId}`)
    await set('active')
    expect(await write(ann, 'Early')).toMatchObject({ ok: false, message: MESSAGES.notOpen })
    await set('voting')
    await db.rows(sql`update challenges set allow_comments = false where id = ${challengeId}`)
    expect(await write(ann, 'Off')).toMatchObject({ ok: false, message: MESSAGES.off })
    await db.rows(sql`update challenges set allow_comments = true where id = ${challengeId}`)
    await db.rows(sql`update submissions set status = 'rejected' where id = ${submissionId}`)
    expect(await write(ann, 'Rejected')).toMatchObject({ ok: false, code: 'not-found' })
    await db.rows(sql`update submissions set status = 'pending' where id = ${submissionId}`)
    await db.rows(sql`update users set suspended_at = app_now(), suspended_reason = 'x' where id = ${ann.id}`)
    expect(await write(ann, 'Suspended')).toMatchObject({ ok: false, code: 'signed-out' })
    expect(await write(null, 'Visitor')).toMatchObject({ ok: false, code: 'signed-out' })
  })

  it.each([
    ['', MESSAGES.empty],
    [' \n\u200b ', MESSAGES.empty],
    ['\u3164\u2800', MESSAGES.empty],
    ['x'.repeat(1_001), MESSAGES.tooLong],
    [`${'x\n'.repeat(40)}x`, MESSAGES.tooManyLines],
  ])('of the text %j is refused', async (text, message) => {
    const { write } = await contest()
    expect(await write(await makeMember(db), text)).toMatchObject({ ok: false, message })
  })

  it('may have 1,000 characters beyond the basic plane', async () => {
    const { write } = await contest()
    expect((await write(await makeMember(db), '🏮'.repeat(1_000))).ok).toBe(true)
  })

  it('that is sent twice at once is added once', async () => {
    const ann = await makeMember(db)
    const { write, shown } = await contest()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => write(ann, 'Only once')))
    expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.value.id)).size).toBe(1)
    expect((await shown()).shown).toBe(1)
  })

  it('cannot answer a reply, a comment of another submission or a hidden one', async () => {
    const ann = await makeMember(db)
    const [one, other] = [await contest(), await contest()]
    const thread = await one.added(ann, 'Thread')
    const reply = await one.added(ann, 'Reply', thread)
    expect(await one.write(ann, 'To a reply', reply)).toMatchObject({ ok: false, code: 'conflict' })
    expect(await other.write(ann, 'Elsewhere', thread)).toMatchObject({ ok: false, code: 'conflict' })
    await hideComment(db, admin, thread, 'Rude')
    expect(await one.write(ann, 'To a hidden one', thread)).toMatchObject({ ok: false, code: 'conflict' })
    await expect(
      db.rows(sql`
        insert into comments (id, submission_id, user_id, parent_id, text)
        values (gen_random_uuid(), ${one.submissionId}, ${ann.id}, ${reply}, 'Too deep')`),
    ).rejects.toThrow('one_level_of_replies')
  })

  it('that is sent again within a day is added once, unless another follows it or it was hidden', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const { added, submissionId } = await contest()
    const later = (time: string) =>
      db.rows(sql`
        update comments set created_at = created_at - ${time}::interval where submission_id = ${submissionId}`)
    const thread = await added(ben, 'What a colour!')
    const [first, reply] = [await added(ann, 'Thank you'), await added(ann, 'Thank you', thread)]
    await later('3 hours')
    expect([await added(ann, 'Thank you'), await added(ann, 'Thank you', thread)]).toEqual([first, reply])
    await added(ben, 'Welcome', thread)
    expect(await added(ann, 'Thank you', thread)).not.toBe(reply)
    await hideComment(db, admin, first, 'rude')
    const second = await added(ann, 'Thank you')
    expect(second).not.toBe(first)
    await later('25 hours')
    expect(await added(ann, 'Thank you')).not.toBe(second)
  })

  it('has 200 replies at most, also when they come at once', async () => {
    const ann = await makeMember(db)
    const { added, write, submissionId } = await contest()
    const thread = await added(ann, 'Thread')
    await db.rows(sql`
      insert into comments (id, submission_id, user_id, parent_id, text)
      select gen_random_uuid(), ${submissionId}, ${ann.id}, ${thread}, 'Reply ' || n
      from generate_series(1, ${COMMENT_LIMITS.repliesInAll - 1}) n`)
    const members = await Promise.all(Array.from({ length: 4 }, () => makeMember(db)))
    const outcomes = await Promise.all(members.map((member) => write(member, 'Last', thread)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('can be edited for 15 minutes by its author', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const { challengeId, added, shown } = await contest()
    const id = await added(ann, 'Firts')
    expect(await editComment(db, as(ben), id, 'Mine')).toMatchObject({ message: MESSAGES.noComment })
    expect((await editComment(db, as(ann), id, 'First')).ok).toBe(true)
    expect((await shown()).threads[0]).toMatchObject({ text: 'First', isEdited: true })
    await db.rows(sql`update challenges set allow_comments = false where id = ${challengeId}`)
    expect(await editComment(db, as(ann), id, 'Off')).toMatchObject({ message: MESSAGES.off })
    await db.rows(sql`update challenges set allow_comments = true where id = ${challengeId}`)
    await db.rows(sql`update comments set created_at = app_now() - interval '16 minutes' where id = ${id}`)
    expect(await editComment(db, as(ann), id, 'Late')).toMatchObject({ message: MESSAGES.editEnded })
    expect((await shown(ann)).threads[0]).toMatchObject({ text: 'First', mayEdit: false, mayDelete: true })
  })

  it('disappears when its author deletes it, and leaves an empty row for replies', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const { added, shown } = await contest()
    const [kept, gone] = [await added(ann, 'With a reply'), await added(ann, 'Alone')]
    await added(ben, 'Reply', kept)
    expect((await deleteComment(db, ben, kept)).ok).toBe(false)
    for (const id of [kept, gone]) expect((await deleteComment(db, ann, id)).ok).toBe(true)
    const { threads, shown: count } = await shown(ann)
    expect(threads).toHaveLength(1)
    expect(threads[0]).toMatchObject({ text: null, author: null, isDeleted: true, mayDelete: false })
    expect(threads[0]?.replies).toHaveLength(1)
    expect(count).toBe(1)
  })

  it('leaves no row in the end when its replies and reports are deleted too', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const { added } = await contest()
    const [emptied, answered, reported] = [
      await added(ann, 'Emptied'),
      await added(ann, 'Answered'),
      await added(ann, 'Reported'),
    ]
    const reply = await added(ben, 'Reply', emptied)
    await added(ben, 'Reply', answered)
    await db.rows(sql`
      insert into reports (id, comment_id, reported_text, reporter_id, reason)
      values (gen_random_uuid(), ${reported}, 'Reported', ${ben.id}, 'other')`)
    for (const id of [emptied, answered, reported]) await deleteComment(db, ann, id)
    expect(await sweepComments(db)).toBe(0)
    await deleteComment(db, ben, reply)
    expect(await sweepComments(db)).toBe(1)
    const rows = sql`select id from comments where user_id = ${ann.id} order by id`
    expect(await db.rows(rows)).toEqual([answered, reported].sort().map((id) => ({ id })))
    await db.rows(sql`delete from reports where comment_id = ${reported}`)
    expect(await sweepComments(db)).toBe(1)
  })

  it('is not read by pages any more when its row stays for reports only', async () => {
    const [ann, ben, cat] = [await makeMember(db), await makeMember(db), await makeMember(db)]
    const { added } = await contest()
    const [thread, alone] = [await added(ann, 'Thread'), await added(ann, 'Alone')]
    const replies = [await added(ben, 'One', thread), await added(cat, 'Two', thread)]
    for (const id of [thread, alone, ...replies])
      await db.rows(sql`
        insert into reports (id, comment_id, reported_text, reporter_id, reason)
        select gen_random_uuid(), id, text, ${admin.id}, 'spam' from comments where id = ${id}`)
    const listed = async () => {
      const rows = await db.rows<{ id: string }>(
        sql`select id from comments where id = any(${[thread, alone, ...replies]}::uuid[]) and is_listed`,
      )
      return rows.map(({ id }) => id).sort()
    }
    for (const id of [thread, alone]) await deleteComment(db, ann, id)
    expect(await listed()).toEqual([thread, ...replies].sort())
    await deleteComment(db, ben, replies[0] ?? '')
    expect(await listed()).toEqual([thread, replies[1]].sort())
    // Both last replies may be deleted at the same moment, each while the other is still there.
    await db.transaction(async (tx) => {
      await tx.rows(sql`select from comments where id = ${thread} for update`)
      await deleteComment(another(1), cat, replies[1] ?? '')
    })
    expect(await listed()).toEqual([thread])
    await sweepComments(db)
    expect(await listed()).toEqual([])
  })

  it('is deleted without reading the notifications of others', async () => {
    const { author, challengeId, submissionId, added } = await contest()
    const id = await added(await makeMember(db), 'One of many')
    await db.rows(sql`
      insert into notification_events (id, kind, key, user_id, challenge_id, submission_id, details, delivered_at)
      select gen_random_uuid(), 'commented', concat('comment:', n), ${author.id}, ${challengeId}, ${submissionId},
        jsonb_build_object('commentId', gen_random_uuid()), app_now() from generate_series(1, 5000) n`)
    await db.rows(sql`analyze notification_events`)
    expect(await pagesRead((explained) => withdrawCommentEvents(explained, [id]))).toBeLessThan(60)
    const left = await db.rows(sql`select from notification_events where details ->> 'commentId' = ${id}`)
    expect(left).toEqual([])
    await db.rows(sql`delete from notification_events where submission_id = ${submissionId}`)
  })

  it('does not make a page slower when it is deleted', async () => {
    const ann = await makeMember(db)
    const { submissionId, added } = await contest()
    const thread = await added(ann, 'Thread')
    for (const parent of [null, thread])
      await db.rows(sql`
        insert into comments (id, submission_id, user_id, parent_id, is_listed)
        select gen_random_uuid(), ${submissionId}, ${ann.id}, ${parent}::uuid, false from generate_series(1, 3000)`)
    await db.rows(sql`analyze comments`)
    const page = await commentsOf(db, ann, submissionId, { page: 1, threadId: null })
    expect(page).toMatchObject({ total: 1, shown: 1 })
    const read = await pagesRead((explained) =>
      commentsOf(explained, ann, submissionId, { page: 1, threadId: null }),
    )
    expect(read).toBeLessThan(60)
  })

  it('is not answered while its author deletes it', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    for (let round = 0; round < 10; round++) {
      const { added, write, shown } = await contest()
      const id = await added(ann, 'Thread')
      const [deleted, answered] = await Promise.all([deleteComment(db, ann, id), write(ben, 'Reply', id)])
      expect(deleted.ok).toBe(true)
      const { threads } = await shown()
      expect(threads.length).toBe(answered.ok ? 1 : 0)
    }
  })
})

it('shows the newest replies beside other threads, and all in their own', async () => {
  const { author, submissionId, added } = await contest()
  const thread = await added(author, 'Thread')
  for (let n = 1; n <= 5; n++) await added(author, `Reply ${n}`, thread)
  const texts = async (threadId: string | null) => {
    const { threads } = await commentsOf(db, author, submissionId, { page: 1, threadId })
    expect(threads[0]?.replyCount).toBe(5)
    return threads[0]?.replies.map(({ text }) => text)
  }
  expect(await texts(null)).toEqual(['Reply 3', 'Reply 4', 'Reply 5'])
  expect(await texts(thread)).toEqual([1, 2, 3, 4, 5].map((n) => `Reply ${n}`))
})

describe('a thread', () => {
  it('has at most 50 replies, and takes others for those that are hidden', async () => {
    const [ann, ben, cat] = await makeMembers(db, 3)
    const { author, submissionId, write, added, shown } = await contest()
    const thread = await added(ann, 'Thread')
    const fill = (count: number, hidden: boolean) =>
      db.rows(sql`
        insert into comments (id, submission_id, user_id, parent_id, text, hidden_at, hidden_reason)
        select gen_random_uuid(), ${submissionId}, ${ben.id}, ${thread}, 'Spam',
          case when ${hidden} then app_now() end, case when ${hidden} then 'Spam' end
        from generate_series(1, ${count}::int)`)
    await fill(COMMENT_LIMITS.replies - 1, false)
    const twoAtOnce = await Promise.all(['Fiftieth', 'Or this'].map((text) => write(ben, text, thread)))
    expect(twoAtOnce.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await write(ben, 'Too late', thread)).toMatchObject({ message: MESSAGES.fullThread })
    expect((await shown(ben)).threads[0]).toMatchObject({ isFull: true })
    for (const text of ['One', 'Two', 'Three']) {
      expect((await shown(cat)).threads[0]).toMatchObject({ isFull: false })
      for (const member of [cat, ann, author]) await added(member, text, thread)
    }
    expect(await write(cat, 'Her fourth', thread)).toMatchObject({ message: MESSAGES.fullThread })
    for (const member of [ann, author]) await added(member, 'Of the asker and the maker', thread)
    await db.rows(sql`
      update comments set hidden_at = app_now(), hidden_reason = 'Spam' where user_id = ${ben.id} and parent_id = ${thread}`)
    expect((await shown(cat)).threads[0]).toMatchObject({ isFull: false })
    expect((await write(cat, 'An answer', thread)).ok).toBe(true)
    await fill(COMMENT_LIMITS.repliesInAll - 62, true)
    expect(await write(ann, 'One too many', thread)).toMatchObject({ message: MESSAGES.fullThread })
  })
})

it('refuses a comment where a submission has 2,000, or 5,000 with those that are hidden or deleted', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const { author, submissionId, write } = await contest()
  const fill = (count: number, text: string | null) =>
    db.rows(sql`
      insert into comments (id, submission_id, user_id, text)
      select gen_random_uuid(), ${submissionId}, ${ben.id}, ${text} from generate_series(1, ${count}::int)`)
  await fill(COMMENT_LIMITS.perSubmission - 1, 'Spam')
  for (const text of ['The last', 'Her second', 'Her third']) expect((await write(ann, text)).ok).toBe(true)
  expect(await write(ann, 'Too late')).toMatchObject({ message: MESSAGES.fullSubmission })
  expect((await write(author, 'Of the author')).ok).toBe(true)
  await db.rows(sql`
    update comments set hidden_at = app_now(), hidden_reason = 'Spam' where user_id = ${ben.id}`)
  expect((await write(ann, 'An honest one')).ok).toBe(true)
  const last = await commentsOf(db, ann, submissionId, { page: 200, threadId: null })
  expect(last).toMatchObject({ total: 2_004, shown: 5 })
  expect(last.threads).toHaveLength(10)
  await fill(COMMENT_LIMITS.perSubmissionInAll - 2_004, null)
  for (const member of [author, await makeMember(db)])
    expect(await write(member, 'Again')).toMatchObject({ message: MESSAGES.fullSubmission })
})

it('lets one member write 100 comments on a submission of another member', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const { author, submissionId, write } = await contest()
  for (const member of [ann, author])
    await db.rows(sql`
      insert into comments (id, submission_id, user_id, text)
      select gen_random_uuid(), ${submissionId}, ${member.id}, 'Spam' from generate_series(1, ${COMMENT_LIMITS.ofMember}::int)`)
  expect(await write(ann, 'One more')).toMatchObject({ message: MESSAGES.tooMany })
  for (const member of [ben, author]) expect((await write(member, 'Thank you')).ok).toBe(true)
})

describe('hiding', () => {
  it('shows the text to its author and administrators only, tells the author, and is undone', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const { author, added, shown } = await contest()
    const id = await added(ann, 'Something rude')
    expect(await told(author)).toEqual(['New comment'])
    expect(await hideComment(db, ben, id, 'Rude')).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await hideComment(db, admin, id, ' ')).toMatchObject({ ok: false, code: 'invalid' })
    expect((await hideComment(db, admin, id, 'Rude')).ok).toBe(true)
    expect(await hideComment(db, admin, id, 'Rude')).toMatchObject({ ok: false, code: 'conflict' })
    expect((await shown(ben)).threads[0]).toMatchObject({ text: null, author: null, hidden: { reason: '' } })
    for (const viewer of [ann, admin])
      expect((await shown(viewer)).threads[0]).toMatchObject({
        text: 'Something rude',
        hidden: { reason: 'Rude' },
      })
    expect((await shown()).shown).toBe(0)
    expect(await editComment(db, as(ann), id, 'Polite')).toMatchObject({ message: MESSAGES.hiddenFromEdit })
    expect(await told(ann)).toEqual(['Comment hidden'])
    expect(await told(author)).toEqual([])
    expect((await restoreComment(db, as(admin), id)).ok).toBe(true)
    expect((await shown(ben)).threads[0]?.text).toBe('Something rude')
    expect(await told(ann)).toEqual([])
    expect(await told(author)).toEqual(['New comment'])
  })
})

it('restoring tells again of a comment and of a reply, once', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const { author, added } = await contest()
  const thread = await added(ann, 'Thread')
  const reply = await added(ben, 'Reply', thread)
  const everyone = async () => [await told(author), await told(ann), await told(ben)]
  const before = await everyone()
  expect(before).toEqual([['New comment', 'New comment'], ['New reply'], []])
  await hideComment(db, admin, reply, 'Rude')
  expect(await everyone()).toEqual([['New comment'], [], ['Comment hidden']])
  const outcomes = await Promise.all([
    restoreComment(db, as(admin), reply),
    restoreComment(db, as(admin), reply),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await everyone()).toEqual(before)
  await hideComment(db, admin, reply, 'Rude')
  await deleteComment(db, ann, thread)
  await restoreComment(db, as(admin), reply)
  expect(await everyone()).toEqual([['New comment'], [], []])
})

it('restoring sends no mail, and tells only the author of a rejected submission', async () => {
  const ann = await makeMember(db)
  const { author, submissionId, added } = await contest()
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('https://id.example', ${author.id}, ${author.id}, ${`${author.id}@example.org`}, true)`)
  await db.rows(sql`insert into notification_settings values (${author.id}, 'commented', 'mail')`)
  const mails = async () => {
    await deliverEvents(db, { sendsMail: true })
    return db.rows(sql`select from mails m join notification_events e on e.id = m.event_id
      where m.user_id = ${author.id} and e.kind = 'commented'`)
  }
  const ben = await makeMember(db)
  const id = await added(ben, 'Thank you', await added(ann, 'Nice'))
  expect(await mails()).toHaveLength(2)
  await hideComment(db, admin, id, 'Rude')
  await restoreComment(db, as(admin), id)
  expect(await mails()).toHaveLength(1)
  expect(await told(author)).toHaveLength(2)
  await hideComment(db, admin, id, 'Rude')
  await db.rows(
    sql`update submissions set status = 'rejected', rejection_reason = 'x' where id = ${submissionId}`,
  )
  await restoreComment(db, as(admin), id)
  expect(await told(author)).toHaveLength(2)
  expect(await told(ann)).toEqual([])
})

it('restoring tells only the author of a submission that others do not see now', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const { author, challengeId, added } = await contest()
  const id = await added(ben, 'Thank you', await added(ann, 'Nice'))
  const toldOfRestored = async (moderation: 'after' | 'before') => {
    await hideComment(db, admin, id, 'Rude')
    await restoreComment(db, as(admin, moderation), id)
    expect(await told(author)).toHaveLength(2)
    return told(ann)
  }
  expect(await toldOfRestored('after')).toEqual(['New reply'])
  expect(await toldOfRestored('before')).toEqual([])
  await db.rows(sql`
    update challenges set status = 'active', show_submissions = false, deadline = app_now() + interval '1 day'
    where id = ${challengeId}`)
  expect(await toldOfRestored('after')).toEqual([])
})

describe('notifications', () => {
  it('tell the author of the submission and of the answered comment, but not of one’s own', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const { author, added } = await contest()
    await added(author, 'My own work')
    const thread = await added(ann, 'Nice')
    await added(ben, 'Yes', thread)
    await added(ann, 'I know', thread)
    expect(await told(author)).toEqual(['New comment', 'New comment', 'New comment'])
    expect(await told(ann)).toEqual(['New reply'])
    expect(await told(ben)).toEqual([])
  })

  it('are withdrawn with the comment', async () => {
    const ann = await makeMember(db)
    const { author, added } = await contest()
    const id = await added(ann, 'Nice')
    expect(await told(author)).toHaveLength(1)
    await deleteComment(db, ann, id)
    expect(await told(author)).toEqual([])
  })
})
