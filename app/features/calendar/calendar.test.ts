import ICAL from 'ical.js'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import {
  calendarAddressSince,
  createCalendarAddress,
  endCalendarAddress,
} from '#domain/notifications/calendars.server.ts'
import { followChallenge } from '#domain/notifications/follows.server.ts'
import { as, daysFromNow, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { origin, requestContext } from '#test/request-context.ts'
import { ADDRESS_PATH, rateLimit } from './address.ts'
import { loader as all } from './all.ts'
import { loader as one } from './challenge.ts'
import { action as endAddress } from './end-address.ts'
import { loader as mine } from './mine.ts'
import * as privateAddress from './private-address.tsx'

const { db } = await testDatabase()

type Loader = (args: never) => Promise<Response>

async function load(loader: unknown, params: Record<string, string> = {}): Promise<Response> {
  const args = { request: new Request(origin), params, context: await requestContext(db, null) }
  return (loader as Loader)(args as never).catch((thrown: Response) => thrown)
}

/** The events by a parser that is not the generator's. */
async function eventsOf(response: Response) {
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true)
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, startDate, endDate } = new ICAL.Event(component)
    expect(endDate.toJSDate().getTime()).toBeGreaterThan(startDate.toJSDate().getTime())
    expect(description).toMatch(/\n\nhttps?:\/\/[^/]+\/challenges\/[\da-f-]{36}$/)
    const alarms = component
      .getAllSubcomponents('valarm')
      .map((alarm) => String(alarm.getFirstPropertyValue('trigger')))
    return { uid, summary, start: startDate.toJSDate().toISOString(), alarms }
  })
}

const wholeSecond = (date: Date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000)

it('a challenge has its opening, its deadline with alarms, and the end of voting', async () => {
  const title = 'Türen; a, b \\ "c"\u2028 '.repeat(5).trim()
  const [startDate, deadline] = [wholeSecond(daysFromNow(2)), wholeSecond(daysFromNow(9))]
  const id = await makeChallenge(db, { title, status: 'upcoming', startDate, deadline })
  const events = await eventsOf(await load(one, { id }))
  expect(events.map(({ summary }) => summary)).toEqual([
    `Opens: ${title}`,
    `Deadline: ${title}`,
    `Voting ends: ${title}`,
  ])
  expect(events[0]?.start).toBe(startDate.toISOString())
  expect(events[1]?.start).toBe(deadline.toISOString())
  expect(events.map(({ alarms }) => alarms)).toEqual([[], ['-P1D', '-PT3H'], []])
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(3)
  expect(await eventsOf(await load(one, { id }))).toEqual(events)
})

it('a title from right to left is kept apart from what the event is', async () => {
  const id = await makeChallenge(db, { title: 'אתגר!', status: 'upcoming', startDate: daysFromNow(2) })
  const [opening] = await eventsOf(await load(one, { id }))
  expect(opening?.summary).toBe('Opens: \u2068אתגר!\u2069')
})

it('a calendar has the title of its challenge as its name', async () => {
  const title = 'Türen; a, b \\ "c"'
  const response = await load(one, { id: await makeChallenge(db, { title }) })
  const text = (await response.text()).replaceAll('\r\n ', '')
  for (const property of ['NAME', 'X-WR-CALNAME'])
    expect(text).toMatch(new RegExp(`^${property}:.*Türen\\\\; a\\\\, b \\\\\\\\ "c"`, 'm'))
})

it('the file of a challenge is named after it', async () => {
  for (const [title, name] of [
    ['Türen; a, b \\ "c"', 'turen-a-b-c'],
    ['折り紙', 'challenge'],
  ] as const) {
    const response = await load(one, { id: await makeChallenge(db, { title }) })
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}.ics"`)
  }
  expect((await load(all)).headers.get('Content-Disposition')).toBe('attachment; filename="dojo.ics"')
})

it('drafts and unknown challenges are not found', async () => {
  const draft = await makeChallenge(db, { status: 'draft' })
  for (const id of [draft, 'unknown', '00000000-0000-7000-8000-000000000000'])
    expect((await load(one, { id })).status).toBe(404)
})

it('the public calendar has unfinished challenges, and a member’s those that they follow or have entered', async () => {
  await db.rows(sql`delete from challenges`)
  const [followed, entered, other, over] = [
    await makeChallenge(db, { title: 'Followed' }),
    await makeChallenge(db, { title: 'Entered' }),
    await makeChallenge(db, { title: 'Other' }),
    await makeChallenge(db, { title: 'Over', status: 'completed', deadline: daysFromNow(-3) }),
  ]
  await makeChallenge(db, { title: 'Draft', status: 'draft' })
  const ann = await makeMember(db)
  await followChallenge(db, as(ann), followed)
  await makeSubmission(db, ann, entered)
  await openVoting(db, entered)
  const titles = async (response: Response) => (await eventsOf(response)).map(({ summary }) => summary).sort()
  expect(await titles(await load(all))).toEqual([
    'Deadline: Followed',
    'Deadline: Other',
    'Voting ends: Entered',
    'Voting ends: Followed',
    'Voting ends: Other',
  ])
  expect(await eventsOf(await load(one, { id: over }))).toEqual([])
  expect((await eventsOf(await load(one, { id: other }))).length).toBe(2)

  const token = await createCalendarAddress(db, ann)
  expect(await titles(await load(mine, { token }))).toEqual([
    'Deadline: Followed',
    'Voting ends: Entered',
    'Voting ends: Followed',
  ])
})

it('a private address ends with a new one, with its end and with a suspension', async () => {
  const ann = await makeMember(db)
  const first = await createCalendarAddress(db, ann)
  const second = await createCalendarAddress(db, ann)
  const statusOf = async (token: string) => (await load(mine, { token })).status
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  await db.rows(sql`update users set suspended_at = app_now(), suspended_reason = 'x' where id = ${ann.id}`)
  expect(await statusOf(second)).toBe(404)
  await db.rows(sql`update users set suspended_at = null, suspended_reason = null where id = ${ann.id}`)
  await endCalendarAddress(db, ann)
  expect(await statusOf(second)).toBe(404)
  for (const token of ['', 'x', 'x'.repeat(43), '../x']) expect(await statusOf(token)).toBe(404)
})

it('a private address can be ended after too many creations', async () => {
  const ann = await makeMember(db)
  const send = async (action: unknown) => {
    const request = new Request(`${origin}${ADDRESS_PATH}`, { method: 'POST', body: new URLSearchParams() })
    const args = { request, params: {}, context: await requestContext(db, ann) }
    return (action as (args: never) => Promise<{ status?: number }>)(args as never).catch((thrown) => thrown)
  }
  for (let turn = 0; turn < rateLimit.points; turn++) await send(privateAddress.action)
  expect(await send(privateAddress.action)).toMatchObject({ status: 429 })
  expect(await calendarAddressSince(db, ann)).not.toBeNull()
  expect(await send(endAddress)).toMatchObject({ status: 303 })
  expect(await calendarAddressSince(db, ann)).toBeNull()
})

it('the page of the private address says what its buttons do', async () => {
  const viewer = await makeMember(db)
  const open = async () => (await openPage(db, privateAddress, '/profile/calendar', { viewer })).text
  expect(await open()).toContain('Create private address')
  await createCalendarAddress(db, viewer)
  expect(await open()).toMatch(/Create new private address End the address/)
})
