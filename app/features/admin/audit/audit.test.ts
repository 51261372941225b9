import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { AUDIT_PAGE_SIZE } from '#domain/audit/queries.server.ts'
import { COMMAND_LINE, recordAuditEvent } from '#domain/audit/record.server.ts'
import { deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { setRole } from '#domain/people/administrators.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { deleteWebhook } from '#domain/webhooks/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import { as, makeAdmin, makeChallenge, makeMember, makeSubmission, noFiles } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { makeWebhook } from '#test/webhooks.ts'
import * as audit from './audit.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true, displayName: 'Keeper' })
const member = await makeMember(db, { displayName: 'Paper Fox' })

function open(path = '/admin/audit', viewer = admin) {
  return openPage(db, audit, path, { viewer })
}

/** The text of the newest action. */
async function newest() {
  const { html } = await open()
  const [, item = ''] = /<ol[^>]*>(<li.*?<\/li>)/.exec(html) ?? []
  const text = item
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .trim()
  return { item, text }
}

describe('the audit log', () => {
  it('is empty at first', async () => {
    const { text } = await open()
    expect(text).toContain('Audit Log')
    expect(text).toContain('Nothing is recorded yet.')
    expect(text).not.toContain('Older')
  })

  it('shows administrator, action, subject, changes and time', async () => {
    await adjustPoints(db, admin, { userId: member.id, change: 1_500, description: 'Built the gate' })
    const { item, text } = await newest()
    expect(text).toMatch(
      /^\w{3} \d+, \d{4} at \d+:\d\d [AP]M UTC by Keeper Points adjusted Paper Fox Points before: 0 after: 1,500 Rank before: Novice Ninja after: Skilled Ninja Reason after: Built the gate$/,
    )
    expect(item).toContain(`href="/profile/${member.id}"`)
    expect(item).toContain(`href="/profile/${admin.id}"`)
    expect(item).toMatch(/<time dateTime="/)
  })

  it.each([
    ['challenge_extended', 'with an entry in this challenge'],
    ['member_suspended', 'with an entry in a challenge that this may affect'],
  ] as const)('marks %s by an administrator with an entry', async (action, mark) => {
    const subject = { id: newId(), name: 'Boats' }
    await recordAuditEvent(db, admin, { action, subject, before: null, after: null, ownContest: true })
    expect((await newest()).text).toContain(`by Keeper ${mark} `)
  })

  it('links a submission until it is deleted', async () => {
    const challenge = await makeChallenge(db, { title: 'Boats' })
    const submission = await makeSubmission(db, member, challenge, { title: 'A ferry' })
    await rejectSubmission(db, as(admin), submission, 'Copied')
    const rejected = await newest()
    expect(rejected.text).toContain('Submission rejected A ferry by Paper Fox in Boats')
    expect(rejected.text).toContain('Status before: Pending after: Rejected Reason after: Copied')
    expect(rejected.item).toContain(`href="/challenges/${challenge}/submissions/${submission}"`)
    await deleteSubmission({ db, files: noFiles }, as(admin), submission)
    const gone = await newest()
    expect(gone.text).toMatch(
      /Submission deleted A ferry by Paper Fox in Boats Deleted with Status before: Rejected/,
    )
    expect(gone.item).not.toContain(`/submissions/${submission}`)
  })

  it('links a webhook until it is deleted, and what was declined to the suggestions', async () => {
    const webhook = await makeWebhook(db, await makeAdmin(db), { name: 'Club site' })
    expect((await newest()).item).toContain(`href="/admin/webhooks/${webhook}"`)
    await deleteWebhook(db, admin, webhook)
    const gone = await newest()
    expect(gone.text).toContain('Webhook deleted Club site')
    expect(gone.item).not.toContain('/admin/webhooks/')
    const subject = { id: newId(), name: 'Doors' }
    const declined = { action: 'suggestion_declined', subject, before: null, after: null } as const
    await recordAuditEvent(db, admin, declined)
    expect((await newest()).item).toContain('href="/admin/suggestions"')
    expect((await open('/admin/audit?about=suggestion')).text).toMatch(/Suggestion declined Doors/)
    expect((await open('/admin/audit?about=member')).text).not.toContain('Doors')
  })

  it('formats dates, booleans and empty values, and collapses long texts', async () => {
    const challenge = await makeChallenge(db, { title: 'Rain' })
    await recordAuditEvent(db, admin, {
      action: 'challenge_updated',
      subject: { id: challenge, name: 'Rain' },
      before: {
        start_date: null,
        deadline: '2026-03-29T01:30:00+00:00',
        allow_voting: true,
        description: 'x',
      },
      after: {
        start_date: '2026-03-01T00:00:00+00:00',
        deadline: '2026-04-05T01:30:00+00:00',
        allow_voting: false,
        description: `<script>${'long '.repeat(100)}`,
      },
    })
    const { item, text } = await newest()
    expect(text).toContain('Start date before: none after: Mar 1, 2026 at 12:00 AM UTC')
    expect(text).toContain('Deadline before: Mar 29, 2026 at 1:30 AM UTC after: Apr 5, 2026 at 1:30 AM UTC')
    expect(text).toContain('Allow voting before: Yes after: No')
    expect(item).toMatch(/<details[^>]*><summary.*long lo… .*Show all.*<\/summary>.*long long/)
    expect(item).not.toContain('<script>')
    expect(item).toContain(`href="/admin/challenges/${challenge}"`)
  })

  it('names the command line without a link', async () => {
    await setRole(db, member.id, 'administrator')
    const { item, text } = await newest()
    expect(text).toContain('by command line Role given Paper Fox Role before: none after: administrator')
    expect(item.match(/href="\/profile\//g)).toHaveLength(1)
    await setRole(db, member.id, null)
  })

  it('filters by subject type', async () => {
    const { html, text } = await open('/admin/audit?about=submission')
    expect(text).toContain('Submission rejected')
    expect(text).not.toContain('Points adjusted')
    expect(html).toMatch(
      /aria-current="true"[^>]*>Submissions|href="\/admin\/audit\?about=submission"[^>]*aria-current="true"/,
    )
    expect((await open('/admin/audit?about=nonsense')).text).toContain('Points adjusted')
  })

  it('pages to older actions and back to the newest', async () => {
    for (let made = 0; made < AUDIT_PAGE_SIZE; made++)
      await recordAuditEvent(db, COMMAND_LINE, {
        action: 'challenge_deleted',
        subject: { id: newId(), name: `No ${made}` },
        before: { title: 'x' },
        after: null,
      })
    const first = await open()
    expect(first.html.match(/<li /g)).toHaveLength(AUDIT_PAGE_SIZE)
    expect(first.text).not.toContain('Newest')
    const [, older = ''] = /href="(\/admin\/audit\?before=[^"]+)"[^>]*>Older/.exec(first.html) ?? []
    const second = await open(older)
    expect(second.text).toContain('Points adjusted')
    expect(second.html).toMatch(/href="\/admin\/audit"[^>]*>Newest/)
    expect(second.text).not.toContain('Older')
    expect((await open(`/admin/audit?before=${newId()}`)).text).toContain('Newest')
    expect((await open('/admin/audit?before=nonsense')).html).toBe(first.html)
  })

  it('shows an error with a retry link if it cannot be loaded', async () => {
    const broken = watched(db, /from audit_log/).db
    const { text } = await openPage(broken, audit, '/admin/audit', { viewer: admin })
    expect(text).toContain('Failed to load the audit log Retry')
  })

  it('runs the same number of statements for any length', async () => {
    const { db: counting, statements } = watched(db)
    await openPage(counting, audit, '/admin/audit', { viewer: admin })
    expect(statements).toHaveLength(1)
    expect(await db.row(sql`select count(*)::int as count from audit_log`)).not.toEqual({ count: 0 })
  })
})
