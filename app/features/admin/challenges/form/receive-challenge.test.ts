import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { viewerReloadContext } from '#app/context.ts'
import type { FormResponse } from '#app/forms/form-action.server.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { statusChoices } from '#domain/challenges/rules.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { uploadCutMessage } from '#domain/media/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { animation } from '#test/animation.ts'
import {
  anAdmin,
  as,
  initialChoices,
  makeChallenge,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import { ChallengeForm } from './challenge-form.tsx'
import type { ChallengeRefusal } from './challenge-values.ts'
import { editChallengeForm, newChallengeForm } from './open-form.server.ts'
import { receiveChallenge } from './receive-challenge.server.ts'

const { db } = await testDatabase()
const [admin, other] = [await makeMember(db, { isAdmin: true }), await makeMember(db, { isAdmin: true })]
const imageFile = await drawn()
const texts = {
  title: 'Night market',
  description: 'Draw what is sold after dark.',
  requirements: 'One\nTwo',
  ...initialChoices,
  startDate: '',
  deadline: '2099-06-01T18:00',
  votingOpensAt: '',
  votingClosesAt: '',
  timeZone: 'Asia/Tokyo',
  showSubmissions: 'on',
  showVotes: 'on',
  allowComments: 'on',
}

/** So many days from now, at the next full hour. */
function expectPreset(deadline: string, days: number): void {
  expect(deadline).toMatch(/:00$/)
  const hours = (Date.parse(`${deadline}Z`) - Date.now()) / 3_600_000 - days * 24
  expect(hours).toBeGreaterThan(-0.1)
  expect(hours).toBeLessThan(1.1)
}

describe('the challenge form', () => {
  it('defaults to a weekly image draft that is due in a week, in UTC', async () => {
    const { start, statuses } = await newChallengeForm(await requestContext(db, admin))
    expect(start).toMatchObject({ kind: 'image', type: 'weekly', status: 'draft', timeZone: 'UTC' })
    expectPreset(start.deadline, 7)
    expect(statuses).toEqual(['draft', 'upcoming', 'active', 'completed'])
  })

  it("creates a challenge with its image, its moments read in the organiser's zone", async () => {
    expect(await create({ ...texts, image: imageFile })).toMatchObject({ status: 201, answer: { ok: true } })
    const stored = await newest()
    expect(stored).toMatchObject({ title: 'Night market', status: 'draft', allowVoting: false })
    expect(stored?.deadline).toEqual(new Date('2099-06-01T09:00Z'))
    expect(stored?.imageId).not.toBeNull()
  })

  it('says of an animation what is kept', async () => {
    expect(await create({ ...texts, image: await animation() })).toMatchObject({
      notice: 'This is an animation: only its first picture is kept.',
    })
  })

  it('refuses a form with a repeated field, and a truncated form', async () => {
    const twice = formOf({ ...texts, image: imageFile })
    twice.append('title', 'Second title')
    const path = `${origin}/admin/challenges/new`
    const send = async (request: Request) =>
      refused(receiveChallenge({ request, params: {}, context: await requestContext(db, admin) }))
    const repeated = await send(new Request(path, { method: 'POST', body: twice }))
    expect([repeated.status, repeated.refusal.message]).toEqual([422, 'This form has a field more than once'])

    const whole = formRequest('/admin/challenges/new', { ...texts, image: imageFile })
    const headers = { 'Content-Type': whole.headers.get('Content-Type') ?? '' }
    const body = (await whole.bytes()).subarray(0, -40)
    const cut = await send(new Request(path, { method: 'POST', headers, body }))
    expect([cut.status, cut.refusal.message]).toEqual([422, uploadCutMessage])
    expect(await newest()).not.toMatchObject({ title: 'Second title' })
  })

  it('creates nothing for administrators whose rights end while the form arrives', async () => {
    const context = await requestContext(db, admin)
    context.set(viewerReloadContext, async () => ({ ...admin, isAdmin: false }))
    const request = formRequest('/admin/challenges/new', { ...texts, title: 'In flight', image: imageFile })
    const { status, refusal } = await refused(receiveChallenge({ request, params: {}, context }))
    expect(status).toBe(403)
    expect(refusal).toMatchObject({ message: 'Access Denied', values: { title: 'In flight' } })
    expect(await newest()).not.toMatchObject({ title: 'In flight' })
  })

  it('returns the input and the stored image, and accepts both again', async () => {
    const { status, refusal } = await refused(
      create({ ...texts, title: '', autoActivate: 'on', image: imageFile }),
    )
    expect(status).toBe(422)
    expect(refusal).toMatchObject({ message: null, errors: { title: 'Title is required' } })
    expect(refusal.values).toMatchObject({ requirements: 'One\nTwo', deadline: texts.deadline })
    expect(refusal.values).toMatchObject({ autoActivate: true, showVotes: true, allowVoting: false })
    const imageId = refusal.image?.id ?? ''
    expect(await create({ ...texts, title: 'Second try', imageId })).toMatchObject({ status: 201 })
    expect(await newest()).toMatchObject({ title: 'Second try', imageId })
  })

  it.each(['voting', 'canceled'])('refuses the status %s for a new challenge', async (status) => {
    const deadline = '2020-06-01T18:00'
    const answer = await refused(create({ ...texts, status, deadline, image: imageFile }))
    expect(answer.status).toBe(422)
    expect(answer.refusal.errors).toMatchObject({ status: CHALLENGE_FORM_MESSAGES.status })
    expect(await db.rows(sql`select 1 from challenges where status = ${status}`)).toEqual([])
  })

  it('needs an image', async () => {
    const { status, refusal } = await refused(create(texts))
    expect(status).toBe(422)
    expect(refusal.errors).toEqual({ image: 'Please upload an image for the challenge' })
  })

  it('marks every wrong field at once, with and without scripts, and focuses the first', async () => {
    const wrong = { ...texts, title: '', description: ' ', deadline: '', votingOpensAt: 'soon' }
    const { status, refusal } = await refused(create(wrong))
    expect(status).toBe(422)
    expect(refusal).toMatchObject({ message: null, values: { requirements: 'One\nTwo' } })
    expect(refusal.errors).toEqual({
      title: 'Title is required',
      description: 'Description is required',
      deadline: 'Deadline is required',
      votingOpensAt: CHALLENGE_FORM_MESSAGES.moment,
      image: 'Please upload an image for the challenge',
    })
    const html = shownAgain(refusal)
    for (const [name, message] of Object.entries(refusal.errors)) {
      const [control] = html.match(new RegExp(`<(input|textarea)[^>]* id="challenge-${name}"[^>]*>`)) ?? []
      expect(control).toContain('aria-invalid="true"')
      expect(control).toMatch(new RegExp(`aria-describedby="[^"]*challenge-${name}-error`))
      expect(control?.includes('autofocus')).toBe(name === 'title')
      expect(html).toMatch(new RegExp(`id="challenge-${name}-error".{0,400}${message}`))
    }
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(5)
    const summary = html.match(/role="alert".*?<\/ul>/)?.[0] ?? ''
    expect(
      [...summary.matchAll(/<a[^>]* href="#challenge-(\w+)"[^>]*>([^<]+)/g)].map(([, ...link]) => link),
    ).toEqual([
      ['title', 'Title and description are required'],
      ['deadline', 'Deadline is required'],
      ['votingOpensAt', CHALLENGE_FORM_MESSAGES.moment],
      ['image', 'Please upload an image for the challenge'],
    ])
  })

  it('is not saved after its image was refused, until another is chosen or the earlier one is kept', async () => {
    const gif = new File(['GIF89a'], 'loop.gif', { type: 'image/gif' })
    const first = await refused(create({ ...texts, image: gif }))
    expect(first.refusal).toMatchObject({ imageRefused: true, values: { title: texts.title } })
    const { refusal } = await refused(create({ ...texts, imageRefused: 'on' }))
    expect(refusal.errors.image).toBe('The image was not accepted. Please choose another one.')
    await refused(create({ ...texts, imageRefused: 'on', withoutImage: 'on' }))
    await create({ ...texts, imageRefused: 'on', image: imageFile })
    const { id, imageId } = (await newest()) ?? {}
    const { start } = await editChallengeForm(await requestContext(db, admin), id ?? '')
    const edit = { ...texts, title: 'Renamed', imageId: imageId ?? '', version: start.version }
    const kept = await refused(change(id, { ...edit, imageRefused: 'on' }))
    expect(kept.refusal.errors.image).toContain('choose another one or continue without it')
    const lost = await refused(change(id, { ...edit, imageId: newId() }))
    expect(lost.refusal).toMatchObject({ imageRefused: true, image: { id: imageId } })
    expect(await newest()).toMatchObject({ title: 'Night market' })
    await change(id, { ...edit, imageRefused: 'on', withoutImage: 'on' })
    expect(await newest()).toMatchObject({ title: 'Renamed', imageId })
  })

  it('is refused with a field that it does not have', async () => {
    const { status } = await refused(create({ ...texts, winner_id: admin.id, image: imageFile }))
    expect(status).toBe(422)
  })

  it('changes a challenge and keeps its image', async () => {
    await create({ ...texts, image: imageFile })
    const { id, imageId } = (await newest()) ?? {}
    const { start } = await editChallengeForm(await requestContext(db, admin), id ?? '')
    const { version } = start
    const sent = await change(id, { ...texts, title: 'Renamed', imageId: imageId ?? '', version })
    expect(sent.answer).toMatchObject({ ok: true, message: 'Challenge updated successfully!' })
    expect(await newest()).toMatchObject({ id, title: 'Renamed', imageId })
  })

  it('keeps an unchanged moment with its seconds, also in the hour that a clock change repeats', async () => {
    const deadline = new Date('2098-10-26T01:30:17Z')
    const id = await makeChallenge(db, { deadline })
    const berlin = { ...texts, status: 'active', timeZone: 'Europe/Berlin', image: imageFile }
    const saved = async (typed: string) => {
      const { start } = await editChallengeForm(await requestContext(db, admin), id)
      const { status } = await change(id, { ...berlin, deadline: typed, version: start.version })
      return { status, stored: (await challengeSettings(db, anAdmin, id))?.deadline }
    }
    expect(await saved('2098-10-26T02:30')).toEqual({ status: 201, stored: deadline })
    expect(await saved('2098-10-26T02:31')).toEqual({
      status: 201,
      stored: new Date('2098-10-26T00:31:00Z'),
    })
  })

  it('creates one challenge, however often it is sent, and none of other values', async () => {
    const { start } = await newChallengeForm(await requestContext(db, admin))
    const sent = { ...texts, title: 'Only once', image: imageFile, key: start.key }
    // A member has two uploads at once.
    const answers = await Promise.all([create(sent), create(sent)])
    expect([...answers, await create(sent)].map(({ status }) => status)).toEqual([201, 201, 201])
    const { status, refusal } = await refused(create({ ...sent, title: 'Only once, corrected' }))
    expect(status).toBe(409)
    expect(refusal).toMatchObject({
      message: CHALLENGE_FORM_MESSAGES.alreadyCreated,
      values: { title: 'Only once, corrected', key: start.key },
    })
    expect((await refused(create({ ...sent, image: await drawn(41) }))).status).toBe(409)
    expect(shownAgain(refusal)).toContain(`name="key" value="${start.key}"`)
    expect(await db.rows(sql`select id from challenges where title like 'Only once%'`)).toEqual([
      { id: start.key },
    ])
    expect(await db.rows(sql`select 1 as one from audit_log where subject_id = ${start.key}`)).toHaveLength(1)
  })

  it('is accepted again after its answer was lost, also with its image', async () => {
    const id = await makeChallenge(db)
    const { start } = await editChallengeForm(await requestContext(db, admin), id)
    const sent = { ...texts, status: 'active', image: imageFile, version: start.version }
    expect([(await change(id, sent)).status, (await change(id, sent)).status]).toEqual([201, 201])
    expect(await db.rows(sql`select 1 as one from audit_log where subject_id = ${id}`)).toHaveLength(1)
    expect((await refused(change(id, { ...sent, image: await drawn(41) }))).status).toBe(409)
  })

  it('is refused with its input if the challenge changed since the form was opened', async () => {
    const id = await makeChallenge(db)
    const { start } = await editChallengeForm(await requestContext(db, admin), id)
    const mine = { ...texts, status: 'active', image: imageFile, version: start.version }
    const sent = await Promise.all([
      change(id, { ...mine, title: 'First hand' }),
      change(id, { ...mine, title: 'Second hand' }),
    ])
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409])
    const { answer } = sent.find(({ status }) => status === 409) ?? {}
    expect(answer).toMatchObject({
      message: expect.stringMatching(/^Failed to save challenge\. It has changed since you opened it/),
      values: { title: expect.stringMatching(/hand$/), version: start.version, requirements: 'One\nTwo' },
    })
    const { version: _, ...withoutVersion } = mine
    for (const fields of [withoutVersion, ...['', '-1', '1e3'].map((version) => ({ ...mine, version }))]) {
      const { status, refusal } = await refused(change(id, fields))
      expect(status).toBe(409)
      expect(refusal).toMatchObject({ message: CHALLENGE_FORM_MESSAGES.stale, values: { title: mine.title } })
    }
  })

  it('asks before it completes a challenge, and shows whom that pays', async () => {
    const id = await makeChallenge(db)
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const submission = await makeSubmission(db, ann, id)
    await openVoting(db, id)
    await castVote(db, as(ben), id, submission)
    const { start } = await editChallengeForm(await requestContext(db, admin), id)
    const past = { deadline: '2020-06-01T18:00', allowVoting: 'on', image: imageFile, version: start.version }
    const completing = { ...texts, ...past, status: 'completed' }
    const { status, refusal } = await refused(change(id, completing))
    expect(status).toBe(409)
    expect(refusal.values).toMatchObject({ title: texts.title, status: 'completed' })
    expect(refusal.question?.consequences).toEqual([
      'Submissions and voting close now, and the status becomes Completed.',
      '1 participant will get no points. Use Complete in the list to pay them.',
      `${ann.displayName} leads with 1 vote and will win 100 bonus points.`,
    ])
    const html = shownAgain(refusal)
    expect(html).toMatch(/Complete Challenge.*1 participant will get no points/)
    expect(html).toMatch(/<button[^>]* name="confirmed"[^>]*>Complete Challenge</)
    expect(await challengeSettings(db, anAdmin, id)).toMatchObject({ status: 'voting' })
    const { version } = refusal.values
    const confirmed = { ...completing, imageId: refusal.image?.id ?? '', version, confirmed: 'on' }
    expect(await change(id, confirmed)).toMatchObject({ status: 201 })
    expect(await challengeSettings(db, anAdmin, id)).toMatchObject({ status: 'completed' })
    const again = await editChallengeForm(await requestContext(db, admin), id)
    expect(await change(id, { ...completing, version: again.start.version })).toMatchObject({ status: 201 })
  })

  it('asks before it hides a challenge with submissions', async () => {
    const id = await makeChallenge(db)
    const { start } = await editChallengeForm(await requestContext(db, admin), id)
    const hiding = { ...texts, image: imageFile, version: start.version, status: 'draft' }
    await makeSubmission(db, await makeMember(db), id)
    const { status, refusal } = await refused(change(id, hiding))
    expect(status).toBe(409)
    expect(shownAgain(refusal)).toMatch(/Hide Challenge.*its 1 submission are.*>Hide Challenge</)
    expect(await challengeSettings(db, anAdmin, id)).toMatchObject({ status: 'active' })
    const { version } = refusal.values
    const confirmed = { ...hiding, imageId: refusal.image?.id ?? '', version, confirmed: 'on' }
    expect(await change(id, confirmed)).toMatchObject({ status: 201 })
    expect(await challengeSettings(db, anAdmin, id)).toMatchObject({ status: 'draft' })
  })

  it('hides a challenge without submissions at once', async () => {
    const id = await makeChallenge(db)
    const { start } = await editChallengeForm(await requestContext(db, admin), id)
    const hiding = { ...texts, image: imageFile, version: start.version, status: 'draft' }
    expect(await change(id, hiding)).toMatchObject({ status: 201 })
  })

  it('saves only the status and the deadline that it has shown', async () => {
    const { start } = await newChallengeForm(await requestContext(db, admin))
    const { presetDeadline, presetType, deadline } = start
    const preset = { ...texts, timeZone: 'UTC', deadline, presetDeadline, presetType, image: imageFile }
    const daily = await refused(create({ ...preset, type: 'daily' }))
    expect(daily.refusal.errors.deadline).toContain('The deadline was moved to one day from now')
    const moved = daily.refusal.values
    expectPreset(moved.deadline, 1)
    expect(moved).toMatchObject({ presetDeadline: moved.deadline, presetType: 'daily' })
    const shown = { deadline: moved.deadline, presetDeadline: moved.deadline, presetType: 'daily' }
    const second = { ...preset, ...shown, type: 'daily', autoActivate: 'on', startDate: '2020-06-01T18:00' }
    const told = await refused(create(second))
    expect(told.refusal.values).toMatchObject({ savedAs: 'active', status: 'draft' })
    expect(shownAgain(told.refusal)).toContain('Will be saved as Active, not as Draft')
    expect(await create({ ...second, savedAs: 'active' })).toMatchObject({ status: 201 })
    expect((await newest())?.deadline).toEqual(new Date(`${moved.deadline}Z`))
  })

  const newFormFrom = async (from: string) =>
    newChallengeForm(await requestContext(db, admin), new URLSearchParams({ from }))

  it('starts as a copy of another challenge with its own dates', async () => {
    await create({ ...texts, title: 'Night market', type: 'daily', image: imageFile })
    const model = await newest()
    const { start, imageId } = await newFormFrom(model?.id ?? '')
    expect(start).toMatchObject({
      title: 'Copy of Night market',
      type: 'daily',
      status: 'draft',
      allowVoting: false,
    })
    expectPreset(start.deadline, 1)
    expect(start.votingOpensAt + start.startDate + start.version).toBe('')
    expect(imageId).toBe(model?.imageId)
    expect(await create({ ...texts, imageId: imageId ?? '' }, other)).toMatchObject({ status: 201 })
    for (const none of ['', 'nowhere', newId()]) {
      expect(await newFormFrom(none)).toMatchObject({ imageId: null })
    }
  })

  it.each([
    ['draft', '', 'draft'],
    ['announced', '', 'upcoming'],
    ['scheduled', '2099-05-01T18:00', 'upcoming'],
    ['open', '', 'active'],
  ])('without scripts, another opening than shown decides: %s', async (opening, startDate, status) => {
    const openedWith = opening === 'draft' ? 'open' : 'draft'
    const typed = {
      ...texts,
      opening,
      openedWith,
      startDate,
      status: openedWith === 'open' ? 'active' : 'draft',
    }
    expect(await create({ ...typed, image: imageFile })).toMatchObject({ status: 201 })
    expect(await newest()).toMatchObject({ status, startDate: startDate ? expect.any(Date) : null })
  })

  it('keeps the fields where the opening is the one that was shown, and drops no start date', async () => {
    const asShown = { ...texts, status: 'active', opening: 'draft', openedWith: 'draft', image: imageFile }
    expect(await create(asShown)).toMatchObject({ status: 201 })
    expect(await newest()).toMatchObject({ status: 'active' })
    const { startDate, activeStart } = CHALLENGE_FORM_MESSAGES
    const undated = { ...texts, opening: 'scheduled', openedWith: 'draft', image: imageFile }
    const { refusal } = await refused(create(undated))
    expect(refusal.errors).toEqual({ startDate })
    expect(refusal.values).toMatchObject({ status: 'upcoming', autoActivate: true })
    const dated = { ...undated, opening: 'open', startDate: '2099-05-01T18:00' }
    expect((await refused(create(dated))).refusal.errors).toEqual({ startDate: activeStart })
    expect(await create({ ...undated, opening: 'never' })).toMatchObject({ status: 422 })
  })

  it('is saved, or refused with a message, for any input', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(...Object.values(texts)),
    )
    const name = fc.oneof(
      fc.constantFrom(...Object.keys(texts), 'autoActivate', 'version', 'imageId', 'removeImage', 'image'),
      fc.string({ maxLength: 12 }),
    )
    const value = fc.oneof(
      word,
      word.map((text) => new File([text], 'note.txt', { type: 'text/plain' })),
      fc.constant(imageFile),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, value), { maxLength: 12 }),
        fc.boolean(),
        async (sent, whole) => {
          const body = new FormData()
          for (const [field, text] of Object.entries(whole ? texts : {})) body.append(field, text)
          for (const [field, content] of sent) body.append(field, content)
          const request = new Request(`${origin}/admin/challenges/new`, { method: 'POST', body })
          const context = await requestContext(db, admin)
          const received = await receiveChallenge({ request, params: {}, context }).catch(
            (refusal) => refusal,
          )
          if ([...body].length > 30 && received instanceof Response) {
            expect(received.status).toBe(413)
            return
          }
          const { status, answer } = received
          expect([201, 409, 422]).toContain(status)
          if (!answer.ok) expect([answer.message, ...Object.values(answer.errors)].some(Boolean)).toBe(true)
        },
      ),
      { numRuns: 120 },
    )
  })

  it('answers 404 for a challenge that does not exist', async () => {
    const { status, refusal } = await refused(change('nowhere', { ...texts, image: imageFile }))
    expect(status).toBe(404)
    expect(refusal.message).toBe('Challenge not found')
  })

  it('returns the input after a server error', async () => {
    let transactions = 0
    const broken: Database = {
      ...db,
      // The first transaction stores the image.
      transaction: (work) =>
        transactions++ === 0 ? db.transaction(work) : Promise.reject(new Error('broken on purpose')),
    }
    const request = formRequest('/admin/challenges/new', { ...texts, image: imageFile })
    const sending = receiveChallenge({ request, params: {}, context: await requestContext(broken, admin) })
    const { status, refusal } = await refused(sending)
    expect(status).toBe(500)
    expect(refusal).toMatchObject({ message: 'Failed to save challenge', values: { title: 'Night market' } })
    expect(refusal.image?.id).toBeDefined()
  })

  it('refuses a status that the challenge cannot take', async () => {
    const id = await makeChallenge(db)
    const sent = { ...texts, status: 'canceled', image: imageFile, version: '0' }
    const { status } = await refused(change(id, sent))
    expect(status).toBe(422)
  })
})

