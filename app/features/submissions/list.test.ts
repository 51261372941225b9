import { beforeAll, describe, expect, it } from 'vitest'
import { makeChallenge, makeMembers, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as all from './list.tsx'

const { db } = await testDatabase()

function open(query = '', on = db) {
  return openPage(on, all, `/challenges/submissions${query}`)
}

it('shows an empty state without submissions', async () => {
  expect((await open()).text).toContain(
    'No submissions available yet. Be the first to submit to a challenge!',
  )
})

describe('with submissions', () => {
  beforeAll(async () => {
    const images = await makeChallenge(db)
    const hidden = await makeChallenge(db, { showSubmissions: false })
    const songs = await makeChallenge(db, { kind: 'audio', title: 'Robots sing' })
    const members = await makeMembers(db, 13)
    for (const [index, member] of members.entries()) {
      await makeSubmission(db, member, images, { title: `Image ${index + 1}.` })
    }
    const [first] = members
    if (!first) throw new Error('no member')
    await makeSubmission(db, first, songs, { title: 'A song.', tools: ['Suno', 'Udio'] })
    await makeSubmission(db, first, hidden, { title: 'Hidden work.' })
  })

  it('shows what the viewer may see, newest first, 12 per page', async () => {
    const { text, html } = await open()
    expect(text).toContain('14 submissions')
    expect(text).not.toContain('Hidden work')
    expect(html.match(/<article/g)).toHaveLength(12)
    expect(text).toMatch(/A song\. Robots sing.*Image 13\..*Image 12\./)
    expect(html).toContain('href="/challenges/submissions?page=2#submissions"')
  })

  it('shows what was made with one tool, in any case', async () => {
    const suno = await open('?tool=SUNO')
    expect(suno.text).toContain('1 submission made with suno')
    expect(suno.text).toContain('A song.')
    expect(suno.html).toMatch(/href="\/challenges\/submissions"[^>]*>made with/)
    const none = await open('?tool=nothing')
    expect(none.text).toContain('There are no submissions made with nothing yet.')
    expect((await open('?tool=suno&kind=image')).text).not.toContain('A song.')
  })

  it('filters and sorts by URL parameters, and keeps one when the other changes', async () => {
    const songs = await open('?kind=audio&sort=oldest')
    expect(songs.text).toContain('1 submission ')
    expect(songs.html).toContain('href="/challenges/submissions?sort=oldest"')
    expect(songs.html).toContain('href="/challenges/submissions?kind=audio&amp;sort=votes"')
    expect((await open('?sort=oldest')).text).toMatch(/Image 1\..*Image 2\./)
    expect((await open('?kind=code')).text).toContain('Reset Filters')
    expect((await open("?kind=all&sort='")).text).toContain('14 submissions')
  })

  it('redirects pages past the end to the last', async () => {
    expect((await open('?page=2')).html.match(/<article/g)).toHaveLength(2)
    expect((await open('?sort=votes&page=3')).location).toBe('/challenges/submissions?sort=votes&page=2')
    expect((await open('?page=100000')).location).toBe('/challenges/submissions?page=2')
  })

  it('runs at most four statements and shows an error when they fail', async () => {
    const watching = watched(db)
    await open('', watching.db)
    expect(watching.statements.length).toBeLessThanOrEqual(4)
    expect((await open('', watched(db, /as count/).db)).text).toContain('Failed to load submissions.')
  })
})
