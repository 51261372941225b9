import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { takeToasts } from '#app/forms/flash.server.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { chosenValue, judgedValue, type Rejectable } from '#domain/moderation/rules.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { contentVersion } from '#domain/submissions/queries.server.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { newId } from '#platform/id.server.ts'
import { aSubmission, as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import { action } from './judge-many.ts'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })
const challenge = await makeChallenge(db)

async function pending(title: string) {
  const author = await makeMember(db, { displayName: `${title} maker` })
  return { author, id: await makeSubmission(db, author, challenge, { title }) }
}

async function chosenOf(id: string, seen: Rejectable = 'pending'): Promise<string> {
  return chosenValue({ id, version: await versionOf(id), seen })
}

async function judgedOf(...ids: string[]): Promise<string> {
  const values = ids.map(async (id) => judgedValue({ id, version: await versionOf(id) }))
  return (await Promise.all(values)).join(' ')
}

async function versionOf(id: string): Promise<number> {
  const row = await db.row<{ version: number }>(
    sql`select ${contentVersion} as version from submissions s where id = ${id}`,
  )
  return row?.version ?? 0
}

const [approveMany, rejectMany, undoMany] = ['approve', 'reject', 'undo'] as const

const list = '/admin/submissions?page=2'

async function send(verb: string, fields: Record<string, string>) {
  const request = formRequest(`/admin/submissions/${verb}`, { returnTo: list, ...fields })
  const context = await requestContext(db, admin)
  const answer = await action({ request, params: { verb }, context } as never)
  if (!(answer instanceof Response)) return { status: (answer as { init: { status: number } }).init.status }
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const [toast] = (await takeToasts(new Request(origin, { headers: { Cookie: cookies.join('; ') } }))).toasts
  return { status: answer.status, to: answer.headers.get('location'), toast }
}

function stateOf(id: string) {
  return db.row(sql`select status, rejection_reason as reason from submissions where id = ${id}`)
}

describe('approving several submissions', () => {
  it('returns to the list with a toast that can undo it', async () => {
    const [kite, boat] = [await pending('Red kite'), await pending('Paper boat')]
    const chosen = `${await chosenOf(kite.id)} ${await chosenOf(boat.id)}`
    const sent = await send(approveMany, { chosen, reason: '' })
    const undo = { chosen: await judgedOf(kite.id, boat.id), judgement: 'approved', returnTo: list }
    expect(sent).toEqual({
      status: 303,
      to: list,
      toast: {
        text: '2 submissions approved',
        tone: 'good',
        form: { label: 'Undo', action: '/admin/submissions/undo', fields: undo },
      },
    })
    expect(await stateOf(boat.id)).toMatchObject({ status: 'approved' })
    expect(await send(undoMany, undo)).toMatchObject({
      status: 303,
      to: list,
      toast: { text: '2 submissions restored' },
    })
    for (const { id } of [kite, boat]) expect(await stateOf(id)).toMatchObject({ status: 'pending' })
  })

  it('says how many were approved, and names some of the others with the reason', async () => {
    const [kite, edited, approved] = [await pending('Kite'), await pending('Boat'), await pending('Moon')]
    const values = [await chosenOf(edited.id), await chosenOf(approved.id), await chosenOf(kite.id)]
    await updateSubmission(db, as(edited.author), edited.id, { ...aSubmission, title: 'New boat' })
    await approveSubmission(db, as(admin), approved.id)
    const gone = [1, 2].map((version) => chosenValue({ id: newId(), version, seen: 'pending' }))
    const { toast } = await send(approveMany, { chosen: [...values, ...gone].join(' ') })
    expect(toast).toMatchObject({
      text: '1 of 5 submissions approved. Not approved: New boat (It has been edited since you opened it), Moon (It is already approved), A deleted submission (Submission Not Found), 1 more',
      tone: 'bad',
      form: { fields: { chosen: await judgedOf(kite.id) } },
    })
  })

  it('offers no undo where nothing was approved', async () => {
    const { id } = await pending('Lone kite')
    const chosen = await chosenOf(id)
    await approveSubmission(db, as(admin), id)
    const { toast } = await send(approveMany, { chosen })
    expect(toast).toEqual({
      text: '0 of 1 submission approved. Not approved: Lone kite (It is already approved)',
      tone: 'bad',
    })
  })

  it('refuses nothing selected, more than 50, and unknown fields', async () => {
    const many = Array.from({ length: 51 }, () => newId())
    const chosen = many.map((id) => chosenValue({ id, version: 1, seen: 'pending' })).join(' ')
    for (const [fields, text] of [
      [{ chosen: '' }, 'Select at least one submission.'],
      [{ chosen: 'x' }, 'Select at least one submission.'],
      [{ chosen }, 'Select at most 50 submissions.'],
    ] as const)
      expect(await send(approveMany, fields)).toEqual({ status: 303, to: list, toast: { text, tone: 'bad' } })
    expect(
      await send(undoMany, { chosen: many.map((id) => `${id}:1`).join(' '), judgement: 'approved' }),
    ).toMatchObject({
      toast: { text: 'Select at most 50 submissions.' },
    })
    expect(await send(undoMany, { chosen: `${many[0]}:1`, judgement: 'x' })).toMatchObject({
      toast: { text: 'Failed to undo', tone: 'bad' },
    })
    expect(await send(approveMany, { chosen: '', seen: 'x' })).toEqual({ status: 400 })
  })
})

