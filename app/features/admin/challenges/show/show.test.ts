import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { neededRoleContext } from '#app/context.ts'
import { ACTIONS } from '#domain/audit/rules.ts'
import { SIGNALS } from '#domain/integrity/rules.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import {
  cancelChallenge,
  completeChallenge,
  extendChallenge,
  openChallenge,
} from '#domain/lifecycle/commands.server.ts'
import { challengeHistory } from '#domain/lifecycle/history.server.ts'
import { approveSubmission, deleteSubmission } from '#domain/moderation/commands.server.ts'
import { sendReport } from '#domain/reports/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import * as reports from '../../reports/list.tsx'
import * as history from './history.tsx'
import * as layout from './layout.tsx'
import * as overview from './overview.tsx'
import * as results from './results.tsx'

const { db } = await testDatabase()
const viewer = await makeAdmin(db)

function openLayout(id: string, section = '', on = db) {
  return openPage(on, layout, `/admin/challenges/${id}${section}`, { viewer, params: { id } })
}

function openOverview(id: string, on = db) {
  return openPage(on, overview, `/admin/challenges/${id}`, { viewer, params: { id } })
}

describe('the head of a challenge', () => {
  it('leads to its sections, its public page and all challenges', async () => {
    const id = await makeChallenge(db, { title: 'Night market' })
    const { html } = await openLayout(id)
    const nav = html.slice(html.indexOf('aria-label="Sections'), html.indexOf('</nav>'))
    expect([...nav.matchAll(/href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, label]) => [label, to])).toEqual([
      ['Overview', `/admin/challenges/${id}`],
      ['Entries', `/admin/challenges/${id}/entries`],
      ['Announcements', `/admin/challenges/${id}/announcements`],
      ['Results', `/admin/challenges/${id}/results`],
      ['Edit', `/admin/challenges/${id}/edit`],
      ['History', `/admin/challenges/${id}/history`],
    ])
    expect(html).toMatch(/<h1[^>]*>Night market<\/h1>/)
    expect(html).toContain(`href="/challenges/${id}"`)
    expect(html).toContain('href="/admin/challenges"')
  })

  it('is the heading of the overview only, and leads there from the other sections', async () => {
    const id = await makeChallenge(db, { title: 'Night market' })
    const { html } = await openLayout(id, '/edit')
    expect(html).not.toContain('<h1')
    expect(html).toMatch(new RegExp(`<a [^>]*href="/admin/challenges/${id}"[^>]*>Night market</a>`))
  })

  it('leads to the votes once there was voting', async () => {
    const id = await makeChallenge(db)
    await openVoting(db, id)
    expect((await openLayout(id)).html).toMatch(
      new RegExp(`href="/admin/integrity/${id}"[^>]*>Votes and integrity`),
    )
  })

  it('is not shown to moderators, who use its votes only', async () => {
    const id = await makeChallenge(db, { title: 'Night market' })
    const context = await requestContext(db, await makeMember(db, { isModerator: true }))
    context.set(neededRoleContext, 'moderator')
    const { status, html } = await openPage(db, layout, `/admin/integrity/${id}`, { context, params: { id } })
    expect([status, html]).toEqual([200, expect.not.stringContaining('Night market')])
    expect(layout.handle.ownHead?.({ head: null })).toBe(false)
  })

  it.each(['nowhere', newId()])('says that challenge %s does not exist, with a link back', async (id) => {
    const { status, text, html } = await openLayout(id)
    expect(status).toBe(404)
    expect(text).toMatch(/Challenge Not Found .*Challenge not found .*Back to Challenges/)
    expect(html).toContain('href="/admin/challenges"')
  })

  it('says that the challenge could not be loaded', () => {
    const screen = createElement(layout.ErrorBoundary, { error: new Error('broken on purpose') } as never)
    const html = renderToStaticMarkup(createElement(MemoryRouter, null, screen))
    expect(html).toContain('Failed to load challenge data')
    expect(html).toContain('Back to Challenges')
  })
})

