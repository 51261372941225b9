import type { ShouldRevalidateFunctionArgs } from 'react-router'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import { applyPointsEntries } from '#domain/points/ledger.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeMember, makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import * as leaderboard from './leaderboard.tsx'
import { periodSpan } from './periods.ts'

const { db } = await testDatabase()
const path = '/leaderboard'

function rows(html: string): number {
  return html.match(/<tbody[\s\S]*?<\/tbody>/)?.[0].match(/<tr/g)?.length ?? 0
}

it('shows an empty state', async () => {
  expect((await openPage(db, leaderboard, path)).text).toContain(
    'No ninjas found yet. Be the first to participate!',
  )
})

it('shows five rows, or twenty when expanded', async () => {
  const members = await makeMembers(db, 25)
  await db.rows(sql`update users set points = 31240, rank = 'Legendary Ninja' where id = ${members[7]?.id}`)
  const folded = await openPage(db, leaderboard, path)
  expect(rows(folded.html)).toBe(5)
  expect(folded.html).toContain('31,240')
  expect(folded.html).toContain('href="/leaderboard?ninjas=20#top-ninjas"')
  expect(rows((await openPage(db, leaderboard, `${path}?ninjas=20`)).html)).toBe(20)
  expect(rows((await openPage(db, leaderboard, `${path}?ninjas=21`)).html)).toBe(5)
})

it('marks the viewer', async () => {
  const me = await makeMember(db)
  await db.rows(sql`update users set points = 40000, rank = 'Legendary Ninja' where id = ${me.id}`)
  const { html } = await openPage(db, leaderboard, path, { viewer: { ...me, points: 40_000 } })
  const marked = html.match(/<tr [^>]*data-marked="true".*?<\/tr>/gs)
  expect(marked).toEqual([expect.stringContaining(me.displayName)])
})

it('shows members their place among all, which equal totals share, and the last place', async () => {
  const members = await makeMembers(db, 3)
  await db.rows(sql`update users set points = 50000 where id = ${members[0]?.id}`)
  await db.rows(sql`update users set points = 60000, joined_date = app_now() + interval '1 day'
    where id = ${members[1]?.id}`)
  await db.rows(sql`update users set points = 60000 where id = ${members[2]?.id}`)
  const total = (await db.row<{ n: number }>(sql`select count(*)::int as n from users`))?.n ?? 0
  const open = async (index: number) =>
    (await openPage(db, leaderboard, path, { viewer: members[index] ?? null })).text
  expect(await open(2)).toContain(`1st of ${total} See your row`)
  expect(await open(1)).toContain(`1st of ${total} See your row`)
  expect(await open(0)).toContain(`3rd of ${total}`)
  await db.rows(sql`update users set points = 1 where points = 0`)
  const last = await makeMember(db)
  const { html, text } = await openPage(db, leaderboard, path, { viewer: last })
  expect(text).toContain(`${total + 1}th of ${total + 1} See your points`)
  expect(html).toContain('href="/profile/points"')
  const standing = 'aria-label="Your standing"'
  expect(html).toContain(standing)
  expect((await openPage(db, leaderboard, path)).html).not.toContain(standing)
})

it('explains points with all three descriptions of the bonus', async () => {
  const { text } = await openPage(db, leaderboard, path)
  expect(text).toContain(
    '+25 for entering a challenge +5 for every vote you receive +1 for every vote you cast +100 for winning',
  )
  expect(text).toContain('50 Daily 100 Weekly 200 Monthly 250 Special')
  expect(text).toContain('25-100 bonus points')
  expect(text).toContain('Every win adds 100 points; these figures are not added.')
  expect(text).toContain('Most votes win; ties go to the earlier entry.')
})

it('leaves out guide values where the site does not show them (ADM-150)', async () => {
  const context = await requestContext(db, null)
  const { settings } = context.get(servicesContext)
  await db.rows(sql`insert into site_settings (name, value) values ('guideValues', 'false')`)
  await settings.refresh()
  const { html, text } = await openPage(db, leaderboard, path, { context })
  await db.rows(sql`delete from site_settings`)
  for (const absent of ['Guide values', '25-100', '40%']) expect(html).not.toContain(absent)
  for (const counted of ['+100 for winning', 'Ninja Ranks']) expect(text).toContain(counted)
})

it('folds the figures that do not count under Guide values', async () => {
  const { html } = await openPage(db, leaderboard, path)
  const folded = html.match(/<details[^>]*><summary[^>]*>Guide values[\s\S]*?<\/details>/g) ?? []
  expect(folded).toHaveLength(2)
  const rest = folded.reduce((page, part) => page.replace(part, ''), html)
  for (const figure of ['25-100', '>250<', '40%', '~375 challenges']) {
    expect(folded.join()).toContain(figure)
    expect(rest).not.toContain(figure)
  }
})

