import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { deleteChallenge } from '#domain/challenges/commands.server.ts'
import { INITIAL_FIELDS, SHARED_FIELDS, type SharedFields } from '#domain/challenges/fields.ts'
import { isUnused } from '#domain/media/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { accepted, as, makeAdmin, makeMember } from '#test/builders.ts'
import { at, keepInvariants, lockWait, testDatabase } from '#test/database.ts'
import { createSeries, deleteSeries, pauseSeries, updateSeries } from './commands.server.ts'
import { datesAhead } from './dates.server.ts'
import type { SeriesForm } from './form.server.ts'
import { makeDueChallenges, nextInSeries } from './make.server.ts'
import { emptySeries, oneSeries, seriesOf } from './queries.server.ts'
import { addPrompt, movePrompt, onePrompt, removePrompt, skipDate, updatePrompt } from './queue.server.ts'
import { MAX_PROMPTS, SERIES_MESSAGES } from './rules.ts'

const { db, another } = await testDatabase(20)
keepInvariants(db)
const admin = await makeAdmin(db)
const imageId = newId()
await db.rows(sql`
  insert into images (id, owner_id, purpose, width, height, widths, bytes)
  values (${imageId}, ${admin.id}, 'challenge', 800, 450, '{480}', 1)`)

const otherImageId = newId()
await db.rows(sql`
  insert into images (id, owner_id, purpose, width, height, widths, bytes)
  values (${otherImageId}, ${admin.id}, 'challenge', 900, 450, '{480}', 2)`)

const fields = Object.fromEntries(
  SHARED_FIELDS.map((name) => [name, INITIAL_FIELDS[name]]),
) as unknown as SharedFields
let serial = 0

function aForm(form: Partial<SeriesForm> = {}): SeriesForm {
  return {
    name: `Monday prompt ${++serial}`,
    weekdays: [1],
    everyWeeks: 1,
    monthDay: null,
    firstOn: '2027-03-01',
    startsAt: '09:00',
    timeZone: 'Europe/Berlin',
    entryDays: 6,
    entryHours: 0,
    votingDays: 2,
    aheadDays: 7,
    publishes: true,
    fields,
    ...form,
  }
}

/** Nothing of another test is due. */
async function makeSeries(
  form: Partial<SeriesForm> = {},
  prompts: string[] = ['One', 'Two', 'Three', 'Four'],
) {
  await db.rows(sql`delete from series`)
  const { id } = accepted(await createSeries(db, admin, { form: aForm(form), imageId, id: newId() }))
  for (const title of prompts) await add(id, title)
  return id
}

async function add(id: string, title: string): Promise<string> {
  const promptId = newId()
  accepted(await addPrompt(db, admin, id, { promptId, title, brief: `Draw ${title}.` }))
  return promptId
}

const titlesOf = async (id: string, on: Db = db) =>
  (await oneSeries(on, admin, id))?.prompts.map(({ title }) => title)

function madeBy(id: string, on: Db = db) {
  return on.rows<{ title: string; status: string; start: string; heldOn: string }>(sql`
    select c.title, c.status, c.start_date as start, d.held_on::text as "heldOn"
    from series_dates d join challenges c on c.id = d.challenge_id where d.series_id = ${id} order by d.held_on`)
}

