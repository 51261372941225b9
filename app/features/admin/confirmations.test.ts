import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { takeToast } from '#app/forms/flash.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeChallenge, makeEntry, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import * as complete from './challenges/complete.tsx'
import * as removeDraft from './challenges/delete.tsx'
import * as extend from './challenges/extend.tsx'
import * as approve from './submissions/approve.tsx'
import * as removeEntry from './submissions/delete.tsx'
import * as reject from './submissions/reject.tsx'

const { db } = await testDatabase()
const [admin, other] = [await makeMember(db, { isAdmin: true }), await makeMember(db, { isAdmin: true })]

interface Told {
  status: number
  words: string
  to: string | null
}

interface Deed {
  route: typeof complete
  /** Makes what it is done to. */
  make: () => Promise<string>
  list: string
  action: string
  done: string
  /** What the second of two administrators is told. */
  again: RegExp
  failed: string
}

const challenge = (status: 'active' | 'draft') => () => makeChallenge(db, { status })
const entry = async () => makeEntry(db, await makeMember(db), await makeChallenge(db))
const [challenges, submissions] = ['/admin/challenges', '/admin/submissions']

const DEEDS: Record<string, Deed> = {
  complete: {
    route: complete,
    make: challenge('active'),
    list: challenges,
    action: 'challenge_completed',
    done: 'Challenge completed successfully! Points have been awarded to participants.',
    again: /^Failed to complete challenge\. It is not running any more\.$/,
    failed: 'Failed to complete challenge',
  },
  extend: {
    route: extend as unknown as typeof complete,
    make: challenge('active'),
    list: challenges,
    action: 'challenge_extended',
    done: 'Challenge deadline extended by one week and reactivated successfully!',
    again: /^Failed to extend challenge deadline\. It was changed meanwhile/,
    failed: 'Failed to extend challenge deadline',
  },
  'delete a draft': {
    route: removeDraft as unknown as typeof complete,
    make: challenge('draft'),
    list: challenges,
    action: 'challenge_deleted',
    done: 'Challenge deleted successfully',
    again: /^Challenge not found$/,
    failed: 'Failed to delete challenge',
  },
  approve: {
    route: approve as unknown as typeof complete,
    make: entry,
    list: submissions,
    action: 'submission_approved',
    done: 'Submission approved successfully',
    again: /^Failed to approve submission\. It is already approved\.$/,
    failed: 'Failed to approve submission',
  },
  reject: {
    route: reject as unknown as typeof complete,
    make: entry,
    list: submissions,
    action: 'submission_rejected',
    done: 'Submission rejected successfully',
    again: /^Failed to reject submission\. It is already rejected\.$/,
    failed: 'Failed to reject submission',
  },
  'delete an entry': {
    route: removeEntry as unknown as typeof complete,
    make: entry,
    list: submissions,
    action: 'submission_deleted',
    done: 'Submission deleted successfully',
    again: /^Submission Not Found$/,
    failed: 'Failed to delete submission',
  },
}

describe.each(Object.entries(DEEDS))('%s', (_, deed) => {
  it('asks first, says what will follow, and posts to its own address', async () => {
    const { html, status } = await ask(deed, await deed.make())
    expect(status).toBe(200)
    expect(html).toMatch(/<form [^>]*action="\/admin\/place\/[^>]* method="post"/)
    expect(html).toContain(`name="returnTo" value="${deed.list}`)
    expect(html).toMatch(/<li>[^<]{20,}<\/li>/)
  })

  it('is done once by two administrators at the same moment, and written down once', async () => {
    const id = await deed.make()
    const version = await versionOf(deed, id)
    const told = await Promise.all([admin, other].map((viewer) => send(deed, id, version, viewer)))
    const [first, second] = told.sort((one, two) => one.status - two.status)
    expect(first).toMatchObject({ status: 303, words: deed.done, to: deed.list })
    expect(second?.status).toBe(deed.again.source.includes('ound') ? 404 : 409)
    expect(second?.words).toMatch(deed.again)
    expect(await db.rows(sql`select action from audit_log where subject_id = ${id}`)).toEqual([
      { action: deed.action },
    ])
  })

  it('leads back to the filtered list, and nowhere outside the area', async () => {
    const back = `${deed.list}?status=x&page=2`
    const sendOnce = async (returnTo: string) => {
      const id = await deed.make()
      return send(deed, id, { ...(await versionOf(deed, id)), returnTo })
    }
    expect((await sendOnce(back)).to).toBe(back)
    for (const returnTo of ['https://evil.example/', '//evil.example/admin', '/administer', '/login']) {
      expect((await sendOnce(returnTo)).to).toBe(deed.list)
    }
  })

  it('refuses fields that it does not have, ids that are none, and what is not there', async () => {
    const id = await deed.make()
    expect(await send(deed, id, { status: 'completed' })).toMatchObject({ status: 400 })
    expect(await send(deed, 'x', {})).toMatchObject({ status: 404 })
    expect(await send(deed, newId(), {})).toMatchObject({ status: 404 })
    expect((await ask(deed, newId())).status).toBe(404)
    expect(await db.rows(sql`select 1 from audit_log where subject_id = ${id}`)).toEqual([])
  })

  it('says that it failed where the fault is ours', async () => {
    const broken = { ...watched(db).db, transaction: () => Promise.reject(new Error('broken on purpose')) }
    expect(await send(deed, await deed.make(), {}, admin, broken)).toEqual({
      status: 500,
      words: deed.failed,
      to: null,
    })
  })
})

it('extends no challenge without the version that the administrator saw', async () => {
  const { extend: deed } = DEEDS as { extend: Deed }
  const id = await deed.make()
  expect(await send(deed, id, {})).toMatchObject({ status: 409, words: expect.stringMatching(deed.again) })
  expect(await db.rows(sql`select 1 from audit_log where subject_id = ${id}`)).toEqual([])
})

describe('rejecting', () => {
  it('keeps the reason that was given, else the usual one', async () => {
    const { reject: deed } = DEEDS as { reject: Deed }
    const [given, none] = [await entry(), await entry()]
    await send(deed, given, { reason: '  Not made\u0000 with AI tools  ' })
    await send(deed, none, { reason: ' ' })
    const reason = (id: string) =>
      db.row(sql`select rejection_reason as reason from submissions where id = ${id}`)
    expect(await reason(given)).toEqual({ reason: 'Not made with AI tools' })
    expect(await reason(none)).toEqual({ reason: 'Content does not meet community guidelines' })
  })
})

function ask({ route }: Deed, id: string) {
  return openPage(db, route, `/admin/place/${id}`, { viewer: admin, params: { id } })
}

async function versionOf(deed: Deed, id: string): Promise<Record<string, string>> {
  const version = (await ask(deed, id)).html.match(/name="version" value="(\d+)"/)?.[1]
  return version ? { version } : {}
}

async function send(
  { route }: Deed,
  id: string,
  fields: Record<string, string>,
  viewer: Viewer = admin,
  on: Database = db,
): Promise<Told> {
  const request = formRequest(`/admin/place/${id}`, { returnTo: '', ...fields })
  const context = await requestContext(on, viewer)
  const act = route.action as (args: object) => Promise<unknown>
  const answer = await act({ request, params: { id }, context, url: new URL(request.url), pattern: '' })
  if (answer instanceof Response) {
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    const { toast } = await takeToast(new Request(origin, { headers: { Cookie: cookies.join('; ') } }))
    return { status: answer.status, words: toast?.text ?? '', to: answer.headers.get('location') }
  }
  const { data, init } = answer as { data: { message: string }; init: { status: number } }
  return { status: init.status, words: data.message, to: null }
}
