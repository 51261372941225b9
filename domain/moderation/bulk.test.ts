import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { contentVersion } from '#domain/submissions/queries.server.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { newId } from '#platform/id.server.ts'
import { aSubmission, as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { judgedIn, judgeEach, namedSubmissions, selectionIn, selectionRefusal } from './bulk.server.ts'
import { approveSubmission, rejectSubmission } from './commands.server.ts'
import { type Chosen, chosenValue, judgedValue, mostChosen } from './rules.ts'

const { db, another } = await testDatabase()
const admin = as(await makeMember(db, { isAdmin: true }))

const one = { id: newId(), version: 1_763_900_000_123_456, seen: 'pending' } as const
const two = { id: newId(), version: 2, seen: 'approved' } as const

describe('selectionIn', () => {
  it('reads the submissions of one field or of several, each once', () => {
    const values = [one, two, one].map(chosenValue)
    expect(selectionIn(values)).toEqual([one, two])
    expect(selectionIn([values.join(' ')])).toEqual([one, two])
  })

  it('ignores values that name no submission', () => {
    const { id } = one
    const values = [
      '',
      'x',
      id,
      `${id}:1`,
      `${id}:x:pending`,
      `${id}:1:rejected`,
      `${id}:-1:pending`,
      `${id}:1:pending:`,
    ]
    expect(selectionIn([...values, chosenValue(two)])).toEqual([two])
  })

  it('reads one submission more than are allowed, and no more', () => {
    const many = (count: number) => Array.from({ length: count }, () => chosenValue({ ...one, id: newId() }))
    expect(selectionIn(many(mostChosen))).toHaveLength(mostChosen)
    expect(selectionIn([many(mostChosen).join(' ')])).toHaveLength(mostChosen)
    expect(selectionIn(many(3_000))).toHaveLength(mostChosen + 1)
    expect(selectionIn([many(3_000).join(' ')])).toHaveLength(mostChosen + 1)
  })

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 500 })), (values) => {
        expect(selectionIn(values)).toEqual([])
      }),
    )
  })
})

it('reads the versions of an undo, each once, and one more than are allowed', () => {
  const many = Array.from({ length: 3_000 }, () => judgedValue({ ...one, id: newId() }))
  const versions = [one, two].map(({ id, version }) => ({ id, version }))
  const values = [one, two, one].map(judgedValue).join(' ')
  expect(judgedIn([`${one.id} x ${one.id}: ${one.id}:é ${one.id}:1:1 ${values} `])).toEqual(versions)
  expect(judgedIn([])).toEqual([])
  expect(judgedIn([many.join(' ')])).toHaveLength(mostChosen + 1)
})

it('refuses an empty selection and one of more than 50', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ ...one, id: newId() }))
  expect(selectionRefusal([])).toBe('Select at least one submission.')
  expect(selectionRefusal(many(mostChosen))).toBeNull()
  expect(selectionRefusal(many(mostChosen + 1))).toBe('Select at most 50 submissions.')
})

describe('judgeEach', () => {
  const approve =
    (on = db, by = admin) =>
    (submission: Chosen) =>
      approveSubmission(on, by, submission.id, submission.version)
  const reject =
    (on = db, by = admin) =>
    (submission: Chosen) =>
      rejectSubmission(on, by, submission.id, 'A plane', submission)

  it('judges each submission separately, and reports which were refused and why', async () => {
    const [kite, edited, approved, gone] = await pending(4)
    if (!kite || !edited || !approved || !gone) throw new Error('four submissions')
    await updateSubmission(db, as(edited.author), edited.id, { ...aSubmission, title: 'Something else' })
    await approveSubmission(db, admin, approved.id)
    const result = await judgeEach([edited, kite, approved, { ...gone, id: newId() }], approve())
    expect(result).toMatchObject({
      done: [kite],
      refused: [
        { id: edited.id, message: expect.stringContaining('It has been edited since') },
        { id: approved.id, message: expect.stringContaining('It is already approved') },
        { message: 'Submission Not Found' },
      ],
    })
    expect(await statuses([kite, edited, approved, gone])).toEqual([
      'approved',
      'pending',
      'approved',
      'pending',
    ])
    expect(await judgeEach([kite, { ...approved, seen: 'approved' }], reject())).toMatchObject({
      done: [{ id: approved.id }],
      refused: [{ id: kite.id, message: 'Failed to reject submission. It is already approved.' }],
    })
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('judges each submission once when two administrators judge the same', async () => {
    const chosen = await pending(5)
    const colleague = as(await makeMember(db, { isAdmin: true }))
    const results = await Promise.all([
      judgeEach(chosen, approve()),
      judgeEach(chosen.toReversed(), reject(another(), colleague)),
    ])
    expect(results.reduce((sum, { done }) => sum + done.length, 0)).toBe(chosen.length)
    expect(results.reduce((sum, { refused }) => sum + refused.length, 0)).toBe(chosen.length)
    expect(await brokenInvariants(db)).toEqual([])
  })

  it('has no effect after the role is removed', async () => {
    const former = await makeMember(db, { isAdmin: true })
    const chosen = await pending(3)
    const { judging } = await another(1).transaction(async (tx) => {
      await tx.rows(sql`select from submissions where id = ${chosen[1]?.id} for update`)
      const judging = judgeEach(chosen, approve(db, as(former)))
      await lockWait(db)
      await tx.rows(sql`update users set is_admin = false, admin_badge = false where id = ${former.id}`)
      return { judging }
    })
    expect(await judging).toMatchObject({
      done: [{ id: chosen[0]?.id }],
      refused: [{ message: 'Access Denied' }, { message: 'Access Denied' }],
    })
    expect(await statuses(chosen)).toEqual(['approved', 'pending', 'pending'])
  })
})

it('names submissions in the given order', async () => {
  const chosen = await pending(3)
  const ids = chosen.map(({ id }) => id).toReversed()
  const viewer = await makeMember(db, { isAdmin: true })
  const named = await namedSubmissions(db, viewer as Parameters<typeof namedSubmissions>[1], [
    newId(),
    ...ids,
  ])
  expect(named.map(({ id }) => id)).toEqual(ids)
  expect(named[0]).toEqual({ id: ids[0], title: 'Static garden' })
})

async function pending(count: number) {
  const challenge = await makeChallenge(db)
  const chosen: (Chosen & { author: Awaited<ReturnType<typeof makeMember>> })[] = []
  for (let index = 0; index < count; index++) {
    const author = await makeMember(db)
    const id = await makeSubmission(db, author, challenge)
    const row = await db.row<{ version: number }>(
      sql`select ${contentVersion} as version from submissions s where id = ${id}`,
    )
    chosen.push({ id, version: row?.version ?? -1, seen: 'pending', author })
  }
  return chosen
}

async function statuses(chosen: readonly Chosen[]): Promise<string[]> {
  const rows = await db.rows<{ status: string }>(sql`
    select status from unnest(${chosen.map(({ id }) => id)}::uuid[]) with ordinality c (id, place)
    join submissions s on s.id = c.id order by c.place`)
  return rows.map(({ status }) => status)
}
