import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { makeDueChallenges } from '#domain/series/make.server.ts'
import { oneSeries } from '#domain/series/queries.server.ts'
import { SERIES_MESSAGES as MESSAGES } from '#domain/series/rules.ts'
import { newId } from '#platform/id.server.ts'
import { makeAdmin, makeSeries } from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as dashboard from '../dashboard/dashboard.tsx'
import * as change from './change.tsx'
import * as edit from './edit-series.tsx'
import * as list from './list.tsx'
import * as move from './move-prompt.ts'
import * as create from './new-series.tsx'
import * as prompt from './prompt.tsx'
import * as show from './show.tsx'

const { db } = await testDatabase()
const admin = await makeAdmin(db, { displayName: 'Keeper' })
const imageId = newId()
await db.rows(sql`
  insert into images (id, owner_id, purpose, width, height, widths, bytes)
  values (${imageId}, ${admin.id}, 'challenge', 800, 450, '{480}', 1)`)

const form = {
  name: 'Monday prompt',
  repeats: '2',
  weekday1: 'on',
  weekday4: 'on',
  monthDay: '',
  firstOn: '2027-03-01',
  startsAt: '09:00',
  timeZone: 'europe/berlin',
  entryDays: '6',
  entryHours: '12',
  votingDays: '2',
  aheadDays: '7',
  mode: 'draft',
  kind: 'image',
  type: 'weekly',
  requirements: '',
  voters: 'everyone',
  showVotes: 'on',
}

async function send(fields: Record<string, string>, id?: string) {
  const path = id ? `/admin/series/${id}/edit` : '/admin/series/new'
  const context = await requestContext(db, admin)
  const args = { request: formRequest(path, fields), context, params: { id } }
  const answer = await (id ? edit : create).action(args as never)
  return answer instanceof Response
    ? { to: answer.headers.get('Location') ?? '' }
    : { ...(answer as { data: { message: string | null; errors: object; values: object } }).data }
}

const idIn = (to: string | undefined) => to?.split('/').at(-1) ?? ''

it('creates a series from its form, and changes it (SER-3, SER-5)', async () => {
  const sent = (await send({ ...form, imageId, key: newId() })) as { to: string }
  const id = idIn(sent.to)
  const series = await oneSeries(db, admin, id)
  expect(series).toMatchObject({
    name: 'Monday prompt',
    weekdays: [1, 4],
    everyWeeks: 2,
    monthDay: null,
    timeZone: 'Europe/Berlin',
    entryHours: 12,
    publishes: false,
    imageId,
    fields: { kind: 'image', showVotes: true, allowComments: false },
  })
  const monthly = { ...form, repeats: 'monthly', monthDay: '31', mode: 'publish', version: '0' }
  expect(await send(monthly, id)).toEqual({ to: `/admin/series/${id}` })
  expect(await oneSeries(db, admin, id)).toMatchObject({
    weekdays: [],
    everyWeeks: null,
    monthDay: 31,
    publishes: true,
  })
  expect(await send({ ...monthly, votingDays: '9' }, id)).toMatchObject({ message: MESSAGES.stale })
  expect(await send({ ...form, imageId, key: newId() })).toMatchObject({
    errors: { name: MESSAGES.nameTaken },
  })
  const { html } = await openPage(db, edit, `/admin/series/${id}/edit`, { viewer: admin, params: { id } })
  expect(html).toMatch(/name="monthDay"[^>]*value="31"|value="31"[^>]*name="monthDay"/)
})

it.each([
  ['name', MESSAGES.name, { name: ' ' }],
  ['name', MESSAGES.nameLength, { name: 'x'.repeat(81) }],
  ['repeats', MESSAGES.repeats, { repeats: '5' }],
  ['weekdays', MESSAGES.weekdays, { weekday1: '', weekday4: '' }],
  ['monthDay', MESSAGES.monthDay, { repeats: 'monthly', monthDay: '32' }],
  ['firstOn', MESSAGES.firstOn, { firstOn: '2027-02-30' }],
  ['firstOn', MESSAGES.firstOn, { firstOn: '2027-02-03T09:00' }],
  ['startsAt', MESSAGES.startsAt, { startsAt: '24:00' }],
  ['timeZone', MESSAGES.timeZone, { timeZone: 'Europe/Nowhere' }],
  ['entryDays', MESSAGES.entryDays, { entryDays: '91' }],
  ['entryDays', MESSAGES.entryLength, { entryDays: '0', entryHours: '0' }],
  ['entryHours', MESSAGES.entryHours, { entryHours: '1e1' }],
  ['votingDays', MESSAGES.votingDays, { votingDays: '0' }],
  ['aheadDays', MESSAGES.aheadDays, { aheadDays: '61' }],
  ['mode', MESSAGES.mode, { mode: 'later' }],
  ['kind', 'Please choose one of the kinds offered', { kind: 'dance' }],
  ['requirements', 'Requirements must be at most 5,000 characters', { requirements: 'x'.repeat(5001) }],
  ['image', MESSAGES.image, { imageId: '' }],
])('refuses %s: %s (SER-3)', async (field, message, wrong: Record<string, string>) => {
  const all = Object.entries({ ...form, name: 'Refused', imageId, key: newId(), ...wrong })
  const fields = Object.fromEntries(all.filter(([name, value]) => value || !/^weekday/.test(name)))
  const answer = await send(fields)
  expect(answer).toMatchObject({ message: null, errors: { [field]: message } })
  // Nothing typed is lost.
  if (!wrong.repeats)
    expect(answer).toMatchObject({ values: { firstOn: fields.firstOn, entryDays: fields.entryDays } })
  expect(await db.rows(sql`select from series where name = 'Refused'`)).toEqual([])
})

