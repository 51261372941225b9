import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { takeToast } from '#app/forms/flash.server.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { chosenValue, type Rejectable } from '#domain/moderation/rules.ts'
import { contentVersion } from '#domain/submissions/queries.server.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { newId } from '#platform/id.server.ts'
import { aSubmission, as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import * as approveMany from './approve-many.tsx'
import * as rejectMany from './reject-many.tsx'

const { db } = await testDatabase()
const rejecting = rejectMany as unknown as typeof approveMany
const admin = await makeMember(db, { isAdmin: true })
const challenge = await makeChallenge(db)

async function pending(title: string) {
  const author = await makeMember(db, { displayName: `${title} maker` })
  return { author, id: await makeSubmission(db, author, challenge, { title }) }
}

async function chosenOf(id: string, seen: Rejectable = 'pending'): Promise<string> {
  const row = await db.row<{ version: number }>(
    sql`select ${contentVersion} as version from submissions s where id = ${id}`,
  )
  return chosenValue({ id, version: row?.version ?? 0, seen })
}

function open(route: typeof approveMany, values: string[]) {
  const query = new URLSearchParams(values.map((value) => ['chosen', value]))
  return openPage(db, route, `/admin/submissions/approve?${query}`, { viewer: admin })
}

async function send(route: typeof approveMany, fields: Record<string, string>) {
  const request = formRequest('/admin/submissions/approve', {
    returnTo: '/admin/submissions?page=2',
    ...fields,
  })
  const act = route.action as unknown as (args: object) => Promise<unknown>
  const answer = await act({ request, params: {}, context: await requestContext(db, admin) })
  if (answer instanceof Response) {
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    const { toast } = await takeToast(new Request(origin, { headers: { Cookie: cookies.join('; ') } }))
    return { status: answer.status, message: toast?.text, to: answer.headers.get('location') }
  }
  const { data, init } = answer as { data: { message: string; details?: string[] }; init: { status: number } }
  return { status: init.status, message: data.message, details: data.details }
}

function stateOf(id: string) {
  return db.row(sql`select status, rejection_reason as reason from submissions where id = ${id}`)
}

describe('approving several submissions', () => {
  it('names them first, then approves them and returns to the list', async () => {
    const [kite, boat] = [await pending('Red kite'), await pending('Paper boat')]
    const values = [await chosenOf(kite.id), await chosenOf(boat.id)]
    const { text, html } = await open(approveMany, values)
    expect(text).toMatch(/2 submissions Red kite, by Red kite maker Paper boat, by Paper boat maker/)
    expect(text).toContain('Approve 2 Submissions')
    expect(html).toContain(`name="chosen" value="${values.join(' ')}"`)
    expect(await send(approveMany, { chosen: values.join(' ') })).toEqual({
      status: 303,
      message: '2 submissions approved',
      to: '/admin/submissions?page=2',
    })
    expect(await stateOf(boat.id)).toMatchObject({ status: 'approved' })
  })

  it('says how many were approved, and names the others with the reason', async () => {
    const [kite, edited, approved] = [await pending('Kite'), await pending('Boat'), await pending('Moon')]
    const values = [await chosenOf(edited.id), await chosenOf(approved.id), await chosenOf(kite.id)]
    await updateSubmission(db, as(edited.author), edited.id, { ...aSubmission, title: 'New boat' })
    await approveSubmission(db, as(admin), approved.id)
    const chosen = [...values, chosenValue({ id: newId(), version: 1, seen: 'pending' })].join(' ')
    expect(await send(approveMany, { chosen })).toEqual({
      status: 409,
      message: '1 of 4 submissions was approved. Not approved:',
      details: [
        'New boat: It has been edited since you opened it; please check it again.',
        'Moon: It is already approved.',
        'A deleted submission: Submission Not Found',
      ],
    })
  })

  it('refuses nothing selected, more than 50, and unknown fields', async () => {
    const many = Array.from({ length: 51 }, () => chosenValue({ id: newId(), version: 1, seen: 'pending' }))
    for (const [values, message] of [
      [[], 'Select at least one submission.'],
      [['x'], 'Select at least one submission.'],
      [many, 'Select at most 50 submissions.'],
    ] as const) {
      const { text, html } = await open(approveMany, [...values])
      expect(text).toContain(message)
      expect(html).not.toContain('type="submit"')
      expect(await send(approveMany, { chosen: values.join(' ') })).toMatchObject({ status: 409, message })
    }
    expect(await send(approveMany, { chosen: '', reason: 'x' })).toMatchObject({ status: 400 })
  })
})

it('rejects several submissions with one reason, also approved ones', async () => {
  const [kite, boat, moon] = [await pending('Sun'), await pending('Star'), await pending('Comet')]
  for (const { id } of [boat, moon]) await approveSubmission(db, as(admin), id)
  const values = [await chosenOf(kite.id), await chosenOf(boat.id, 'approved'), await chosenOf(moon.id)]
  const { text } = await open(rejecting, values)
  expect(text).toMatch(/Reason .*Left empty, it says/)
  expect(await send(rejecting, { chosen: values.join(' '), reason: ' A plane ' })).toMatchObject({
    status: 409,
    message: '2 of 3 submissions were rejected. Not rejected:',
    details: ['Comet: It is already approved.'],
  })
  for (const { id } of [kite, boat])
    expect(await stateOf(id)).toEqual({ status: 'rejected', reason: 'A plane' })
  expect(await stateOf(moon.id)).toEqual({ status: 'approved', reason: null })
})
