import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { hideComment, restoreComment } from '#domain/comments/commands.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { siteCount } from '#domain/reporting/dashboard.server.ts'
import { resolveReport, sendReport } from '#domain/reports/commands.server.ts'
import { listReports, reportCount, reportToResolve } from '#domain/reports/queries.server.ts'
import { listSubmissions } from '#domain/submissions/admin-list.server.ts'
import { searchSubmissions } from '#domain/submissions/search.server.ts'
import { newId } from '#platform/id.server.ts'
import { as, makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { namedSubmissions } from './bulk.server.ts'
import { approveSubmission } from './commands.server.ts'
import { submissionToModerate } from './queries.server.ts'
import {
  currentInQueue,
  queueAround,
  queueCounts,
  queuedSubmission,
  waitingChallenges,
} from './queue.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
const moderator = (await makeMember(db, { isModerator: true })) as Admin
const challenge = await makeChallenge(db)
const entry = await makeSubmission(db, await makeMember(db), challenge, { title: 'Lantern stall' })
const report = { kind: 'submission', id: entry, reason: 'spam', note: '' } as const
await sendReport(db, as(await makeMember(db)), report)
const [{ id: reportId } = { id: '' }] = await listReports(db, admin, { page: 1, resolved: false })
const comment = newId()
await db.rows(sql`
  insert into comments (id, submission_id, user_id, text)
  values (${comment}, ${entry}, ${(await makeMember(db)).id}, 'Lovely')`)
await db.rows(sql`update challenges set status = 'draft' where id = ${challenge}`)

const filters = { challengeId: null, status: null, since: null, until: null, page: 1 }
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** How many submissions, challenges and reports each page and count finds. */
async function foundBy(viewer: Admin) {
  const [all, titled] = [
    await listSubmissions(db, viewer, { ...filters, search: '' }),
    await listSubmissions(db, viewer, { ...filters, search: 'Lantern' }),
  ]
  const reports = await listReports(db, viewer, { page: 1, resolved: false })
  const wanted = { term: 'Lantern', offset: 0, limit: 5 }
  return {
    listed: [all.total.count, ...idsOf(all.rows)],
    titled: idsOf(titled.rows),
    searched: idsOf((await searchSubmissions(db, as(viewer), wanted)).rows),
    current: await currentInQueue(db, viewer, null, entry),
    around: idsOf(await queueAround(db, viewer, null, entry)),
    counts: await queueCounts(db, viewer, null, entry),
    waiting: idsOf(await waitingChallenges(db, viewer)),
    queued: (await queuedSubmission(db, viewer, entry))?.id,
    judged: (await submissionToModerate(db, viewer, entry))?.id,
    named: idsOf(await namedSubmissions(db, viewer, [entry])),
    reports: [await reportCount(db, viewer, { resolved: false }), reports.length],
    resolves: (await reportToResolve(db, viewer, reportId))?.name,
    figures: [
      await siteCount(db, viewer, 'submissions'),
      await siteCount(db, viewer, 'pending'),
      await siteCount(db, viewer, 'reports'),
    ],
  }
}

it('shows moderators nothing of drafts, and administrators all', async () => {
  expect(await foundBy(admin)).toEqual({
    listed: [1, entry],
    titled: [entry],
    searched: [entry],
    current: entry,
    around: [entry],
    counts: { pending: 1, pendingBefore: 0, judged: 0, judgedBefore: 0, oldestId: entry },
    waiting: [challenge],
    queued: entry,
    judged: entry,
    named: [entry],
    reports: [1, 1],
    resolves: 'Lantern stall',
    figures: [1, 1, 1],
  })
  expect(await foundBy(moderator)).toEqual({
    listed: [0],
    titled: [],
    searched: [],
    current: null,
    around: [],
    counts: { pending: 0, pendingBefore: 0, judged: 0, judgedBefore: 0, oldestId: null },
    waiting: [],
    queued: undefined,
    judged: undefined,
    named: [],
    reports: [0, 0],
    resolves: undefined,
    figures: [0, 0, 0],
  })
})

it('lets only administrators judge submissions of drafts, and what is said of them', async () => {
  expect(await hideComment(db, moderator, comment, 'Rude')).toMatchObject({ ok: false, code: 'not-found' })
  const resolution = { upheld: false }
  expect(await resolveReport(db, moderator, reportId, resolution)).toMatchObject({ ok: false })
  expect(await hideComment(db, admin, comment, 'Rude')).toMatchObject({ ok: true })
  expect(await restoreComment(db, as(moderator), comment)).toMatchObject({ ok: false, code: 'not-found' })
  expect(await resolveReport(db, admin, reportId, resolution)).toMatchObject({ ok: true })
  expect(await approveSubmission(db, as(moderator), entry)).toMatchObject({ ok: false, code: 'not-found' })
  expect(await approveSubmission(db, as(admin), entry)).toMatchObject({ ok: true })
})
