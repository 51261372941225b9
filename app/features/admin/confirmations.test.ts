import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { takeToasts } from '#app/forms/flash.server.ts'
import { brokenInvariants } from '#db/invariants.server.ts'
import { sendAnnouncement } from '#domain/announcements/commands.server.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import {
  addComment,
  hideComment as hide,
  restoreComment as restore,
} from '#domain/comments/commands.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { resolveReport as resolve, sendReport } from '#domain/reports/commands.server.ts'
import { listReports } from '#domain/reports/queries.server.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  anAdmin,
  aSubmission,
  as,
  daysFromNow,
  makeBallot,
  makeChallenge,
  makeMember,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import * as removeDraft from './challenges/delete.tsx'
import * as step from './challenges/step.tsx'
import * as moderateComment from './comments/moderate.tsx'
import { OWN_CONTEST } from './confirmation/own-contest.ts'
import * as resolveReport from './reports/resolve.tsx'
import * as list from './submissions/list.tsx'
import * as judge from './submissions/moderation/judge.tsx'

const { db, another } = await testDatabase()
const [admin, other] = [await makeMember(db, { isAdmin: true }), await makeMember(db, { isAdmin: true })]

interface ActionResult {
  status: number
  message: string
  to: string | null
  time?: { label: string; at: string }
}

interface ActionCase {
  route: typeof step
  /** Further parameters of the URL, and fields of the form. */
  params?: { step: string } | { verb: string }
  fields?: Record<string, string>
  /** Creates the subject. */
  make: () => Promise<string>
  list: string
  action: string
  done: string
  /** The message for the second of two administrators. */
  again: RegExp
  failed: string
}

const challenge = (status: 'active' | 'draft') => () => makeChallenge(db, { status })
const challengeWithEntry = async () => {
  const id = await makeChallenge(db)
  await makeSubmission(db, await makeMember(db), id)
  return id
}
const submission = async () => makeSubmission(db, await makeMember(db), await makeChallenge(db))
const approvedSubmission = async () => {
  const id = await submission()
  await db.rows(sql`
    update submissions set status = 'approved', moderation_date = app_now(), moderator_id = ${other.id} where id = ${id}`)
  return id
}
const [challenges, submissions] = ['/admin/challenges', '/admin/submissions']

const ACTIONS: Record<string, ActionCase> = {
  complete: {
    ...taking('complete'),
    make: challengeWithEntry,
    action: 'challenge_completed',
    done: 'Challenge completed successfully! Points have been awarded to participants.',
    again: /^Failed to complete challenge\. It is not running any more\.$/,
    failed: 'Failed to complete challenge',
  },
  extend: {
    ...taking('extend'),
    make: async () => makeChallenge(db, { deadline: daysFromNow(2) }),
    action: 'challenge_extended',
    done: 'Challenge deadline extended by one week successfully!',
    again: /^The deadline is already about a week from now$/,
    failed: 'Failed to extend challenge deadline',
  },
  open: {
    ...taking('open'),
    make: challenge('draft'),
    action: 'challenge_opened',
    done: 'Challenge opened.',
    again: /^Failed to open challenge\. Only drafts and upcoming/,
    failed: 'Failed to open challenge',
  },
  'close entries': {
    ...taking('close-entries'),
    make: challengeWithEntry,
    action: 'challenge_entries_closed',
    done: 'Entries closed. Those who rely on the dates are told.',
    again: /^Failed to close entries\. They are closed already\.$/,
    failed: 'Failed to close entries',
  },
  'start voting': {
    ...taking('start-voting'),
    make: challengeWithEntry,
    action: 'challenge_voting_started',
    done: 'Voting started. Those who rely on the dates are told.',
    again: /^Failed to start voting\. Only active challenges/,
    failed: 'Failed to start voting',
  },
  cancel: {
    ...taking('cancel', { reason: 'Too few of us' }),
    make: challengeWithEntry,
    action: 'challenge_canceled',
    done: 'Challenge canceled. Your message is on its way.',
    again: /^Failed to cancel challenge\. Only upcoming and running/,
    failed: 'Failed to cancel challenge',
  },
  reopen: {
    ...taking('reopen', { days: '3' }),
    make: async () => makeChallenge(db, { status: 'canceled' }),
    action: 'challenge_reopened',
    done: 'Challenge reopened. Those who rely on the dates are told.',
    again: /^Failed to reopen challenge\. Only challenges in voting/,
    failed: 'Failed to reopen challenge',
  },
  'delete a draft': {
    route: removeDraft as unknown as typeof step,
    make: challenge('draft'),
    list: challenges,
    action: 'challenge_deleted',
    done: 'Challenge deleted successfully',
    again: /^Challenge not found$/,
    failed: 'Failed to delete challenge',
  },
  approve: {
    ...judging('approve'),
    make: submission,
    action: 'submission_approved',
    done: 'Submission approved successfully',
    again: /^Failed to approve submission\. It is already approved\.$/,
    failed: 'Failed to approve submission',
  },
  reject: {
    ...judging('reject'),
    make: submission,
    action: 'submission_rejected',
    done: 'Submission rejected successfully',
    again: /^Failed to reject submission\. It is already rejected\.$/,
    failed: 'Failed to reject submission',
  },
  'reject an approved submission': {
    ...judging('reject'),
    make: approvedSubmission,
    action: 'submission_rejected',
    done: 'Submission rejected successfully',
    again: /^Failed to reject submission\. It is already rejected\.$/,
    failed: 'Failed to reject submission',
  },
  'undo an approval': {
    ...judging('undo'),
    make: approvedSubmission,
    action: 'submission_moderation_undone',
    done: 'Approval undone. The submission is pending again.',
    again: /^Failed to undo\. It is already pending\.$/,
    failed: 'Failed to undo',
  },
  'delete a submission': {
    ...judging('delete'),
    make: submission,
    action: 'submission_deleted',
    done: 'Submission deleted successfully',
    again: /^Submission Not Found$/,
    failed: 'Failed to delete submission',
  },
}