describe('a series makes its next challenge (SER-2)', () => {
  const due = new Date('2027-02-22T08:00Z')

  it.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])('so many days before its start %d ms', async (offset, count) => {
    await makeSeries()
    const made = await at(db, new Date(due.getTime() + offset), (tx) => makeDueChallenges(tx))
    expect(made).toHaveLength(count)
  })

  it('from the first prompt, with the fields of the series and its dates', async () => {
    const id = await makeSeries({ fields: { ...fields, kind: 'audio', showVotes: false } })
    await undone(due, async (tx) => {
      const [made = ''] = await makeDueChallenges(tx)
      expect(await tx.row(sql`select * from challenges where id = ${made}`)).toMatchObject({
        title: 'One',
        description: 'Draw One.',
        kind: 'audio',
        show_votes: false,
        status: 'upcoming',
        image_id: imageId,
        start_date: new Date('2027-03-01T08:00Z'),
        deadline: new Date('2027-03-07T08:00Z'),
        voting_opens_at: null,
        voting_closes_at: new Date('2027-03-09T08:00Z'),
        voting_ends_at: new Date('2027-03-09T08:00Z'),
      })
      expect(await titlesOf(id, tx)).toEqual(['Two', 'Three', 'Four'])
      expect(await seriesOf(tx, admin, made)).toMatchObject({ id })
      const [entry] = await tx.rows(sql`select admin_name, action from audit_log where subject_id = ${made}`)
      expect(entry).toMatchObject({
        action: 'challenge_created',
        admin_name: expect.stringMatching(/^Series Monday/),
      })
    })
  })

  it('as a draft, where it does not publish', async () => {
    const id = await makeSeries({ publishes: false })
    await undone(due, async (tx) => {
      await makeDueChallenges(tx)
      expect(await madeBy(id, tx)).toMatchObject([{ status: 'draft', heldOn: '2027-03-01' }])
    })
  })

  it('once, though two processes look at the same time again and again', async () => {
    const id = await makeSeries(soon(3))
    const processes = [another(), another()]
    for (let round = 0; round < 5; round++)
      await Promise.all(processes.map((process) => makeDueChallenges(process)))
    const made = await madeBy(id)
    expect(made.map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
    expect(new Set(made.map(({ heldOn }) => heldOn)).size).toBe(3)
    expect(await titlesOf(id)).toEqual(['Four'])
  })

  it('once, though a process ends in the middle of it', async () => {
    const id = await makeSeries(soon(1))
    const before = await titlesOf(id)
    const crash = db.transaction(async (tx) => {
      expect(await makeDueChallenges(tx)).toHaveLength(1)
      throw new Undo()
    })
    await expect(crash).rejects.toThrow(Undo)
    expect([await madeBy(id), await titlesOf(id)]).toEqual([[], before])
    expect(await makeDueChallenges(db)).toHaveLength(1)
    expect(await makeDueChallenges(db)).toHaveLength(0)
    expect((await titlesOf(id))?.length).toBe(3)
  })

  it('never again, though the challenge is deleted', async () => {
    const id = await makeSeries(soon(1))
    const [made = ''] = await makeDueChallenges(db)
    accepted(await deleteChallenge(db, as(admin), made))
    expect(await makeDueChallenges(db)).toEqual([])
    const series = await oneSeries(db, admin, id)
    expect(series?.dates).toMatchObject([{ isSkipped: false, challenge: null }])
  })

  it('not twice for a date, by a constraint', async () => {
    const id = await makeSeries()
    const insert = sql`insert into series_dates (series_id, held_on, is_skipped) values (${id}, '2027-03-01', false)`
    await db.rows(insert)
    await expect(db.rows(insert)).rejects.toThrow('series_dates_pkey')
  })

  it('while another one fails, which is reported', async () => {
    const id = await makeSeries(soon(1))
    const broken = accepted(await createSeries(db, admin, { form: aForm(soon(1)), imageId, id: newId() })).id
    await add(broken, 'Broken')
    await db.rows(sql`update series set fields = '{"kind": "dance"}' where id = ${broken}`)
    await expect(makeDueChallenges(db)).rejects.toThrow(`series ${broken}`)
    expect(await madeBy(id)).toHaveLength(1)
    expect(await titlesOf(broken)).toEqual(['Broken'])
  })

  it('not for dates that passed while nothing ran', async () => {
    const id = await makeSeries()
    await undone(new Date('2027-03-17T12:00Z'), async (tx) => {
      await makeDueChallenges(tx)
      expect(await madeBy(id, tx)).toMatchObject([{ heldOn: '2027-03-22', title: 'One' }])
    })
  })

  it('with the initial value of a field that was added later', async () => {
    const id = await makeSeries(soon(1))
    await db.rows(sql`update series set fields = fields - 'allowComments' where id = ${id}`)
    const [made] = await makeDueChallenges(db)
    expect(await db.row(sql`select allow_comments from challenges where id = ${made}`)).toEqual({
      allow_comments: true,
    })
  })
})