/** The form as a browser without scripts shows it after a refusal. */
function shownAgain(refused: ChallengeRefusal): string {
  const form = {
    start: refused.values,
    statuses: statusChoices('draft'),
    now: new Date(),
    label: 'Save',
    busyLabel: 'Saving...',
  }
  const Stub = createRoutesStub([
    { path: '/', Component: () => createElement(ChallengeForm, { ...form, refused }) },
  ])
  return renderToStaticMarkup(createElement(Stub))
}

async function create(fields: Record<string, string | File>, by = admin) {
  const request = formRequest('/admin/challenges/new', fields)
  return receiveChallenge({ request, params: {}, context: await requestContext(db, by) })
}

async function change(id: string | undefined, fields: Record<string, string | File>) {
  const request = formRequest(`/admin/challenges/${id}/edit`, fields)
  return receiveChallenge({ request, params: { id }, context: await requestContext(db, admin) })
}

async function refused(sending: Promise<FormResponse<ChallengeRefusal>>) {
  const { answer, status } = await sending
  if (answer.ok) throw new Error('It was accepted')
  return { status, refusal: answer }
}

function newest() {
  return db.row<{ id: string; imageId: string | null; deadline: Date }>(sql`
    select id, title, status, start_date as "startDate", deadline, allow_voting as "allowVoting", image_id as "imageId"
    from challenges order by created_at desc, id desc limit 1`)
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

async function drawn(width = 40): Promise<File> {
  const canvas = { width, height: 30, channels: 3 as const, background: '#c7391c' }
  const bytes = await sharp({ create: canvas }).png().toBuffer()
  return new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' })
}
