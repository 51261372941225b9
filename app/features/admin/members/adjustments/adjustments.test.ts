import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { takeToasts } from '#app/forms/flash.server.ts'
import { memberRow } from '#domain/members/admin-list.server.ts'
import type { Member, Viewer } from '#domain/members/rules.ts'
import { ADJUSTMENT_MESSAGES } from '#domain/points/adjustment-rules.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { unknownField } from '#platform/outcome.ts'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { watched } from '#test/open-page.tsx'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import type { AdjustmentRefusal } from './adjustment-form.tsx'
import { action as changePoints } from './edit-points.tsx'
import { action as changeRank } from './edit-rank.tsx'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
let member: Member
beforeEach(async () => {
  member = await makeMember(db)
})

const points = { change: '160', reason: 'Found a bug', seen: '' }

describe('points', () => {
  it('are changed, and the filtered list returns', async () => {
    const answer = await send('points', { ...points, returnTo: '/admin/leaderboard?rank=Elite+Ninja&page=2' })
    expect(answer).toMatchObject({
      status: 303,
      location: '/admin/leaderboard?rank=Elite+Ninja&page=2',
      toast: { text: 'User points updated successfully', tone: 'good' },
    })
    expect(await memberRow(db, admin, member.id)).toMatchObject({ points: 160, rank: 'Emerging Ninja' })
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil',
    '/profile',
    '/adminx',
    '/admin/../login',
    '',
  ])('never redirect to %j', async (returnTo) => {
    expect(await send('points', { ...points, returnTo })).toMatchObject({
      status: 303,
      location: '/admin/leaderboard',
    })
  })

  it('return the input and the current member if a field is invalid', async () => {
    const input = { change: '1.5', reason: 'x'.repeat(501), seen: '', returnTo: '/admin/leaderboard?page=2' }
    expect(await send('points', input)).toMatchObject({
      status: 422,
      refusal: {
        message: null,
        errors: { change: ADJUSTMENT_MESSAGES.change, reason: ADJUSTMENT_MESSAGES.reasonLength },
        values: input,
        member: { id: member.id, points: 0 },
      },
    })
    expect(await memberRow(db, admin, member.id)).toMatchObject({ points: 0 })
  })

  it.each(['userId', 'points', 'rank', 'is_admin'])('refuse the field %s', async (name) => {
    expect(await send('points', { ...points, [name]: newId() })).toMatchObject({
      status: 422,
      refusal: { message: unknownField },
    })
  })

  it('refuse files and repeated fields', async () => {
    const twice = formRequest('/admin/place', points)
    const body = await twice.formData()
    body.append('change', '7')
    for (const request of [
      formRequest('/admin/place', { ...points, image: new File(['x'], 'x.png') }),
      new Request(`${origin}/admin/place`, { method: 'POST', body }),
    ])
      expect(await answerTo('points', request)).toMatchObject({ status: 422 })
    expect(await memberRow(db, admin, member.id)).toMatchObject({ points: 0 })
  })

  it('are changed once if the form is sent several times', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('points', points)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.refusal).toMatchObject({ message: ADJUSTMENT_MESSAGES.pointsStale, values: points })
    const now = await memberRow(db, admin, member.id)
    expect(now).toMatchObject({ points: 160 })
    expect(refused?.refusal?.member).toMatchObject({ points: 160, lastChange: now?.lastChange })
  })

  it('of a missing member are not found', async () => {
    for (const id of [newId(), 'unknown'])
      expect(await send('points', points, { id })).toMatchObject({
        status: 404,
        refusal: { message: 'User Not Found', values: points },
      })
  })

  it('throw and change nothing if the audit log cannot be written', async () => {
    const broken: Database = {
      ...db,
      transaction: (work) => db.transaction((tx) => work(watched({ ...db, ...tx }, /audit_log/).db)),
    }
    await expect(send('points', points, { on: broken })).rejects.toThrow('broken on purpose')
    expect(await memberRow(db, admin, member.id)).toMatchObject({ points: 0, lastChange: null })
  })
})

describe('a rank', () => {
  it('is set', async () => {
    expect(await send('rank', { rank: 'Elite Ninja', seen: '' })).toMatchObject({
      status: 303,
      toast: { text: 'User rank updated successfully' },
    })
    expect(await memberRow(db, admin, member.id)).toMatchObject({ points: 0, rank: 'Elite Ninja' })
  })

  it('is refused if unchanged, unknown or stale', async () => {
    expect(await send('rank', { rank: 'Novice Ninja', seen: '' })).toMatchObject({
      status: 409,
      refusal: { message: ADJUSTMENT_MESSAGES.rankSame },
    })
    for (const rank of ['Apprentice Ninja', ''])
      expect(await send('rank', { rank, seen: '' })).toMatchObject({
        status: 422,
        refusal: { message: ADJUSTMENT_MESSAGES.rankFailed },
      })
    await adjustPoints(db, admin, { userId: member.id, change: 5, description: '' })
    expect(await send('rank', { rank: 'Elite Ninja', seen: '' })).toMatchObject({
      status: 409,
      refusal: {
        message: ADJUSTMENT_MESSAGES.rankStale,
        values: { rank: 'Elite Ninja' },
        member: { points: 5 },
      },
    })
  })
})

it('answers any form with a redirect or a message, never with an error', async () => {
  const text = fc.oneof(
    fc.string({
      unit: fc.oneof(
        fc.constantFrom('\0', '\ud800', '\u202e', '\r', '-', '5'),
        fc.string({ unit: 'grapheme', maxLength: 1 }),
      ),
      maxLength: 20,
    }),
    fc.integer().map(String),
    fc.constantFrom('Elite Ninja', '100', '/admin', newId()),
  )
  const names = fc.constantFrom('change', 'reason', 'seen', 'rank', 'returnTo', '__proto__', 'other')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('points', 'rank'), fc.dictionary(names, text), async (what, sent) => {
      const { status } = await send(what as 'points' | 'rank', sent)
      expect([303, 409, 422]).toContain(status)
    }),
    { numRuns: 60 },
  )
  const row = await db.row<{ sum: number }>(sql`
    select coalesce(sum(points), 0)::int as sum from points_log where user_id = ${member.id}`)
  expect(await memberRow(db, admin, member.id)).toMatchObject({ points: row?.sum })
})

interface Answer {
  status: number
  location?: string | null
  toast?: unknown
  refusal?: AdjustmentRefusal
}

interface Sender {
  viewer?: Viewer
  id?: string
  on?: Database
}

function send(what: 'points' | 'rank', fields: Record<string, string>, sender: Sender = {}): Promise<Answer> {
  return answerTo(what, formRequest('/admin/place', fields), sender)
}

async function answerTo(
  what: 'points' | 'rank',
  request: Request,
  { viewer = admin, id = member.id, on = db }: Sender = {},
): Promise<Answer> {
  const act = (what === 'points' ? changePoints : changeRank) as (args: object) => Promise<unknown>
  const context = await requestContext(on, viewer)
  const answer = await act({ request, params: { userId: id }, context }).catch((thrown) => {
    if (thrown instanceof Error) throw thrown
    return thrown
  })
  if (answer instanceof Response) return led(answer)
  const { data, init } = answer as { data: AdjustmentRefusal; init: ResponseInit }
  return { status: init.status ?? 200, refusal: data }
}

async function led(answer: Response): Promise<Answer> {
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const [toast] = (await takeToasts(new Request(origin, { headers: { Cookie: cookie.join('; ') } }))).toasts
  return { status: answer.status, location: answer.headers.get('location'), toast }
}