describe('a series makes nothing', () => {
  it('while its queue is empty, and administrators are told (SER-4)', async () => {
    const id = await makeSeries(soon(1), [])
    expect(await makeDueChallenges(db)).toEqual([])
    expect(await db.row(sql`select ${nextInSeries} as next`)).toEqual({ next: null })
    expect(await emptySeries(db, admin)).toMatchObject([{ id }])
    await add(id, 'Late')
    expect(await emptySeries(db, admin)).toEqual([])
    expect(await makeDueChallenges(db)).toHaveLength(1)
  })

  it('while it is paused, and goes on with the next coming date (SER-6)', async () => {
    const id = await makeSeries()
    accepted(await pauseSeries(db, admin, id, true))
    accepted(await pauseSeries(db, admin, id, true))
    await undone(new Date('2027-03-10T08:00Z'), async (tx) => {
      expect(await makeDueChallenges(tx)).toEqual([])
      accepted(await pauseSeries(tx, admin, id, false))
      expect(await makeDueChallenges(tx)).toHaveLength(1)
      expect(await madeBy(id, tx)).toMatchObject([{ heldOn: '2027-03-15', title: 'One' }])
    })
    expect(await emptySeries(db, admin)).toEqual([])
  })

  it('on a date that is skipped; its prompt waits for the next one (SER-7)', async () => {
    const id = await makeSeries()
    const skip = (isSkipped: boolean, on: Db = db) =>
      skipDate(on, admin, id, { heldOn: '2027-03-08', isSkipped })
    accepted(await skip(true))
    accepted(await skip(true))
    await undone(new Date('2027-03-08T08:00Z'), async (tx) => {
      await makeDueChallenges(tx)
      expect(await madeBy(id, tx)).toMatchObject([{ heldOn: '2027-03-15', title: 'One' }])
      expect(await skipDate(tx, admin, id, { heldOn: '2027-03-15', isSkipped: true })).toMatchObject({
        code: 'conflict',
        message: SERIES_MESSAGES.made,
      })
    })
    accepted(await skip(false))
    accepted(await skip(false))
    expect((await oneSeries(db, admin, id))?.dates).toEqual([])
  })

  it.each(['2027-03-09', '2020-03-02', '2090-03-06', 'soon', "1' or true"])(
    'skips no date %s',
    async (heldOn) => {
      const id = await makeSeries()
      expect(await skipDate(db, admin, id, { heldOn, isSkipped: true })).toMatchObject({ code: 'conflict' })
      expect((await oneSeries(db, admin, id))?.dates).toEqual([])
    },
  )

  it('for a date that is skipped at the moment at which it is due', async () => {
    const id = await makeSeries(soon(1))
    const [date] = datesAhead((await oneSeries(db, admin, id)) as never, new Date(), 1)
    let making = Promise.resolve<string[]>([])
    await db.transaction(async (tx) => {
      accepted(await skipDate(tx, admin, id, { heldOn: date?.heldOn ?? '', isSkipped: true }))
      making = makeDueChallenges(another())
      await making
    })
    expect(await making).toEqual([])
    expect(await makeDueChallenges(db)).toEqual([])
    expect(await titlesOf(id)).toHaveLength(4)
  })
})

