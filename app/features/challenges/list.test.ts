import { beforeAll, describe, expect, it } from 'vitest'
import * as submissions from '#app/features/submissions/list.tsx'
import { homeChallenges } from '#domain/reporting/home.server.ts'
import { as, daysFromNow, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as allChallenges from './all.tsx'
import * as archive from './archive/archive.tsx'
import * as list from './list.tsx'

const { db } = await testDatabase()

describe('without challenges', () => {
  it.each([
    ['/challenges/submissions', submissions],
    ['/challenges/archive', archive],
    ['/challenges/all', allChallenges],
  ] as const)('shows the same empty state on %s', async (path, module) => {
    const viewer = await makeMember(db, { isAdmin: true })
    expect((await openPage(db, module, path)).text).toContain('How the dojo works')
    const admin = await openPage(db, module, path, { viewer })
    expect(admin.text).toContain('The dojo is quiet')
    expect(admin.html).toContain('href="/admin/challenges/new"')
  })

  it.each(['/challenges', '/challenges?kind=code'])(
    'shows an empty state in every section of %s and links the archive',
    async (path) => {
      const { text, html } = await openPage(db, list, path)
      const ids = [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)
      expect(ids).toEqual([
        'daily-challenge',
        'weekly-challenges',
        'special-challenges',
        'completed-challenges',
      ])
      expect(html).toMatch(/<h1[^>]*>Challenges<\/h1>/)
      expect(text).toContain('All Image Text Audio Video Code Special')
      expect(text).toContain("Today's Challenge")
      expect(text).toContain('No daily challenges available today')
      expect(html).toContain('href="/challenges/archive"')
      expect(text).toContain('No weekly challenges match your filter criteria')
      expect(text).toContain('No special challenges match your filter criteria')
      expect(text).toContain('No completed challenges match your filter criteria')
    },
  )
})

describe('with challenges', () => {
  beforeAll(async () => {
    const member = await makeMember(db)
    const daily = await makeChallenge(db, { title: 'Lantern', type: 'daily' })
    await makeSubmission(db, member, daily)
    await makeChallenge(db, { title: 'Rain', kind: 'video' })
    await makeChallenge(db, { title: 'Island', type: 'monthly' })
    await makeChallenge(db, { title: 'Soon', status: 'upcoming', startDate: daysFromNow(1) })
    await makeChallenge(db, { title: 'Not yet', status: 'draft' })
    for (let index = 1; index <= 20; index++) {
      await makeChallenge(db, { title: `Done ${index}`, status: index % 2 ? 'completed' : 'canceled' })
    }
  })

  it('shows each challenge in its section, and drafts to administrators only', async () => {
    const { text, html } = await openPage(db, list, '/challenges')
    const [, daily, weekly, special, completed] = html.split('<section')
    expect(daily).toContain('id="daily-challenge"')
    expect(daily).toContain('Lantern')
    expect(weekly).toContain('id="weekly-challenges"')
    expect(weekly).toContain('Rain')
    expect(weekly).toContain('Soon')
    expect(special).toContain('id="special-challenges"')
    expect(special).toContain('Island')
    expect(special).toContain('Monthly · Image')
    expect(completed).toContain('id="completed-challenges"')
    expect(text).not.toContain('Not yet')
  })

  it('shows three challenges of a type, open ones newest first, and links to all of them', async () => {
    const specialOf = async () =>
      (await openPage(db, list, '/challenges?kind=code')).html.split('<section')[3] ?? ''
    const titlesIn = (html: string) => [...new Set(html.match(/Code \d/g))]
    const all = '/challenges/all?status=upcoming-active-voting&type=monthly-special&kind=code'
    await makeChallenge(db, {
      title: 'Code 5',
      type: 'special',
      kind: 'code',
      status: 'upcoming',
      startDate: daysFromNow(2),
    })
    await makeChallenge(db, { title: 'Code 1', type: 'special', kind: 'code', createdAt: daysFromNow(-1) })
    await makeChallenge(db, { title: 'Code 2', type: 'special', kind: 'code' })
    expect(titlesIn(await specialOf())).toEqual(['Code 2', 'Code 1', 'Code 5'])
    await openVoting(db, await makeChallenge(db, { title: 'Code 3', type: 'special', kind: 'code' }))
    await makeChallenge(db, { title: 'Code 4', type: 'monthly', kind: 'code' })
    expect(titlesIn(await specialOf())).toEqual(['Code 4', 'Code 3', 'Code 2'])
    const section = await specialOf()
    expect(section).toContain(`href="${all.replaceAll('&', '&amp;')}"`)
    expect(section).toContain('View all')

    const page = await openPage(db, allChallenges, all)
    expect(titlesIn(page.html)).toEqual(['Code 4', 'Code 3', 'Code 2', 'Code 1', 'Code 5'])
    expect(page.text).toContain('5 challenges')
    const video = all.replace('code', 'video').replaceAll('&', '&amp;')
    expect(page.html).toContain(`href="${video}"`)
  })

  it('each section links all of its challenges', async () => {
    const { html } = await openPage(db, list, '/challenges?kind=text')
    for (const query of [
      'status=upcoming-active-voting&type=daily&kind=text',
      'status=upcoming-active-voting&type=weekly&kind=text',
      'status=upcoming-active-voting&type=monthly-special&kind=text',
      'status=completed-canceled&kind=text',
    ])
      expect(html).toContain(`href="/challenges/all?${query.replaceAll('&', '&amp;')}"`)
    expect(html.match(/>View all</g)).toHaveLength(4)
    expect(html).toMatch(/href="\/challenges\/archive"[^>]*>Browse the archive/)
  })

  it('filters by kind and ignores an unknown kind', async () => {
    const videos = await openPage(db, list, '/challenges?kind=video')
    expect(videos.text).toContain('Rain')
    expect(videos.text).not.toContain('Lantern')
    expect((await openPage(db, list, "/challenges?kind=video'--")).text).toContain('Lantern')
  })

  it('has nine completed challenges per page and redirects pages past the end to the last', async () => {
    const first = await openPage(db, list, '/challenges')
    expect(first.text.match(/Done \d+/g)).toHaveLength(9)
    expect(first.html).toContain('href="/challenges?page=3#completed-challenges"')
    expect((await openPage(db, list, '/challenges?page=3')).text.match(/Done \d+/g)).toHaveLength(2)
    expect((await openPage(db, list, '/challenges?page=4')).location).toBe(
      '/challenges?page=3#completed-challenges',
    )
    expect((await openPage(db, list, '/challenges?page=99999999999999')).status).toBe(200)
  })

  it('shows the action that fits the viewer', async () => {
    const member = await makeMember(db)
    expect((await openPage(db, list, '/challenges')).text).toContain('Login to Submit')
    expect((await openPage(db, list, '/challenges', { viewer: member })).text).toContain('Submit Entry')
  })

  it('runs at most five statements', async () => {
    const watching = watched(db)
    await openPage(watching.db, list, '/challenges', { viewer: as(await makeMember(db)).viewer })
    expect(watching.statements.length).toBeLessThanOrEqual(5)
  })

  it('shows the other sections when one fails', async () => {
    const noSections = await openPage(watched(db, /section\.name/).db, list, '/challenges')
    for (const type of ['daily', 'weekly', 'special']) {
      expect(noSections.text).toContain(`Failed to load ${type} challenges. Please try again.`)
    }
    expect(noSections.text).toMatch(/Retry[\s\S]*Done 20/)

    const noCompleted = await openPage(watched(db, /offset/).db, list, '/challenges')
    expect(noCompleted.text).toContain('Failed to load completed challenges. Please try again.')
    expect(noCompleted.text).toContain('Lantern')
  })
})

it('home lists open challenges newest first, in voting or not', async () => {
  const titles = ['Dusk', 'Noon', 'Dawn']
  for (const [index, title] of titles.entries()) {
    const id = await makeChallenge(db, { title, createdAt: daysFromNow(3 - index) })
    if (title === 'Dusk') await openVoting(db, id)
  }
  const { active } = await homeChallenges(db, as(null))
  expect(active.map((challenge) => challenge.title)).toEqual(titles)
})
