import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import { as, daysFromNow, makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as withdraw from '../withdraw.tsx'
import * as edit from './edit.tsx'
import * as submit from './submit.tsx'

const { db } = await testDatabase()
const member = await makeMember(db)

function openSubmitPage(id: string, viewer: Viewer = member) {
  return openPage(db, submit, `/challenges/${id}/submit`, { viewer, params: { id } })
}

function openEditPage(id: string, submissionId: string, viewer: Viewer = member) {
  const path = `/challenges/${id}/submissions/${submissionId}/edit`
  return openPage(db, edit, path, { viewer, params: { id, submissionId } })
}

describe('the submit page', () => {
  it('shows the challenge and the days left, with the deadline and the guidelines folded', async () => {
    const id = await makeChallenge(db, { title: 'Night market', deadline: daysFromNow(2.5) })
    const { html, text } = await openSubmitPage(id)
    expect(text).toMatch(/Submit to: Night market .* 3 days left Edit until then Submit Entry/)
    expect(html).toMatch(new RegExp(`href="/challenges/${id}"[^>]*>(?:(?!</a>).)*Challenge Details`))
    const folded = /<details.*<\/details>/s.exec(html)?.[0] ?? ''
    for (const words of ['Brief and rules', 'Submission Guidelines', 'Deadline: ', 'Requirements', 'Rewards'])
      expect(folded).toContain(words)
    expect(folded).not.toMatch(/^<details[^>]* open/)
    expect(html).toMatch(/<form [^>]*method="post"[^>]*>/)
  })

  it('names the hour of the deadline once on the last day', async () => {
    const id = await makeChallenge(db, { deadline: daysFromNow(0.4) })
    const { text } = await openSubmitPage(id)
    expect(text).toMatch(/9 h \d+ min left.* Edit until then Submit Entry/)
    expect(text.match(/Deadline/g)).toHaveLength(1)
  })

  it.each([
    ['audio', 'Link to your song Use the full song page address, not a shortened share link.', true],
    ['video', 'Link to your video', true],
    ['special', 'Link to your work', true],
    ['code', 'Link to the page (optional)', false],
    ['image', 'Link to the work (optional)', false],
  ] as const)('names the link for %s', async (kind, label, required) => {
    const { html, text } = await openSubmitPage(await makeChallenge(db, { kind }))
    expect(text).toContain(label)
    const field = /<input[^>]*name="contentUrl"[^>]*>/.exec(html)?.[0] ?? ''
    expect(field).toContain('type="url"')
    expect(field.includes('required=""')).toBe(required)
    expect(text).toContain('I confirm this is my original work created with AI tools')
  })

  it.each([
    ['image', 'image', 'title'],
    ['code', 'image', 'title'],
    ['audio', 'contentUrl', 'title'],
    ['video', 'contentUrl', 'title'],
    ['special', 'contentUrl', 'title'],
    ['text', 'description', 'title'],
  ] as const)('asks for the work of a challenge of the kind %s first', async (kind, ...first) => {
    const { html } = await openSubmitPage(await makeChallenge(db, { kind }))
    const names = [...html.matchAll(/<(?:input|textarea)[^>]*\bname="(\w+)"/g)].map(([, name]) => name)
    expect(names.slice(0, 2)).toEqual(first)
    const rest = ['creationProcess', 'prompt', 'aiTools', 'termsAccepted']
    expect(names.filter((name) => rest.includes(name ?? ''))).toEqual(rest)
  })

  it('says that a submission was rejected', async () => {
    const id = await makeChallenge(db)
    await rejectSubmission(
      db,
      as(await makeAdmin(db)),
      await makeSubmission(db, member, id),
      'Not made with AI tools',
    )
    const { text } = await openSubmitPage(id)
    expect(text).toMatch(/You can submit one entry per challenge\. Your entry for “[^”]+” was rejected\./)
  })

  it('links members who have submitted to their submission', async () => {
    const id = await makeChallenge(db)
    const submission = await makeSubmission(db, member, id)
    const { html, text } = await openSubmitPage(id)
    expect(text).toContain("You've Already Submitted")
    expect(html).toMatch(
      new RegExp(`href="/challenges/${id}/submissions/${submission}"[^>]*>View My Submission`),
    )
    expect(html).toMatch(new RegExp(`href="/challenges/${id}"[^>]*>Challenge Details`))
    expect(html).not.toContain('<form')
  })

  it.each([
    ['voting', 'This challenge is no longer accepting submissions'],
    ['completed', 'This challenge is no longer accepting submissions'],
    ['overdue', 'The submission deadline for this challenge has passed'],
    ['gone', 'Challenge not found'],
  ])('explains why there is no form for a challenge that is %s', async (state, reason) => {
    const status = state === 'voting' || state === 'completed' ? state : 'active'
    const id = state === 'gone' ? newId() : await makeChallenge(db, { status })
    if (state === 'overdue') await db.rows(sql`update challenges set deadline = app_now() where id = ${id}`)
    const page = await openSubmitPage(id)
    expect(page.status).toBe(state === 'gone' ? 404 : 200)
    expect(page.text).toContain(`Challenge Not Available ${reason}`)
    expect(page.html).toMatch(/href="\/challenges"[^>]*>See Active Challenges/)
    expect(page.html).not.toContain('<form')
  })

  it('says from when on an upcoming challenge takes submissions', async () => {
    const startDate = new Date('2100-05-04T09:00:00Z')
    const id = await makeChallenge(db, {
      status: 'upcoming',
      startDate,
      deadline: new Date('2100-06-01T09:00:00Z'),
    })
    expect((await openSubmitPage(id)).text).toContain(
      'This challenge is no longer accepting submissions It opens on May 4, 2100 at 9:00 AM UTC .',
    )
    const undated = await makeChallenge(db, { status: 'upcoming', startDate: null })
    expect((await openSubmitPage(undated)).text).not.toContain('It opens on')
  })

  it('suggests the AI tools that the member used before, then known ones', async () => {
    const author = await makeMember(db)
    await makeSubmission(db, author, await makeChallenge(db), { tools: ['Krita', 'midjourney'] })
    const id = await makeChallenge(db, { kind: 'image' })
    const { html } = await openPage(db, submit, `/challenges/${id}/submit`, {
      viewer: author,
      params: { id },
    })
    const names = [...html.matchAll(/<option value="([^"]+)" label=/g)].map(([, name]) => name)
    expect(names.slice(0, 3)).toEqual(['Krita', 'midjourney', 'DALL-E'])
    expect(names).toContain('NotebookLM')
  })

  it('redirects visitors to sign-in and back', async () => {
    const id = newId()
    expect((await openSubmitPage(id, null)).location).toBe(`/login?redirect=%2Fchallenges%2F${id}%2Fsubmit`)
    expect((await openEditPage(id, id, null)).location).toBe(
      `/login?redirect=%2Fchallenges%2F${id}%2Fsubmissions%2F${id}%2Fedit`,
    )
  })
})

describe('the edit page', () => {
  it.each([
    ['after', 'pending', null],
    ['after', 'approved', 'Your submission stays visible until then.'],
    ['after', 'rejected', 'Saving them makes your submission visible again.'],
    ['before', 'approved', 'Until they are approved, only you and administrators can see your submission.'],
    ['before', 'rejected', 'Until they are approved, only you and administrators can see your submission.'],
  ])(
    'with moderation %s: explains what saving does to a submission that is %s',
    async (moderation, status, expectedText) => {
      const id = await makeChallenge(db)
      const submissionId = await makeSubmission(db, member, id)
      const reason = status === 'rejected' ? 'Off topic' : null
      await db.rows(
        sql`update submissions set status = ${status}, rejection_reason = ${reason} where id = ${submissionId}`,
      )
      const path = `/challenges/${id}/submissions/${submissionId}/edit`
      const options = { viewer: member, params: { id, submissionId }, env: { MODERATION: moderation } }
      const { text } = await openPage(db, edit, path, options)
      expect(text.includes('Your changes will be reviewed.')).toBe(expectedText !== null)
      if (expectedText) expect(text).toContain(expectedText)
      expect(text.includes('Your submission was rejected: Off topic')).toBe(status === 'rejected')
    },
  )

  it('has the form with its values', async () => {
    const id = await makeChallenge(db)
    const { html, text } = await openEditPage(
      id,
      await makeSubmission(db, member, id, { title: 'Lantern stall' }),
    )
    expect(text).toContain('Edit Your Submission')
    expect(html).toMatch(/name="title"[^>]*value="Lantern stall"|value="Lantern stall"[^>]*name="title"/)
    expect(text).toContain('Update Submission')
  })

  it.each([
    ['of another member', 'You do not have permission to edit this submission', 404],
    ['of a challenge in voting', 'This challenge is no longer active for editing', 200],
    ['with votes', 'Members could already vote for your submission, so it can no longer be edited.', 200],
    ['that does not exist', 'Could not load submission for editing.', 404],
  ])('explains why a submission %s cannot be edited', async (situation, reason, status) => {
    const id = await makeChallenge(db)
    const submission = await makeSubmission(
      db,
      situation === 'of another member' ? await makeMember(db) : member,
      id,
    )
    if (situation === 'of a challenge in voting') {
      await db.rows(sql`update challenges set status = 'voting' where id = ${id}`)
    }
    if (situation === 'with votes')
      await db.rows(sql`update submissions set votes = 1 where id = ${submission}`)
    const page = await openEditPage(id, situation === 'that does not exist' ? newId() : submission)
    expect(page.status).toBe(status)
    expect(page.text).toContain(reason)
    expect(page.html).toMatch(/href="\/challenges"[^>]*>See Active Challenges/)
    expect(page.html).not.toContain('<form')
  })
})

it('the withdraw page shows the consequences only if the submission can be withdrawn', async () => {
  const id = await makeChallenge(db)
  const submissionId = await makeSubmission(db, member, id)
  const visit = () =>
    openPage(db, withdraw, `/challenges/${id}/submissions/${submissionId}/withdraw`, {
      viewer: member,
      params: { id, submissionId },
    })
  expect((await visit()).text).toContain('You can submit again until the deadline.')
  await db.rows(sql`update submissions set status = 'rejected' where id = ${submissionId}`)
  const refused = await visit()
  expect(refused.text).toContain('Your submission was rejected, so it cannot be withdrawn.')
  expect(refused.text).not.toContain('You can submit again')
})
