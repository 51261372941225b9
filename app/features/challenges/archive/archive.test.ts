import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as archive from './archive.tsx'

const { db } = await testDatabase()

function open(query = '', on = db) {
  return openPage(on, archive, `/challenges/archive${query}`)
}

describe('the archive', () => {
  beforeAll(async () => {
    for (let index = 1; index <= 19; index++) {
      const id = await makeChallenge(db, { title: `Done ${index}`, status: 'completed', type: 'daily' })
      await db.rows(
        sql`update challenges set completed_at = ${`2026-10-${index + 10}T12:00:00Z`} where id = ${id}`,
      )
    }
    const song = await makeChallenge(db, { title: 'A song', status: 'canceled', kind: 'audio' })
    await db.rows(sql`update challenges set completed_at = '2026-11-02T00:00:00Z' where id = ${song}`)
    await makeChallenge(db, { title: 'Still open' })
  })

  it('groups by month, latest first', async () => {
    const { text } = await open()
    expect(text).toMatch(/November 2026.*A song.*October 2026.*Done 19.*Done 18/)
    expect(text).not.toContain('Still open')
  })

  it('filters by type and kind together, and keeps one filter when the other changes', async () => {
    const songs = await open('?kind=audio')
    expect(songs.text).toContain('A song')
    expect(songs.text).not.toContain('Done')
    expect(songs.html).toContain('href="/challenges/archive?type=daily&amp;kind=audio"')
    const none = await open('?type=daily&kind=audio')
    expect(none.text).toContain('No completed challenges match your filter criteria')
    expect(none.html).toMatch(/href="\/challenges\/archive"[^>]*>Reset Filters/)
    expect((await open("?type=yearly&kind='")).text).toContain('A song')
  })

  it('has 18 challenges per page and redirects pages past the end to the last', async () => {
    expect((await open('?page=2')).text.match(/Done \d+/g)).toEqual(['Done 2', 'Done 1'])
    expect((await open('?page=3')).location).toBe('/challenges/archive?page=2')
    expect((await open('?page=99999999999')).status).toBe(200)
  })

  it('runs at most four statements and shows an error when they fail', async () => {
    const watching = watched(db)
    await open('', watching.db)
    expect(watching.statements.length).toBeLessThanOrEqual(4)
    const { text } = await open('', watched(db, /status in \('completed', 'canceled'\)/).db)
    expect(text).toContain('Failed to load completed challenges. Please try again.')
  })
})