it('links the row of a member in the list, not that of one who shares the place behind it', async () => {
  const members = await makeMembers(db, 25)
  await db.rows(sql`update users set points = 90000 where id = any(${members.map(({ id }) => id)}::uuid[])`)
  const listed = (await openPage(db, leaderboard, `${path}?ninjas=20`)).html
  const isListed = (member: { displayName: string }) => listed.includes(`>${member.displayName}<`)
  const [inside, behind] = [members.find(isListed), members.find((member) => !isListed(member))]
  const open = async (viewer = members[0]) =>
    (await openPage(db, leaderboard, path, { viewer: viewer ?? null })).text
  expect(await open(inside)).toMatch(/1st of \d+ See your row/)
  expect(await open(behind)).toMatch(/1st of \d+ See your points/)
  await db.rows(sql`update users set points = 0 where id = any(${members.map(({ id }) => id)}::uuid[])`)
})

it('lists a month and a season, with the viewer’s place', async () => {
  const members = await makeMembers(db, 22)
  const viewer = members[21] ?? null
  expect((await openPage(db, leaderboard, `${path}?period=month`)).text).toContain('No points this month yet')
  for (const [index, { id }] of members.slice(0, 21).entries()) {
    await applyPointsEntries(db, [
      { userId: id, points: 100 - index, reason: 'vote_received', challengeId: null, sourceId: newId() },
    ])
  }
  const month = await openPage(db, leaderboard, `${path}?period=month`, { viewer })
  expect(rows(month.html)).toBe(5)
  expect(month.text).toMatch(/By the points of [A-Z][a-z]+ \d{4}\./)
  expect(month.text).toContain('No points this month yet')
  expect(month.html).toContain('href="/leaderboard?period=month&amp;ninjas=20#top-ninjas"')
  expect(month.html).toMatch(
    /aria-current="true"[^>]*href="\/leaderboard\?period=month#top-ninjas"[^>]*>This month/,
  )
  expect(rows((await openPage(db, leaderboard, `${path}?period=month&ninjas=20`)).html)).toBe(20)
  const standing = async (member: number, period: string) =>
    (await openPage(db, leaderboard, `${path}?period=${period}`, { viewer: members[member] ?? null })).text
  expect(await standing(8, 'month')).toContain('9th of 21 this month See your row')
  expect(await standing(20, 'season')).toContain('21st of 21 this season See your points')
  const { html, text } = await openPage(db, leaderboard, `${path}?period=year`)
  expect(html).toMatch(/aria-current="true"[^>]*href="\/leaderboard#top-ninjas"[^>]*>All time/)
  expect(text).not.toContain('By the points of')
})

it('loads the rows of another period, and none to expand a period', () => {
  const isLoaded = (from: string, to: string) =>
    leaderboard.shouldRevalidate({
      currentUrl: new URL(`https://dojo.example${path}${from}`),
      nextUrl: new URL(`https://dojo.example${path}${to}`),
      defaultShouldRevalidate: true,
    } as ShouldRevalidateFunctionArgs)
  expect(isLoaded('?period=month', '?period=month&ninjas=20')).toBe(false)
  expect(isLoaded('?period=month', '?period=season')).toBe(true)
  expect(isLoaded('?period=month', '')).toBe(true)
})

it('names the months of a period in UTC', () => {
  expect(periodSpan('month', new Date('2026-12-31T23:59:59.999Z'))).toBe('December 2026')
  expect(periodSpan('season', new Date('2026-12-31T23:59:59.999Z'))).toBe('October to December 2026')
  expect(periodSpan('season', new Date('2027-01-01T00:00:00Z'))).toBe('January to March 2027')
})

it('links the challenges', async () => {
  expect((await openPage(db, leaderboard, path)).html).toMatch(/href="\/challenges"[^>]*>Join a Challenge/)
})

it('explains the ranks', async () => {
  const { text, html } = await openPage(db, leaderboard, path)
  expect(html).toContain('id="ranking-system"')
  expect(text).toContain('Novice Ninja 0 points Just starting the path')
  expect(text).toContain('Elite Ninja 15,000 points Rarified excellence')
  expect(text).toContain('Novice Ninja 40% ~4 challenges')
  expect(text).toContain('Elite Ninja 1.5% ~375 challenges')
  expect(text).toContain('Legendary Ninja 0.5% Max Rank')
})

it('shows an error in the table if it cannot be loaded', async () => {
  const { html } = await openPage(
    watched(db, /from users where deleted_at is null order by points/).db,
    leaderboard,
    path,
  )
  expect(html).toMatch(/<tr><td[^>]*>[\s\S]*Error loading leaderboard data[\s\S]*Please try again later/)
})