describe('the history', () => {
  it('has what administrators did to the challenge and its submissions, without naming it again', async () => {
    const id = await makeChallenge(db, { title: 'Night market', deadline: daysFromNow(2) })
    const submission = await makeSubmission(db, await makeMember(db), id, { title: 'Lantern stall' })
    const open = () => openPage(db, history, `/admin/challenges/${id}/history`, { viewer, params: { id } })
    expect((await open()).text).toContain('Nothing was done here yet.')
    await extendChallenge(db, as(viewer), id)
    await deleteSubmission({ db, files: noFiles }, as(viewer), submission)
    const { text } = await open()
    expect(text).toMatch(/Submission deleted Lantern stall .*Challenge extended .*Deadline/)
    expect(text.match(/Night market/g)).toHaveLength(1)
  })

  it('has the changes that the schedule made, in their place, and not those of administrators again (ADM-93)', async () => {
    const draft = await makeChallenge(db, { status: 'draft' })
    await openChallenge(db, as(viewer), draft)
    expect(await historyOf(draft)).toEqual([`Challenge opened by ${viewer.displayName}`])

    const id = await makeChallenge(db)
    const [, removed] = [
      await makeSubmission(db, await makeMember(db), id),
      await makeSubmission(db, await makeMember(db), id),
    ]
    await db.rows(sql`
      update challenges set status = 'upcoming', start_date = ${daysFromNow(-8)}, deadline = ${daysFromNow(-6)},
        voting_ends_at = ${daysFromNow(-3)}
      where id = ${id}`)
    await at(daysFromNow(-8))
    await deleteSubmission({ db, files: noFiles }, as(viewer), removed)
    await at(daysFromNow(-6))
    await at(daysFromNow(-1))
    expect(await historyOf(id)).toEqual([
      `Submission deleted by ${viewer.displayName}`,
      'Challenge completed by the schedule',
      'Voting started by the schedule',
      'Challenge opened by the schedule',
    ])

    async function at(moment: Date): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.rows(sql`select set_config('app.now', ${moment.toISOString()}, true)`)
        await advanceDue(tx, 'after')
      })
    }
    async function historyOf(challenge: string): Promise<string[]> {
      const { entries } = await challengeHistory(db, viewer, challenge, null)
      return entries.map(({ action, adminName }) => `${ACTIONS[action]} by ${adminName}`)
    }
  })

  it('has each change of the schedule on one of its pages', async () => {
    const id = await makeChallenge(db)
    const submission = await makeSubmission(db, await makeMember(db), id)
    await db.rows(
      sql`update challenges set activated_at = app_now() - interval '30 minutes' where id = ${id}`,
    )
    await db.rows(sql`
      insert into audit_log (id, admin_id, admin_name, action, subject_id, subject_name, challenge_id, created_at)
      select gen_random_uuid(), ${viewer.id}, 'Rei', 'submission_approved', ${submission}, 'Lantern stall', ${id},
        app_now() - make_interval(mins => n) from generate_series(1, 45) n`)
    const pages = []
    for (let before: string | null | undefined; before !== null; ) {
      const { entries, older } = await challengeHistory(db, viewer, id, before ?? null)
      pages.push(entries.filter(({ adminId }) => adminId === null).length)
      before = older
    }
    expect(pages).toEqual([0, 1, 0])
  })
})

describe('the results', () => {
  const openResults = (id: string) =>
    openPage(db, results, `/admin/challenges/${id}/results`, { viewer, params: { id } })

  it('are the places of a completed challenge, with its public results, its votes and a table', async () => {
    const { challenge: id, submission } = await makeBallot(db, {}, { title: 'Lantern stall' })
    await castVote(db, as(await makeMember(db)), id, submission)
    expect((await openResults(id)).text).toMatch(
      /Voting .*Until voting ends and the votes are counted, .*If it ends by itself, the winner gets 100 points/,
    )
    await completeChallenge(db, as(viewer), id)
    const { text, html } = await openResults(id)
    expect(text).toMatch(/with 1 vote for 1 entry\. .*1 .*Lantern stall by Quiet Fox \d+ .*1/)
    for (const to of [`/challenges/${id}/results`, `/admin/integrity/${id}`])
      expect(html).toContain(`href="${to}"`)
    expect(html).toContain(`/admin/exports/entries.csv?challenge=${id}`)
  })

  it('say that a challenge was canceled, and lead to no votes', async () => {
    const id = await makeChallenge(db)
    await makeSubmission(db, await makeMember(db), id)
    await openVoting(db, id)
    await cancelChallenge(db, as(viewer), id, 'The brief was wrong.')
    const { text, html } = await openResults(id)
    expect(text).toMatch(/This challenge was canceled, so it has no results\. Canceled \w+ \d+, \d{4}/)
    expect(html).not.toContain('/admin/integrity/')
  })

  it('lead to no votes of a draft that has been in voting', async () => {
    const id = await makeChallenge(db)
    await openVoting(db, id)
    await db.rows(sql`update challenges set status = 'draft' where id = ${id}`)
    for (const { html } of [await openResults(id), await openLayout(id)])
      expect(html).not.toContain('/admin/integrity/')
  })

  it('tell no counts of a secret ballot before its completion', async () => {
    const { challenge: id, submission } = await makeBallot(
      db,
      { showVotes: false },
      { title: 'Lantern stall' },
    )
    await castVote(db, as(await makeMember(db)), id, submission)
    expect((await openResults(id)).text).not.toMatch(/Lantern stall|1 vote/)
  })
})

