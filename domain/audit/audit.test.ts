import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { newId } from '#platform/id.server.ts'
import { anAdmin } from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { AUDIT_PAGE_SIZE, listAuditEntries } from './queries.server.ts'
import { COMMAND_LINE, recordAuditEvent } from './record.server.ts'
import { changesBetween } from './rules.ts'

const { db } = await testDatabase()
const everything = { subjectType: null, before: null }

function event(name: string) {
  return {
    action: 'challenge_updated' as const,
    subject: { id: newId(), name },
    before: { title: 'Old' },
    after: { title: 'New' },
  }
}

it('lists no ids of members in states', async () => {
  const ids = { author_id: newId(), winner_id: newId(), comment_by: newId() }
  await recordAuditEvent(db, COMMAND_LINE, { ...event('Without ids'), before: ids, after: ids })
  const { entries } = await listAuditEntries(db, anAdmin, everything)
  expect(entries.find(({ subjectName }) => subjectName === 'Without ids')).toMatchObject({
    before: {},
    after: {},
  })
})

describe('recordAuditEvent', () => {
  it('stores actor, action, subject, before, after and time', async () => {
    const { subject, ...kept } = event('Paper boats')
    const moment = new Date('2026-03-29T01:30:00Z')
    await at(db, moment, (tx) => recordAuditEvent(tx, COMMAND_LINE, { subject, ...kept }))
    const { entries } = await listAuditEntries(db, anAdmin, everything)
    expect(entries.find(({ subjectName }) => subjectName === 'Paper boats')).toMatchObject({
      adminId: null,
      subjectId: null,
      adminName: 'command line',
      subjectType: 'challenge',
      subjectName: 'Paper boats',
      at: moment,
      ...kept,
    })
  })

  it('is rolled back with its transaction', async () => {
    const undone = event('Undone')
    const work = db.transaction(async (tx) => {
      await recordAuditEvent(tx, COMMAND_LINE, undone)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await db.row(sql`select 1 from audit_log where subject_id = ${undone.subject.id}`)).toBeUndefined()
  })

  it('cannot be changed or deleted', async () => {
    await recordAuditEvent(db, COMMAND_LINE, event('Fixed'))
    await expect(db.rows(sql`update audit_log set admin_name = 'someone else'`)).rejects.toThrow(
      'append-only',
    )
    await expect(db.rows(sql`update audit_log set after = null`)).rejects.toThrow('append-only')
    await expect(db.rows(sql`delete from audit_log`)).rejects.toThrow('append-only')
  })
})

describe('listAuditEntries', () => {
  it('pages back, newest first, without gaps or duplicates', async () => {
    for (let made = 0; made < AUDIT_PAGE_SIZE + 5; made++)
      await recordAuditEvent(db, COMMAND_LINE, event(`No ${made}`))
    const seen: string[] = []
    let before: string | null = null
    do {
      const page = await listAuditEntries(db, anAdmin, { subjectType: 'challenge', before })
      seen.push(...page.entries.map(({ id }) => id))
      before = page.older
    } while (before)
    const rows = await db.rows<{ id: string }>(
      sql`select id from audit_log order by created_at desc, id desc`,
    )
    expect(seen).toEqual(rows.map(({ id }) => id))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('filters by the challenge that an action is about, or whose submission, also after these are gone', async () => {
    const challengeId = newId()
    const about = { ...event('The challenge'), subject: { id: challengeId, name: 'The challenge' } }
    await recordAuditEvent(db, COMMAND_LINE, about)
    await recordAuditEvent(db, COMMAND_LINE, {
      ...event('Its submission'),
      action: 'submission_deleted',
      challengeId,
    })
    await recordAuditEvent(db, COMMAND_LINE, event('Another'))
    const { entries } = await listAuditEntries(db, anAdmin, { ...everything, challengeId })
    expect(entries.map(({ subjectName }) => subjectName)).toEqual(['Its submission', 'The challenge'])
  })

  it.each([
    ['member', 'rank_changed'],
    ['series', 'challenge_series_updated'],
    ['suggestion', 'suggestion_declined'],
    ['webhook', 'webhook_secret_renewed'],
    ['settings', 'page_changed'],
  ] as const)('filters by the subject type %s', async (subjectType, action) => {
    await recordAuditEvent(db, COMMAND_LINE, { ...event(`Only ${action}`), action })
    const { entries } = await listAuditEntries(db, anAdmin, { subjectType, before: null })
    expect(entries.map(({ subjectName }) => subjectName)).toEqual([`Only ${action}`])
  })
})

it('changesBetween returns the fields that differ', () => {
  expect(changesBetween({ title: 'A', votes: 1, gone: true }, { title: 'A', votes: 2, come: null })).toEqual({
    before: { votes: 1, gone: true },
    after: { votes: 2, come: null },
  })
})