function judging(verb: string) {
  return { route: judge as unknown as typeof step, list: submissions, params: { verb } }
}

function taking(name: string, fields: Record<string, string> = {}) {
  return { route: step, list: challenges, params: { step: name }, fields }
}

describe.each(Object.entries(ACTIONS))('%s', (_, actionCase) => {
  it('lists the consequences and posts to its own path', async () => {
    const { html, status } = await openConfirmation(actionCase, await actionCase.make())
    expect(status).toBe(200)
    expect(html).toMatch(/<form [^>]*action="\/admin\/place\/[^>]* method="post"/)
    expect(html).toContain(`name="returnTo" value="${actionCase.list}`)
    expect(html).toMatch(/<li>[^<]{20,}<\/li>/)
  })

  it('runs and is logged once if two administrators act at the same time', async () => {
    const id = await actionCase.make()
    const version = await versionOf(actionCase, id)
    const responses = await Promise.all([admin, other].map((viewer) => send(actionCase, id, version, viewer)))
    const [first, second] = responses.sort((one, two) => one.status - two.status)
    expect(first).toMatchObject({ status: 303, message: actionCase.done, to: actionCase.list })
    expect(second?.status).toBe(actionCase.again.source.includes('ound') ? 404 : 409)
    expect(second?.message).toMatch(actionCase.again)
    expect(await db.rows(sql`select action from audit_log where subject_id = ${id}`)).toEqual([
      { action: actionCase.action },
    ])
  })

  it('returns to the filtered list or the page of a submission, never elsewhere', async () => {
    const back = `${actionCase.list}?status=x&page=2`
    const sendOnce = async (returnTo: string) => {
      const id = await actionCase.make()
      return send(actionCase, id, { ...(await versionOf(actionCase, id)), returnTo })
    }
    expect((await sendOnce(back)).to).toBe(back)
    const page = `/challenges/${newId()}/submissions/${newId()}`
    expect((await sendOnce(page)).to).toBe(page)
    for (const returnTo of [
      'https://evil.example/',
      '//evil.example/admin',
      '/administer',
      '/login',
      `${page}/vote`,
    ]) {
      expect((await sendOnce(returnTo)).to).toBe(actionCase.list)
    }
  })

  it('refuses unknown fields, and invalid or missing ids', async () => {
    const id = await actionCase.make()
    expect(await send(actionCase, id, { status: 'completed' })).toMatchObject({ status: 400 })
    expect(await send(actionCase, 'x', {})).toMatchObject({ status: 404 })
    expect(await send(actionCase, newId(), {})).toMatchObject({ status: 404 })
    expect((await openConfirmation(actionCase, newId())).status).toBe(404)
    expect(await db.rows(sql`select 1 from audit_log where subject_id = ${id}`)).toEqual([])
  })

  it('returns a message on a server error', async () => {
    const broken = { ...watched(db).db, transaction: () => Promise.reject(new Error('broken on purpose')) }
    expect(await send(actionCase, await actionCase.make(), {}, admin, broken)).toEqual({
      status: 500,
      message: actionCase.failed,
      to: null,
    })
  })
})

it('reports no points for a completed challenge without participants', async () => {
  const { complete: completing } = ACTIONS as { complete: ActionCase }
  const id = await makeChallenge(db)
  const result = await send(completing, id, await versionOf(completing, id))
  expect(result.message).toBe('Challenge completed successfully!')
})

it('completes no challenge that was extended since its consequences were shown', async () => {
  const { complete: completing } = ACTIONS as { complete: ActionCase }
  const id = await makeChallenge(db)
  await openVoting(db, id)
  const shown = await versionOf(completing, id)
  await extendChallenge(db, as(other), id)
  expect(await send(completing, id, shown)).toMatchObject({
    status: 409,
    message: 'Failed to complete challenge. It has changed since you opened it; please check it again.',
  })
  expect(await db.row(sql`select status from challenges where id = ${id}`)).toEqual({ status: 'active' })
  // Entries and votes change no version.
  const seen = await versionOf(completing, id)
  await makeSubmission(db, await makeMember(db), id)
  expect(await send(completing, id, seen)).toMatchObject({ status: 303 })
})

it('shows whom the completion of a challenge pays', async () => {
  const { complete: completing, extend: extending } = ACTIONS as Record<'complete' | 'extend', ActionCase>
  const id = await makeChallenge(db)
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const submissionId = await makeSubmission(db, ann, id)
  const later = await makeSubmission(db, ben, id)
  await openVoting(db, id)
  expect((await openConfirmation(completing, id)).text).toContain('No votes have been cast')
  await castVote(db, as(ben), id, submissionId)
  const { text } = await openConfirmation(completing, id)
  expect(text).toContain('2 participants will get 25 points each.')
  const leads = `${ann.displayName} leads with 1 vote and will win 100 bonus points.`
  expect(text).toContain(leads)
  const tie = '2 entries have as many; the one that was finished first wins.'
  expect(text).not.toContain(tie)
  await castVote(db, as(ann), id, later)
  expect((await openConfirmation(completing, id)).text).toContain(`${leads} ${tie}`)
  await send(completing, id, await versionOf(completing, id))
  const extension = await openConfirmation(extending, id)
  expect(extension.text).toMatch(/Current deadline: .*New deadline: /)
  expect(extension.text).toContain(`${ann.displayName} is no longer the winner`)
  expect(extension.text).toContain(
    'Votes stay, and submissions that members could vote for can no longer be edited',
  )
  const { time } = await send(extending, id, await versionOf(extending, id))
  const { deadline } = (await challengeSettings(db, anAdmin, id)) ?? {}
  expect(time).toEqual({ label: 'New deadline', at: deadline?.toISOString() })
  expect((await openConfirmation(completing, id)).text).toContain(
    'All participants have already been paid for this challenge.',
  )
})

const announcement = { title: 'News', text: 'Vote', link: null }

it('says, and marks in the audit log, that the administrator has an entry in the challenge', async () => {
  const rival = await makeMember(db)
  const challenge = await makeChallenge(db)
  const [entered] = [await makeSubmission(db, rival, challenge), await makeSubmission(db, admin, challenge)]
  await openVoting(db, challenge)
  const comment = await addComment(db, as(rival), {
    challengeId: challenge,
    submissionId: entered,
    parentId: null,
    text: 'Mine is better',
  })
  if (!comment.ok) throw new Error(comment.message)
  const { id } = comment.value
  for (const [viewer, isTold] of [
    [admin, true],
    [other, false],
  ] as const) {
    await sendReport(db, as(await makeMember(db)), { kind: 'comment', id, reason: 'spam', note: '' })
    const [{ id: reportId } = { id: '' }] = await listReports(db, anAdmin, { page: 1, resolved: false })
    const outcome = 'dismiss'
    const pages = [
      await openPage(db, moderateComment, `/admin/comments/${id}/hide`, {
        viewer,
        params: { id, verb: 'hide' },
      }),
      await openPage(db, resolveReport, `/admin/reports/${reportId}/dismiss`, {
        viewer,
        params: { id: reportId, outcome },
      }),
    ]
    for (const { text } of pages) expect(text.includes(OWN_CONTEST)).toBe(isTold)
    await hide(db, viewer, id, 'Rude')
    await restore(db, as(viewer), id)
    await sendAnnouncement(db, viewer, newId(), { ...announcement, challengeId: challenge })
    await resolve(db, viewer, reportId, { upheld: false })
  }
  const marks = await db.rows<{ action: string; by: string; own: boolean }>(sql`
    select action, admin_id as by, own_contest as own from audit_log
    where action in ('submission_comment_hidden', 'submission_comment_restored', 'announcement_sent',
      'submission_report_resolved') `)
  expect(marks).toHaveLength(8)
  for (const { by, own } of marks) expect(own).toBe(by === admin.id)
})

it('shows what a step moves with the dates before and after, whom it tells, and what each end pays', async () => {
  const cases = ACTIONS as Record<
    'close entries' | 'start voting' | 'cancel' | 'complete' | 'open',
    ActionCase
  >
  const id = await challengeWithEntry()
  const closing = (await openConfirmation(cases['close entries'], id)).text
  expect(closing).toMatch(/Current deadline: .*New deadline: .*Start of voting: .*End of voting: /)
  expect(closing).toContain('1 member is told: who follow it, take part or voted.')
  const starting = (await openConfirmation(cases['start voting'], id)).text
  expect(starting).toMatch(/Current end of voting: .*New end of voting: /)
  const canceling = await openConfirmation(cases.cancel, id)
  expect(canceling.html).toMatch(/Message to members.*<textarea[^>]* maxLength="500"/is)
  expect((await openConfirmation(cases.complete, id)).text).toContain(
    'If it ends by itself, the winner gets 100 points.',
  )
  const draft = await makeChallenge(db, { status: 'draft' })
  expect((await openConfirmation(cases.open, draft)).text).toContain(
    'If you complete it, each participant gets 25 points and the winner 100.',
  )
})

it('says that nobody is told yet, and that hidden entries become visible', async () => {
  const cases = ACTIONS as Record<'close entries' | 'start voting' | 'cancel', ActionCase>
  const empty = await openConfirmation(cases.cancel, await makeChallenge(db))
  expect(empty.text).toMatch(/Nobody is told yet\. Its page/)
  const hiding = await makeChallenge(db, { showSubmissions: false })
  await makeSubmission(db, await makeMember(db), hiding)
  for (const step of [cases['close entries'], cases['start voting']]) {
    expect((await openConfirmation(step, hiding)).text).toContain('Hidden entries become visible.')
    expect((await openConfirmation(step, await challengeWithEntry())).text).not.toContain('Hidden entries')
  }
})

it('asks for days of a reopening only where they set a date, and says what comes back', async () => {
  const { reopen } = ACTIONS as Record<'reopen', ActionCase>
  const undone = await makeChallenge(db, { deadline: daysFromNow(3) })
  await completeChallenge(db, as(other), undone)
  const kept = await openConfirmation(reopen, undone)
  expect(kept.text).toMatch(/takes entries until its deadline, as before\. Voting follows.*Deadline: /)
  expect(kept.text).not.toMatch(/Open for|could vote|Current/)
  const ended = await makeChallenge(db, { status: 'canceled', deadline: daysFromNow(-1) })
  const asked = await openConfirmation(reopen, ended)
  expect(asked.text).toMatch(/Current deadline: .*7 days, until [A-Z][a-z]+ \d+/)
  for (const days of ['', '2', '3.0', ' 3', '0x3', '1e0']) {
    const answer = await send(reopen, ended, { ...(await versionOf(reopen, ended)), days })
    expect(answer).toMatchObject({ status: 422, message: 'Choose for how long it is open again' })
  }
})

it('keeps the message of a cancellation that is refused', async () => {
  const { cancel } = ACTIONS as Record<'cancel', ActionCase>
  const id = await challengeWithEntry()
  const answer = await send(cancel, id, { ...(await versionOf(cancel, id)), reason: 'x'.repeat(501) })
  expect(answer).toMatchObject({ status: 422, message: 'The message must be at most 500 characters' })
})

it('does not show counts of a secret ballot', async () => {
  const { complete: completing } = ACTIONS as Record<'complete', ActionCase>
  const id = await makeChallenge(db, { showVotes: false })
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const submissionId = await makeSubmission(db, ann, id)
  await openVoting(db, id)
  const before = (await openConfirmation(completing, id)).html
  expect(before).toContain('Votes are secret until then. The winner will win 100 bonus points.')
  await castVote(db, as(ben), id, submissionId)
  expect((await openConfirmation(completing, id)).html).toBe(before)
})

it('says that an extension hides counts again that were public', async () => {
  const { extend: extending } = ACTIONS as Record<'extend', ActionCase>
  const { challenge: id, submission: submissionId } = await makeBallot(db, { showVotes: false })
  await castVote(db, as(await makeMember(db)), id, submissionId)
  const text = 'The counts have been public since its completion. They are hidden again'
  expect((await openConfirmation(extending, id)).text).not.toContain(text)
  expect((await completeChallenge(db, as(await makeMember(db, { isAdmin: true })), id)).ok).toBe(true)
  expect((await openConfirmation(extending, id)).text).toContain(text)
})

it.each(['upcoming', 'active', 'voting', 'completed', 'canceled'] as const)(
  'deletes a challenge that is %s and has no entry any more, and says what is lost',
  async (status) => {
    const { 'delete a draft': actionCase } = ACTIONS as Record<'delete a draft', ActionCase>
    const [id, member] = [await makeChallenge(db), await makeMember(db)]
    const submissionId = await makeSubmission(db, member, id)
    expect((await withdrawSubmission({ db, files: noFiles }, as(member), id, submissionId)).ok).toBe(true)
    await db.rows(sql`insert into challenge_follows (user_id, challenge_id) values (${member.id}, ${id})`)
    await db.rows(sql`
      insert into submission_drafts (user_id, challenge_id, title, description, creation_process, ai_tools, content_url,
        image_alt, editor)
      values (${member.id}, ${id}, 'Draft', '', '', '', '', '', ${newId()})`)
    await db.rows(sql`
      update challenges set status = ${status},
        completed_at = case when ${['completed', 'canceled'].includes(status)} then app_now() end
      where id = ${id}`)
    const { text } = await openConfirmation(actionCase, id)
    for (const words of [
      'The challenge and its page are deleted for good.',
      '1 member who asked to be reminded will not be.',
      '1 draft of members is lost.',
    ])
      expect(text).toContain(words)
    const version = `${(await challengeSettings(db, anAdmin, id))?.version}`
    expect(await send(actionCase, id, { version })).toMatchObject({ status: 303 })
    const left = await db.row(sql`
      select (select count(*)::int from challenge_follows where challenge_id = ${id}) as follows,
        (select count(*)::int from submission_drafts where challenge_id = ${id}) as drafts,
        (select count(*)::int from challenges where id = ${id}) as challenges,
        (select before ->> 'reminders' || ' ' || (before ->> 'drafts') from audit_log
          where subject_id = ${id} and action = 'challenge_deleted') as audited`)
    expect(left).toEqual({ follows: 0, drafts: 0, challenges: 0, audited: '1 1' })
    expect(await brokenInvariants(db)).toEqual([])
  },
)

it('refuses to delete a draft that has a submission, and says so before', async () => {
  const { 'delete a draft': actionCase } = ACTIONS as Record<'delete a draft', ActionCase>
  const id = await makeChallenge(db)
  await makeSubmission(db, await makeMember(db), id)
  await db.rows(sql`update challenges set status = 'draft' where id = ${id}`)
  const message = 'Failed to delete challenge. Only challenges without entries can be deleted.'
  const { html, text } = await openConfirmation(actionCase, id)
  expect(text).toContain(message)
  expect(html).not.toContain('Delete Challenge</button>')
  const version = `${(await challengeSettings(db, anAdmin, id))?.version}`
  expect(await send(actionCase, id, { version })).toMatchObject({ status: 409, message })
})

it.each(['complete', 'extend', 'delete a draft'])(
  'refuses to %s without the version that the administrator saw',
  async (name) => {
    const actionCase = ACTIONS[name] as ActionCase
    const id = await actionCase.make()
    const seen = await versionOf(actionCase, id)
    await db.rows(sql`update challenges set title = 'Another' where id = ${id}`)
    for (const fields of [{}, seen])
      expect(await send(actionCase, id, fields)).toMatchObject({
        status: 409,
        message: `${actionCase.failed}. It has changed since you opened it; please check it again.`,
      })
    expect(await db.rows(sql`select 1 from audit_log where subject_id = ${id}`)).toEqual([])
  },
)

describe.each(['approve', 'reject', 'delete a submission'])('%s after an edit', (name) => {
  const actionCase = ACTIONS[name] as ActionCase
  const stale = {
    status: 409,
    message: `${actionCase.failed}. It has been edited since you opened it; please check it again.`,
  }

  it('is refused until the administrator has seen the new content', async () => {
    const author = await makeMember(db)
    const id = await makeSubmission(db, author, await makeChallenge(db))
    const [seen, listed] = [await versionOf(actionCase, id), await listedVersion(id)]
    expect(listed).toEqual(seen.version)
    await updateSubmission(db, as(author), id, { ...aSubmission, title: 'Something else' })
    for (const fields of [seen, {}, { version: '' }, { version: '-1' }])
      expect(await send(actionCase, id, fields)).toMatchObject(stale)
    expect(await db.row(sql`select status from submissions where id = ${id}`)).toEqual({ status: 'pending' })
    expect(await db.rows(sql`select 1 from audit_log where subject_id = ${id}`)).toEqual([])
    expect(await send(actionCase, id, await versionOf(actionCase, id))).toMatchObject({ status: 303 })
  })

  it('is refused if the edit commits while the action waits for it', async () => {
    const author = await makeMember(db)
    const id = await makeSubmission(db, author, await makeChallenge(db))
    const seen = await versionOf(actionCase, id)
    const answer = await db.transaction(async (tx) => {
      await updateSubmission(tx, as(author), id, { ...aSubmission, title: 'Something else' })
      const sent = send(actionCase, id, seen, admin, another())
      await lockWait(db)
      return { sent }
    })
    expect(await answer.sent).toMatchObject(stale)
  })
})

describe('undoing', () => {
  const { 'undo an approval': actionCase } = ACTIONS as Record<'undo an approval', ActionCase>
  const listed = async (id: string) => {
    const { html } = await openPage(db, list, '/admin/submissions', { viewer: admin })
    return html.match(new RegExp(`action="/admin/submissions/${id}/(\\w+)"`))?.[1]
  }

  it('is offered in the list and on its page for ten minutes', async () => {
    const id = await approvedSubmission()
    expect(await listed(id)).toBe('undo')
    expect((await openConfirmation(actionCase, id)).html).toContain('Undo Approval</button>')
    await db.rows(sql`
      update submissions set moderation_date = app_now() - interval '10 minutes' where id = ${id}`)
    expect(await listed(id)).toBeUndefined()
    const { html, text } = await openConfirmation(actionCase, id)
    expect(text).toContain('Failed to undo. More than 10 minutes have passed.')
    expect(html).not.toContain('Undo Approval</button>')
  })

  it('refuses the other judgement than the administrator saw', async () => {
    const id = await approvedSubmission()
    const version = await versionOf(actionCase, id)
    expect(await send(actionCase, id, { ...version, judgement: 'rejected' })).toMatchObject({
      status: 409,
      message: 'Failed to undo. It is already approved.',
    })
    expect(await send(actionCase, id, { ...version, judgement: 'approved' })).toMatchObject({ status: 303 })
    expect(await listed(id)).toBe('approve')
  })
})

describe('rejecting', () => {
  it('says whether the author can edit the submission afterwards', async () => {
    const { reject: actionCase } = ACTIONS as { reject: ActionCase }
    const challengeId = await makeChallenge(db)
    const id = await makeSubmission(db, await makeMember(db), challengeId)
    const again = 'The author can edit it until the deadline, which makes it pending again.'
    expect((await openConfirmation(actionCase, id)).text).toContain(again)
    for (const change of [
      sql`deadline = app_now()`,
      sql`status = 'voting'`,
      sql`status = 'completed', completed_at = app_now()`,
    ]) {
      await db.rows(sql`update challenges set ${change} where id = ${challengeId}`)
      expect((await openConfirmation(actionCase, id)).text).toContain('This is final')
    }
  })

  it('says who approved the submission, and refuses a form from before the approval', async () => {
    const { reject: actionCase } = ACTIONS as { reject: ActionCase }
    const id = await submission()
    const before = await versionOf(actionCase, id)
    expect((await openConfirmation(actionCase, id)).text).not.toContain('was approved')
    await approveSubmission(db, as(other), id)
    const { text } = await openConfirmation(actionCase, id)
    expect(text).toMatch(
      new RegExp(
        `This submission was approved by ${other.displayName} on \\w+ \\d+, \\d{4}.*The author loses 25 points`,
      ),
    )
    const message = 'Failed to reject submission. It is already approved.'
    const { seen: _, ...unnamed } = before
    for (const fields of [before, unnamed])
      expect(await send(actionCase, id, fields)).toMatchObject({ status: 409, message })
  })

  it('of an approved submission is undone with its votes', async () => {
    const { 'undo an approval': undoing, reject: rejecting } = ACTIONS as Record<string, ActionCase>
    if (!undoing || !rejecting) throw new Error('no actions')
    const challengeId = await makeChallenge(db)
    const id = await makeSubmission(db, await makeMember(db), challengeId)
    const elsewhere = await makeSubmission(db, await makeMember(db), challengeId)
    const [voter, fickle] = [await makeMember(db), await makeMember(db)]
    await approveSubmission(db, as(other), id)
    await openVoting(db, challengeId)
    for (const member of [voter, fickle]) await castVote(db, as(member), challengeId, id)
    expect((await openConfirmation(rejecting, id)).text).toContain(
      'Its 2 votes and their points are removed. The voters can vote again.',
    )
    await send(rejecting, id, await versionOf(rejecting, id))
    await castVote(db, as(fickle), challengeId, elsewhere)
    const { text } = await openConfirmation(undoing, id)
    expect(text).toContain('The submission is approved again. It is public again.')
    expect(text).toContain('Votes of members who voted again since stay removed.')
    const { version = '' } = await versionOf(undoing, id)
    expect(await send(undoing, id, { version, judgement: 'rejected' })).toMatchObject({
      message:
        'Rejection undone. The submission is approved again. 1 vote was not restored: the voter voted again, withdrew or left.',
    })
  })

  it('stores the given reason, otherwise the default', async () => {
    const { reject: actionCase } = ACTIONS as { reject: ActionCase }
    const [given, none] = [await submission(), await submission()]
    const version = (id: string) => versionOf(actionCase, id)
    await send(actionCase, given, {
      ...(await version(given)),
      reason: '  Not made\u0000 with AI tools  ',
    })
    await send(actionCase, none, { ...(await version(none)), reason: ' ' })
    const reason = (id: string) =>
      db.row(sql`select rejection_reason as reason from submissions where id = ${id}`)
    expect(await reason(given)).toEqual({ reason: 'Not made with AI tools' })
    expect(await reason(none)).toEqual({ reason: 'Content does not meet community guidelines' })
  })
})

function openConfirmation({ route, params }: ActionCase, id: string) {
  const path = ['/admin/place', id, ...Object.values(params ?? {})].join('/')
  return openPage(db, route, path, { viewer: admin, params: { id, ...params } })
}

/** The version in the quick approval of the list. */
async function listedVersion(id: string): Promise<string | undefined> {
  const { html } = await openPage(db, list, '/admin/submissions', { viewer: admin })
  return html.match(new RegExp(`${id}/approve".*?name="version" value="(\\d+)"`))?.[1]
}

async function versionOf(actionCase: ActionCase, id: string): Promise<Record<string, string>> {
  const { html } = await openConfirmation(actionCase, id)
  const fields = html.matchAll(/name="(version|seen|judged)" value="(\w+)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

async function send(
  { route, params, ...actionCase }: ActionCase,
  id: string,
  fields: Record<string, string>,
  viewer: Viewer = admin,
  on: Database = db,
): Promise<ActionResult> {
  const request = formRequest(`/admin/place/${id}`, { returnTo: '', ...actionCase.fields, ...fields })
  const context = await requestContext(on, viewer)
  const act = route.action as (args: object) => Promise<unknown>
  const answer = await act({
    request,
    params: { id, ...params },
    context,
    url: new URL(request.url),
    pattern: '',
  })
  if (answer instanceof Response) {
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    const [toast] = (await takeToasts(new Request(origin, { headers: { Cookie: cookies.join('; ') } })))
      .toasts
    const to = answer.headers.get('location')
    return { status: answer.status, message: toast?.text ?? '', to, ...(toast?.time && { time: toast.time }) }
  }
  const { data, init } = answer as { data: { message: string }; init: { status: number } }
  return { status: init.status, message: data.message, to: null }
}