describe('the overview', () => {
  it('has the state, the next change with its time, and all dates', async () => {
    const id = await makeChallenge(db, { deadline: daysFromNow(0.5), type: 'daily' })
    const { text, html } = await openOverview(id)
    expect(text).toMatch(/Active, open for entries .*1[12] h.* left until entries close and voting opens, /)
    expect(text).toMatch(/Opened .*Entries close .*Completes/)
    const dates = html.match(/<ol[^>]*>.*?<\/ol>/s)?.[0] ?? ''
    expect([dates.match(/<li/g)?.length, dates.match(/bg-ink/g)?.length]).toEqual([3, 1])
    expect(dates).not.toContain('<svg')
    expect(text).toContain('Nothing waits for you.')
  })

  it('begins with the pending submissions, and offers to review them once in each layout', async () => {
    const id = await makeChallenge(db)
    await makeSubmission(db, await makeMember(db), id, { title: 'Lantern stall' })
    const { text, html } = await openOverview(id)
    expect(text).toContain('1 entry to review')
    expect(html.match(/>Review 1 entry</g)).toHaveLength(2)
    expect(html).toContain(`/admin/submissions/queue?challenge=${id}`)
    expect(text).toContain('Review Lantern stall')
  })

  it('leads to the reports in the challenge alone', async () => {
    const id = await makeChallenge(db, { title: 'Night market' })
    const submission = await makeSubmission(db, await makeMember(db), id, { title: 'Lantern stall' })
    const reporter = as(await makeMember(db))
    await sendReport(db, reporter, { kind: 'submission', id: submission, reason: 'spam', note: '' })
    const { text, html } = await openOverview(id)
    expect(text).toMatch(/1 report .*Spam or advertising, about “.?Lantern stall/)
    expect(html).toContain(`href="/admin/reports?challenge=${id}"`)
    const open = (challenge: string) =>
      openPage(db, reports, `/admin/reports?challenge=${challenge}`, { viewer })
    const found = await open(id)
    expect(found.text).toMatch(/Night market .*Reports .*All challenges .*Lantern stall/)
    expect(found.html).toContain(`href="/admin/reports?challenge=${id}&amp;show=resolved"`)
    expect((await open(await makeChallenge(db))).text).toContain('No report is open.')
  })

  it('puts a stopped result before everything else', async () => {
    const id = await makeChallenge(db)
    await makeSubmission(db, await makeMember(db), id)
    await openVoting(db, id)
    await db.rows(sql`
      update challenges set held_at = app_now(), deadline = app_now() - interval '2 days', voting_ends_at = app_now() - interval '1 hour'
      where id = ${id}`)
    const { text, html } = await openOverview(id)
    expect(text).toMatch(/Voting has ended, the result is held .*The result is held .*1 entry to review/)
    expect(html).toMatch(new RegExp(`href="/admin/integrity/${id}"[^>]*>Check the votes`))
  })

  it('offers what the status allows, each with what follows from it', async () => {
    const active = await openOverview(await makeChallenge(db, { deadline: daysFromNow(2) }))
    expect(active.text).toMatch(/Steer .*Extend .*Complete now .*Cancel .*Delete .*Duplicate/)
    expect(active.text).toContain('If it ends by itself, the winner gets 100 points')
    const completed = await makeChallenge(db, { status: 'completed', deadline: daysFromNow(-2) })
    expect((await openOverview(completed)).text).not.toMatch(/Steer .*Complete now/)
  })

  it('does not tell how many voted in a secret ballot', async () => {
    const id = await makeChallenge(db, { showVotes: false })
    await openVoting(db, id)
    expect((await openOverview(id)).text).toContain('– voters (secret)')
  })

  it('has what administrators did last', async () => {
    const id = await makeChallenge(db, { title: 'Night market', deadline: daysFromNow(2) })
    await db.rows(sql`update challenges set activated_at = created_at - interval '1 day' where id = ${id}`)
    for (const author of await makeMembers(db, 2)) {
      const submission = await makeSubmission(db, author, id)
      await approveSubmission(db, as(viewer), submission)
    }
    await extendChallenge(db, as(viewer), id)
    expect((await openOverview(id)).text).toMatch(
      /History .*All .*Challenge extended .*Submission approved .*Submission approved/,
    )
  })

  it('says how many an announcement reaches, where one can be sent', async () => {
    const id = await makeChallenge(db)
    await makeSubmission(db, await makeMember(db), id)
    const { text, html } = await openOverview(id)
    expect(text).toContain('Reaches 1 member: those who follow it or take part.')
    expect(html).toContain(`href="/admin/announcements/new?challenge=${id}"`)
    expect((await openOverview(await makeChallenge(db))).text).toContain('Reaches nobody yet.')
    const draft = await makeChallenge(db, { status: 'draft' })
    expect((await openOverview(draft)).text).not.toContain('Announce Reaches')
  })

  it('counts unusual votes while members vote, and not of a secret ballot', async () => {
    for (const showVotes of [true, false]) {
      const { challenge: id, submission } = await makeBallot(db, { showVotes })
      for (const voter of await makeMembers(db, SIGNALS.newAccounts.votes))
        await castVote(db, as(voter), id, submission)
      const text = `${SIGNALS.newAccounts.votes} unusual votes`
      expect((await openOverview(id)).text.includes(text)).toBe(showVotes)
    }
  })

  it('is shown without the parts that could not be loaded', async () => {
    const id = await makeChallenge(db)
    const broken = watched(db, /submission_drafts|"firstReport"/).db
    const { status, text } = await openOverview(id, broken)
    expect(status).toBe(200)
    expect(text).toMatch(/Active, open .*Failed to load what waits .*Failed to load the figures/)
  })
})