describe('the form of a series (SER-3)', () => {
  it('creates it once; with other values, its key is refused', async () => {
    await db.rows(sql`delete from series`)
    const [form, id] = [aForm(), newId()]
    const create = (form: SeriesForm) => createSeries(db, admin, { form, imageId, id })
    accepted(await create(form))
    accepted(await create(form))
    expect(await create({ ...form, entryDays: 5 })).toMatchObject({ message: SERIES_MESSAGES.alreadyCreated })
    expect(await createSeries(db, admin, { form, imageId, id: newId() })).toMatchObject({
      code: 'conflict',
      message: SERIES_MESSAGES.nameTaken,
    })
    expect(await db.rows(sql`select from series`)).toHaveLength(1)
  })

  it('is another one with another image, but not with the same image sent again', async () => {
    await db.rows(sql`delete from series`)
    const [form, id, again] = [aForm(), newId(), newId()]
    await db.rows(sql`
      insert into images (id, owner_id, purpose, width, height, widths, bytes)
      select ${again}, owner_id, purpose, width, height, widths, bytes from images where id = ${imageId}`)
    const create = (imageId: string) => createSeries(db, admin, { form, imageId, id })
    const update = (imageId: string | null) => updateSeries(db, admin, id, { form, imageId, version: 0 })
    accepted(await create(imageId))
    accepted(await create(again))
    expect(await create(otherImageId)).toMatchObject({ message: SERIES_MESSAGES.alreadyCreated })
    accepted(await update(null))
    for (const same of [null, imageId, again]) accepted(await update(same))
    expect(await update(otherImageId)).toMatchObject({ message: SERIES_MESSAGES.stale })
    expect(await oneSeries(db, admin, id)).toMatchObject({ imageId, version: 1 })
  })

  it('gives one of two series a name that both get at the same time', async () => {
    await db.rows(sql`delete from series`)
    const ids = [newId(), newId()]
    for (const id of ids) accepted(await createSeries(db, admin, { form: aForm(), imageId, id }))
    const form = aForm()
    const outcomes: Promise<unknown>[] = []
    await db.transaction(async (tx) => {
      accepted(await updateSeries(tx, admin, ids[0] ?? '', { form, imageId: null, version: 0 }))
      outcomes.push(updateSeries(another(), admin, ids[1] ?? '', { form, imageId: null, version: 0 }))
      await lockWait(db)
    })
    expect(await Promise.all(outcomes)).toMatchObject([
      { ok: false, code: 'conflict', message: SERIES_MESSAGES.nameTaken },
    ])
  })

  it('needs an image, which the sweep then leaves alone', async () => {
    const create = (imageId: string | null) =>
      createSeries(db, admin, { form: aForm(), imageId, id: newId() })
    for (const other of [null, newId()])
      expect(await create(other)).toMatchObject({ code: 'invalid', message: SERIES_MESSAGES.image })
    accepted(await create(imageId))
    expect(
      await db.row(sql`select from images i where i.id = ${imageId} and ${isUnused(sql`i`)}`),
    ).toBeUndefined()
  })

  it('changes what is not made yet, and refuses values that another administrator has not seen (SER-5)', async () => {
    const id = await makeSeries({ aheadDays: 14 })
    const form = { ...aForm(), startsAt: '18:00', weekdays: [2], aheadDays: 14 }
    await undone(new Date('2027-02-16T00:00Z'), async (tx) => {
      await makeDueChallenges(tx)
      accepted(await updateSeries(tx, admin, id, { form, imageId: null, version: 0 }))
      accepted(await updateSeries(tx, admin, id, { form, imageId: null, version: 0 }))
      const other = { form: { ...form, votingDays: 9 }, imageId: null, version: 0 }
      expect(await updateSeries(tx, admin, id, other)).toMatchObject({ message: SERIES_MESSAGES.stale })
      expect(await madeBy(id, tx)).toMatchObject([{ start: new Date('2027-03-01T08:00Z') }])
      const series = await oneSeries(tx, admin, id)
      expect(series && datesAhead(series, series.now, 2).map(({ start }) => start.toISOString())).toEqual([
        '2027-03-01T08:00:00.000Z',
        '2027-03-02T17:00:00.000Z',
        '2027-03-09T17:00:00.000Z',
      ])
      expect(series).toMatchObject({ imageId, version: 1 })
    })
  })

  it('waits for a challenge that is being made', async () => {
    const id = await makeSeries(soon(1))
    const other = another()
    let saved: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await makeDueChallenges(tx)
      saved = pauseSeries(other, admin, id, true)
      await lockWait(db)
    })
    await saved
    expect(await madeBy(id)).toHaveLength(1)
    expect(await oneSeries(db, admin, id)).toMatchObject({ isPaused: true })
  })
})

describe('the queue (SER-4)', () => {
  it('takes each prompt once, changes, moves and removes it', async () => {
    const id = await makeSeries({}, ['A', 'B', 'C'])
    const prompts = (await oneSeries(db, admin, id))?.prompts ?? []
    const [a = '', , c = ''] = prompts.map((prompt) => prompt.id)
    accepted(await addPrompt(db, admin, id, { promptId: a, title: 'A', brief: 'Again' }))
    expect(await titlesOf(id)).toEqual(['A', 'B', 'C'])
    for (const place of [1, 1]) accepted(await movePrompt(db, admin, id, { promptId: c, place }))
    expect(await titlesOf(id)).toEqual(['C', 'A', 'B'])
    accepted(await movePrompt(db, admin, id, { promptId: c, place: 99 }))
    expect(await titlesOf(id)).toEqual(['A', 'B', 'C'])
    accepted(await updatePrompt(db, admin, id, { promptId: c, title: ' Sea ', brief: 'Draw\r\nwaves' }))
    expect(await onePrompt(db, admin, id, c)).toEqual({ id: c, title: 'Sea', brief: 'Draw\nwaves' })
    accepted(await removePrompt(db, admin, id, a))
    expect(await titlesOf(id)).toEqual(['B', 'Sea'])
    for (const gone of [a, newId()])
      expect(await removePrompt(db, admin, id, gone)).toMatchObject({
        message: SERIES_MESSAGES.promptMissing,
      })
    accepted(await movePrompt(db, admin, id, { promptId: c, place: 1 }))
    await add(id, 'Last')
    expect(await titlesOf(id)).toEqual(['Sea', 'B', 'Last'])
  })

  it.each([
    [' ', 'A brief', 'Title and description are required'],
    ['A title', '\u200b', 'Title and description are required'],
    ['x'.repeat(121), 'A brief', 'Title must be at most 120 characters'],
    ['A title', 'x'.repeat(5001), 'Description must be at most 5,000 characters'],
  ])('refuses %.9s, %.9s', async (title, brief, message) => {
    const id = await makeSeries({}, [])
    expect(await addPrompt(db, admin, id, { promptId: newId(), title, brief })).toMatchObject({
      code: 'invalid',
      message,
    })
    expect(await titlesOf(id)).toEqual([])
  })

  it('has a limit', async () => {
    const id = await makeSeries({}, [])
    await db.rows(sql`
      insert into series_prompts (id, series_id, position, title, brief)
      select gen_random_uuid(), ${id}, n, 'One of many', 'Draw' from generate_series(1, ${MAX_PROMPTS}::int) n`)
    expect(await addPrompt(db, admin, id, { promptId: newId(), title: 'More', brief: 'More' })).toMatchObject(
      {
        message: SERIES_MESSAGES.tooManyPrompts,
      },
    )
  })
})

