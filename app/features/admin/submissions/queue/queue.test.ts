import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { takeToasts } from '#app/forms/flash.server.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { contentVersion } from '#domain/submissions/queries.server.ts'
import { as, daysFromNow, makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import { action } from '../moderation/judge.tsx'
import { recordText } from './entry.tsx'
import * as queue from './queue.tsx'

const { db } = await testDatabase()

describe('the queue', () => {
  it('shows the oldest pending submission with its author’s record and what the challenge asks for', async () => {
    const { admin, challenge, ids } = await pending(['Red kite', 'Paper boat'])
    await db.rows(sql`update challenges set requirements = '- One kite\n- No text' where id = ${challenge}`)
    const { text, html } = await open(admin, `?challenge=${challenge}`)
    expect(text).toMatch(/1 of 2 .*Red kite .*First entry · joined .*Kites One kite No text/)
    expect(html).toContain(`action="/admin/submissions/${ids[0]}/approve"`)
    expect(returns(html)).toContain(`/admin/submissions/queue?challenge=${challenge}&at=${ids[1]}`)
    expect(html).toMatch(/aria-label="Paper boat, Pending"/)
  })

  it('says what approving changes under the moderation of the site', async () => {
    const { admin, challenge } = await pending(['Red kite'])
    const text = async (env = {}) => (await open(admin, `?challenge=${challenge}`, env)).text
    expect(await text()).toContain('It is public already. Approving marks it as seen.')
    expect(await text({ MODERATION: 'before' })).toContain('Approving shows it in the gallery.')
    await db.rows(sql`update challenges set show_submissions = false where id = ${challenge}`)
    expect(await text()).toContain('It becomes public at the deadline. Approving marks it as seen.')
    expect(await text({ MODERATION: 'before' })).toContain(
      'Approving shows it in the gallery after the deadline.',
    )
  })

  it('goes on to the next after a decision, without a toast, and back to the one that was undone', async () => {
    const { admin, challenge, ids } = await pending(['Red kite', 'Paper boat', 'Glass moon'])
    const [kite = '', boat = '', moon = ''] = ids
    const at = (id: string) => `/admin/submissions/queue?challenge=${challenge}&at=${id}`
    expect(await send(admin, 'approve', kite, { returnTo: at(boat) })).toEqual({
      to: at(boat),
      toast: undefined,
    })
    const after = await open(admin, `?challenge=${challenge}&at=${boat}`)
    expect(after.text).toMatch(/2 of 3 .*Paper boat .*Red kite approved Undo/)
    expect(returns(after.html)).toContain(at(kite))

    const reason = { reason: 'A ship', seen: 'pending', returnTo: at(moon) }
    expect(await send(admin, 'reject', boat, reason)).toEqual({ to: at(moon), toast: undefined })
    expect((await open(admin, `?challenge=${challenge}&at=${moon}`)).text).toMatch(
      /3 of 3 .*Glass moon .*Paper boat rejected Undo/,
    )
    const undone = { judgement: 'rejected', returnTo: at(boat) }
    expect(await send(admin, 'undo', boat, undone)).toEqual({ to: at(boat), toast: undefined })
    expect((await open(admin, `?challenge=${challenge}&at=${boat}`)).text).toMatch(
      /2 of 3 .*Paper boat .*Red kite approved Undo/,
    )
    // In the list the toast says it.
    expect(await send(admin, 'approve', moon, { returnTo: '/admin/submissions' })).toEqual({
      to: '/admin/submissions',
      toast: 'Submission approved successfully',
    })
  })

  it('ends when nothing is pending, with an undo of the last decision', async () => {
    const { admin, challenge, ids } = await pending(['Red kite'])
    const query = `?challenge=${challenge}`
    expect(returns((await open(admin, query)).html)).toContain(`/admin/submissions/queue${query}`)
    await approveSubmission(db, as(admin), ids[0] ?? '')
    const { text, html } = await open(admin, query)
    expect(html).toMatch(new RegExp(`href="/admin/challenges/${challenge}"[^>]*>Back to the challenge<`))
    expect(text).toMatch(/All reviewed No pending submission in this challenge\. .*Red kite approved Undo/)
    expect(html).not.toContain('/approve"')
  })

  it('shows a submission that the administrator judged with its status, and no approval', async () => {
    const { admin, challenge, ids } = await pending(['Red kite', 'Paper boat'])
    await approveSubmission(db, as(admin), ids[0] ?? '')
    const { text, html } = await open(admin, `?challenge=${challenge}&at=${ids[0]}`)
    expect(text).toMatch(/1 of 2 Approved Red kite/)
    expect(html).not.toContain('/approve"')
    expect(html).toContain(`action="/admin/submissions/${ids[0]}/reject"`)
  })

  it('warns an administrator who has entered the challenge', async () => {
    const { admin, challenge } = await pending(['Red kite'])
    const query = `?challenge=${challenge}`
    expect((await open(admin, query)).text).not.toContain('You have an entry in this challenge.')
    await makeSubmission(db, admin, challenge)
    expect((await open(admin, query)).text).toContain('You have an entry in this challenge.')
  })

  it('shows a text as text, a player of a file and a link for the rest', async () => {
    const { admin, challenge, ids } = await pending(['Red kite'], 'audio')
    const query = `?challenge=${challenge}`
    const link = async (url: string) => {
      await db.rows(sql`update submissions set content_url = ${url} where id = ${ids[0]}`)
      return (await open(admin, query)).html
    }
    expect(await link('https://example.org/song.mp3')).toMatch(
      /<audio[^>]*src="https:\/\/example\.org\/song\.mp3"/,
    )
    expect(await link('https://youtu.be/dQw4w9WgXcQ')).toContain('Play video by YouTube')
    expect(await link('https://example.org/song')).toContain('Open the link')
    expect(await link('javascript:alert(1)')).not.toContain('javascript:alert')
    const verse = await pending(['Ode'], 'text')
    const { html } = await open(verse.admin, `?challenge=${verse.challenge}`)
    expect(html.match(/A garden/g)).toHaveLength(1)
  })
})

it('describes the record of an author', () => {
  const record = (pending: number, approved: number, rejected: number) =>
    recordText({ pending, approved, rejected })
  expect(record(0, 0, 0)).toBe('First entry')
  expect(record(0, 1, 0)).toBe('1 other entry, approved')
  expect(record(0, 5, 0)).toBe('5 other entries, all approved')
  expect(record(1, 3, 1)).toBe('5 other entries, 3 approved, 1 rejected')
  expect(record(2, 0, 0)).toBe('2 other entries, 0 approved')
})

async function pending(titles: string[], kind: 'audio' | 'image' | 'text' = 'image') {
  const admin = await makeAdmin(db)
  const challenge = await makeChallenge(db, { title: 'Kites', kind, deadline: daysFromNow(3) })
  const ids: string[] = []
  for (const [place, title] of titles.entries()) {
    const id = await makeSubmission(db, await makeMember(db), challenge, { title, description: 'A garden' })
    await db.rows(sql`
      update submissions set submission_date = submission_date + make_interval(secs => ${place}) where id = ${id}`)
    ids.push(id)
  }
  return { admin, challenge, ids }
}

type AdminMember = Awaited<ReturnType<typeof makeAdmin>>

function open(viewer: AdminMember, query: string, env: NodeJS.ProcessEnv = {}) {
  return openPage(db, queue, `/admin/submissions/queue${query}`, { viewer, env })
}

/** The addresses that the forms of a page return to. */
function returns(html: string): string[] {
  return [...html.matchAll(/name="returnTo" value="([^"]*)"/g)].map(([, to = '']) =>
    to.replaceAll('&amp;', '&'),
  )
}

async function send(viewer: AdminMember, verb: string, id: string, fields: Record<string, string>) {
  const row = await db.row<{ version: number }>(
    sql`select ${contentVersion} as version from submissions s where id = ${id}`,
  )
  const request = formRequest(`/admin/submissions/${id}`, { version: `${row?.version}`, ...fields })
  const context = await requestContext(db, viewer)
  const response = (await action({ request, params: { id, verb }, context } as never)) as Response
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0])
  const [toast] = (await takeToasts(new Request(origin, { headers: { Cookie: cookies.join('; ') } }))).toasts
  return { to: response.headers.get('location'), toast: toast?.text }
}