it('rejects several submissions with one reason, also approved ones, and restores them', async () => {
  const [kite, boat, moon] = [await pending('Sun'), await pending('Star'), await pending('Comet')]
  for (const { id } of [boat, moon]) await approveSubmission(db, as(admin), id)
  const values = [await chosenOf(kite.id), await chosenOf(boat.id, 'approved'), await chosenOf(moon.id)]
  const { toast } = await send(rejectMany, { chosen: values.join(' '), reason: ' A plane ' })
  expect(toast?.text).toBe('2 of 3 submissions rejected. Not rejected: Comet (It is already approved)')
  for (const { id } of [kite, boat])
    expect(await stateOf(id)).toEqual({ status: 'rejected', reason: 'A plane' })
  expect(await stateOf(moon.id)).toEqual({ status: 'approved', reason: null })
  await db.rows(
    sql`update submissions set moderation_date = app_now() - interval '10 minutes' where id = ${kite.id}`,
  )
  expect((await send(undoMany, toast?.form?.fields ?? {})).toast?.text).toBe(
    '1 of 2 submissions restored. Not restored: Sun (More than 10 minutes have passed)',
  )
  expect(await stateOf(boat.id)).toEqual({ status: 'approved', reason: null })
})

it('does not undo what was edited and judged again since', async () => {
  const [kite, boat] = [await pending('Late kite'), await pending('Late boat')]
  const chosen = `${await chosenOf(kite.id)} ${await chosenOf(boat.id)}`
  const { toast } = await send(approveMany, { chosen })
  await updateSubmission(db, as(kite.author), kite.id, { ...aSubmission, title: 'Later kite' })
  await approveSubmission(db, as(admin), kite.id)
  expect((await send(undoMany, toast?.form?.fields ?? {})).toast?.text).toBe(
    '1 of 2 submissions restored. Not restored: Later kite (It has been edited since you opened it)',
  )
  expect(await stateOf(kite.id)).toMatchObject({ status: 'approved' })
  expect(await stateOf(boat.id)).toMatchObject({ status: 'pending' })
})

it('does not undo what a colleague judged since', async () => {
  const colleague = as(await makeMember(db, { isAdmin: true }))
  const { id } = await pending('Odd kite')
  const { toast } = await send(rejectMany, { chosen: await chosenOf(id), reason: 'A plane' })
  await undoModeration(db, colleague, id)
  await rejectSubmission(db, colleague, id, 'A copy')
  expect((await send(undoMany, toast?.form?.fields ?? {})).toast?.text).toBe(
    '0 of 1 submission restored. Not restored: Odd kite (It has been judged again since)',
  )
  expect(await stateOf(id)).toEqual({ status: 'rejected', reason: 'A copy' })
})

it('fits an undo of 50 submissions into the cookie', async () => {
  const ids: string[] = []
  for (let made = 0; made < 50; made++) ids.push((await pending(`Kite of many ${made}`)).id)
  const chosen = await Promise.all(ids.map((id) => chosenOf(id)))
  const longest = new URLSearchParams({
    search: 'x'.repeat(100),
    challenge: newId(),
    status: 'pending',
  })
  const { toast } = await send(approveMany, { chosen: chosen.join(' '), returnTo: `${list}&${longest}` })
  expect(toast).toMatchObject({
    text: '50 submissions approved',
    form: { fields: { chosen: await judgedOf(...ids) } },
  })
})