it('is deleted without the challenges that it made (SER-8)', async () => {
  const id = await makeSeries(soon(1))
  const [made = ''] = await makeDueChallenges(db)
  accepted(await deleteSeries(db, admin, id))
  expect(await deleteSeries(db, admin, id)).toMatchObject({ code: 'not-found' })
  expect(await db.row(sql`select title from challenges where id = ${made}`)).toEqual({ title: 'One' })
  expect(await db.rows(sql`select from series_prompts where series_id = ${id}`)).toEqual([])
})

it('is for administrators only, and each change is in the audit log (SER-9)', async () => {
  const id = await makeSeries()
  const moderator = await makeMember(db, { isModerator: true })
  const promptId = newId()
  for (const viewer of [null, await makeMember(db), moderator])
    for (const outcome of [
      createSeries(db, viewer, { form: aForm(), imageId, id: newId() }),
      updateSeries(db, viewer, id, { form: aForm(), imageId: null, version: 0 }),
      pauseSeries(db, viewer, id, true),
      deleteSeries(db, viewer, id),
      addPrompt(db, viewer, id, { promptId, title: 'x', brief: 'x' }),
      updatePrompt(db, viewer, id, { promptId, title: 'x', brief: 'x' }),
      movePrompt(db, viewer, id, { promptId, place: 1 }),
      removePrompt(db, viewer, id, promptId),
      skipDate(db, viewer, id, { heldOn: '2027-03-08', isSkipped: true }),
    ])
      expect(await outcome).toMatchObject({ code: 'forbidden' })
  accepted(await skipDate(db, admin, id, { heldOn: '2027-03-08', isSkipped: true }))
  accepted(await pauseSeries(db, admin, id, true))
  accepted(await deleteSeries(db, admin, id))
  const log = await db.rows<{ action: string; before: object; after: object }>(sql`
    select action, before, after from audit_log where subject_id = ${id} order by created_at, id`)
  expect(log.map(({ action }) => action.replace('challenge_series_', ''))).toEqual([
    'created',
    ...Array(6).fill('updated'),
    'deleted',
  ])
  expect(log[0]?.after).toMatchObject({
    rhythm: 'Every Monday at 09:00, Europe/Berlin',
    published: true,
    kind: 'image',
  })
  expect(log.slice(4, 7).map(({ after }) => after)).toEqual([
    { prompt: 'Four' },
    { skipped: '2027-03-08' },
    { paused: true },
  ])
})

/** Daily in UTC at the present time of day plus an hour: so many dates are due now. */
function soon(count: number): Partial<SeriesForm> {
  const hour = new Date(Date.now() + 3_600_000).toISOString()
  return {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    firstOn: hour.slice(0, 10),
    startsAt: hour.slice(11, 16),
    timeZone: 'UTC',
    // The next date starts a moment less than a day after the last of these.
    aheadDays: count,
  }
}

class Undo extends Error {}

function ignoreUndo(error: unknown): void {
  if (!(error instanceof Undo)) throw error
}

async function undone(instant: Date, work: (tx: Db) => Promise<void>): Promise<void> {
  await at(db, instant, async (tx) => {
    await work(tx)
    throw new Undo()
  }).catch(ignoreUndo)
}
