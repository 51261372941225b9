import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { MOVE_MESSAGES } from '#domain/lifecycle/rules.ts'
import { newId } from '#platform/id.server.ts'
import {
  accepted,
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeSeries,
  makeSubmission,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as move from '../challenges/move.tsx'
import * as calendar from './calendar.tsx'

const { db } = await testDatabase()
const admin = await makeAdmin(db, { displayName: 'Keeper' })
const zone = 'zone=Europe/Berlin'
const open = (query: string) => openPage(db, calendar, `/admin/calendar?${query}`, { viewer: admin })

const winter = {
  title: 'Winter roofs',
  status: 'upcoming' as const,
  startDate: new Date('2027-03-31T22:30Z'),
  deadline: new Date('2027-04-07T22:30Z'),
}

it('has the dates of challenges in the month of the zone, each leading to its page (SER-11)', async () => {
  const id = await makeChallenge(db, winter)
  const draft = await makeChallenge(db, { ...winter, title: 'A thought', status: 'draft' })
  const { text, html } = await open(`month=2027-04&${zone}`)
  expect(text).toMatch(/Thursday, Apr 1, 2027 1 Opens, 12:30 AM Winter roofs Move/)
  expect(text).toMatch(/Thursday, Apr 8, 2027 8 Entries close, 12:30 AM Winter roofs/)
  expect(text).toMatch(/Sunday, Apr 11, 2027 11 Voting ends, 12:30 AM Winter roofs/)
  expect(text).toContain('Draft: opens, 12:30 AM A thought')
  expect(html).toContain(`href="/admin/challenges/${id}"`)
  expect(html).toContain(`/admin/challenges/${draft}/move?zone=Europe%2FBerlin&amp;returnTo=`)
  expect(html).toContain(`month=2027-03&amp;zone=Europe%2FBerlin`)
  const utc = await open('month=2027-03')
  expect(utc.text).toMatch(/Wednesday, Mar 31, 2027 31 Opens, 10:30 PM Winter roofs/)
})

it('has what is over, and no dates that its end came before', async () => {
  const id = await makeChallenge(db, { title: 'Old bridges', deadline: daysFromNow(9) })
  await makeSubmission(db, await makeMember(db), id)
  accepted(await completeChallenge(db, as(admin), id))
  const { text } = await open('')
  expect(text).toMatch(/Completed, [\d:]+ [AP]M Old bridges/)
  expect(text).not.toMatch(/Entries close, [\d:]+ [AP]M Old bridges/)
  expect(text).not.toMatch(/Old bridges Move/)
})

it('has the coming dates of running series, with their prompts', async () => {
  const { id } = await makeSeries(db, admin.id, { name: 'Evening', prompts: ['Lanterns'] })
  await db.rows(sql`update series set first_on = '2027-06-01' where id = ${id}`)
  const { text, html } = await open(`month=2027-06&${zone}`)
  expect(text.match(/Series Evening, 9:00 AM/g)).toHaveLength(4)
  expect(text).toMatch(/Monday, Jun 7, 2027 7 Series Evening, 9:00 AM Lanterns/)
  expect(text).toMatch(/Monday, Jun 14, 2027 14 Series Evening, 9:00 AM No prompt yet/)
  expect(html).toContain(`href="/admin/series/${id}"`)
  await db.rows(sql`update series set paused_at = app_now() where id = ${id}`)
  expect((await open(`month=2027-06&${zone}`)).text).not.toContain('Series Evening')
})

it('has the dates of a daily series many years ahead', async () => {
  const { id } = await makeSeries(db, admin.id, { name: 'Daily' })
  await db.rows(sql`update series set weekdays = '{1,2,3,4,5,6,7}' where id = ${id}`)
  expect((await open(`month=2040-05&${zone}`)).text.match(/Series Daily, 9:00 AM/g)).toHaveLength(31)
  await db.rows(sql`delete from series where id = ${id}`)
})

it.each(['month=2027-13', 'month=1999-12', 'month=soon', 'zone=Mars', 'month=', `month=${'9'.repeat(300)}`])(
  'shows this month for %.20s',
  async (query) => {
    const { status, text } = await open(query)
    expect(status).toBe(200)
    expect(text).toContain(
      new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(),
    )
  },
)

it('leads on to the last month, and back to the first', async () => {
  expect((await open('month=2099-11')).html).not.toContain('month=2099-12')
  expect((await open('month=2000-01')).html).not.toContain('month=1999')
})

it('moves a challenge by the form of its page, and keeps what was typed after a refusal (SER-12)', async () => {
  const id = await makeChallenge(db, winter)
  const page = await openPage(db, move, `/admin/challenges/${id}/move?${zone}&returnTo=/admin/calendar`, {
    viewer: admin,
    params: { id },
  })
  expect(page.text).toContain('It opens on Thursday, Apr 1, 2027 at 12:30 AM, Europe/Berlin.')
  expect(page.html).toContain('value="2027-04-01"')
  const dropped = (day: string) =>
    openPage(db, move, `/admin/challenges/${id}/move?day=${day}&${zone}`, { viewer: admin, params: { id } })
  expect((await dropped('2027-04-09')).text).toContain('It opens on Thursday, Apr 1, 2027')
  expect((await dropped('2027-04-09')).html).toContain('value="2027-04-09"')
  for (const day of ['soon', '2027-02-30', '9'.repeat(300)])
    expect((await dropped(day)).html).toContain('value="2027-04-01"')
  const send = async (fields: Record<string, string>, to = id) => {
    const request = formRequest(`/admin/challenges/${to}/move`, {
      timeZone: 'Europe/Berlin',
      version: '0',
      ...fields,
    })
    const answer = await move.action({
      request,
      context: await requestContext(db, admin),
      params: { id: to },
    } as never)
    return answer instanceof Response ? answer.headers.get('Location') : answer.data
  }
  expect(await send({ day: '2020-01-01' })).toMatchObject({
    message: MOVE_MESSAGES.past,
    typed: { day: '2020-01-01' },
  })
  expect(await send({ day: '2027-04-05', returnTo: '/admin/calendar?month=2027-04' })).toBe(
    '/admin/calendar?month=2027-04',
  )
  expect(await db.row(sql`select start_date from challenges where id = ${id}`)).toEqual({
    start_date: new Date('2027-04-04T22:30Z'),
  })
  expect(await send({ day: '2027-04-06' })).toMatchObject({ message: MOVE_MESSAGES.stale })
  expect(await send({ day: '2027-04-06' }, newId())).toMatchObject({ message: 'Challenge not found' })
  const open = await makeChallenge(db)
  const refusal = await openPage(db, move, `/admin/challenges/${open}/move`, {
    viewer: admin,
    params: { id: open },
  })
  expect(refusal.text).toContain(MOVE_MESSAGES.opened)
})