it('shows what is next, the queue, and that it is empty (SER-4, SER-10)', async () => {
  const { id } = await makeSeries(db, admin.id, { name: 'Evening', prompts: ['Lanterns', 'Bridges'] })
  const open = () => openPage(db, show, `/admin/series/${id}`, { viewer: admin, params: { id } })
  const { text, html } = await open()
  expect(text).toContain('Every Monday at 09:00, Europe/Berlin')
  expect(text).toMatch(/Next dates .*Monday, \w+ \d+, \d{4} Lanterns Skip .*Bridges Skip .*No prompt yet/)
  expect(html).toContain(`/admin/series/${id}/skip?date=`)
  expect((await openPage(db, list, '/admin/series', { viewer: admin })).text).toMatch(
    /Evening .*Running .*2 prompts/,
  )
  await db.rows(sql`delete from series_prompts where series_id = ${id}`)
  expect((await open()).text).toContain('The queue is empty, so no challenge is made.')
  const home = await openPage(db, dashboard, '/admin', { viewer: admin })
  expect(home.text).toContain('The series Evening has no prompts, so no challenge is made.')
  const missing = { viewer: admin, params: { id: newId() } }
  expect((await openPage(db, show, '/admin/series/none', missing)).status).toBe(404)
})

it('leads to the challenge that was made, on the day to which it was moved', async () => {
  const { id } = await makeSeries(db, admin.id, { prompts: ['Rivers'] })
  const due = await db.row<{ at: Date }>(sql`select app_now() + interval '40 days' as at`)
  await db.rows(sql`update series set make_at = app_now() where id = ${id}`)
  const [made] = await at(db, due?.at ?? '', (tx) => makeDueChallenges(tx))
  const { html, text } = await openPage(db, show, `/admin/series/${id}`, { viewer: admin, params: { id } })
  expect(text).toContain('Made: Rivers')
  expect(html).toContain(`/admin/challenges/${made}`)
})

it('adds, changes and moves prompts, and keeps what was typed after a refusal (SER-4)', async () => {
  const { id, prompts } = await makeSeries(db, admin.id, { prompts: ['A', 'B'] })
  const titles = async () => (await oneSeries(db, admin, id))?.prompts.map(({ title }) => title)
  const act = async (module: { action: unknown }, promptId: string, fields: Record<string, string>) => {
    const request = formRequest(`/admin/series/${id}/prompts/${promptId}`, fields)
    const context = await requestContext(db, admin)
    const answer = await (module.action as (args: object) => Promise<unknown>)({
      request,
      context,
      params: { id, promptId },
    })
    return answer instanceof Response ? answer.headers.get('Location') : (answer as { data: object }).data
  }
  const key = newId()
  for (let again = 0; again < 2; again++)
    expect(await act(prompt, 'new', { title: 'C', brief: 'Draw C.', key })).toBe(`/admin/series/${id}`)
  expect(await titles()).toEqual(['A', 'B', 'C'])
  expect(await act(prompt, 'new', { title: '', brief: 'Kept', key: newId() })).toMatchObject({
    typed: { brief: 'Kept' },
  })
  expect(await act(prompt, prompts[0] ?? '', { title: 'First', brief: 'Draw.' })).toBe(`/admin/series/${id}`)
  expect(await act(move, key, { place: '1' })).toBe(`/admin/series/${id}`)
  expect(await titles()).toEqual(['C', 'First', 'B'])
  expect(await act(move, key, { place: 'first' })).toMatchObject({ message: MESSAGES.promptFailed })
  expect(await act(move, newId(), { place: '1' })).toMatchObject({ message: MESSAGES.promptMissing })
})

it.each([
  ['pause', '', 'It makes no challenges until you resume it.'],
  ['skip', '?date=2027-03-01', 'Monday, Mar 1, 2027'],
  ['skip', '?date=soon', MESSAGES.noDate],
  ['restore', '', MESSAGES.noDate],
  ['delete', '', 'The challenges that it made stay.'],
])('asks before %s%s (SER-6, SER-7, SER-8)', async (verb, query, text) => {
  const { id } = await makeSeries(db, admin.id)
  const options = { viewer: admin, params: { id, verb } }
  expect((await openPage(db, change, `/admin/series/${id}/${verb}${query}`, options)).text).toContain(text)
})
