import { beforeAll, describe, expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  type ChallengeSeed,
  makeChallenge,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as showcase from './showcase.tsx'

const { db } = await testDatabase()

const topWinners = 'aria-label="Winners with the most votes"'

function open(query = '', on = db) {
  return openPage(on, showcase, `/showcase${query}`)
}

describe('without winners', () => {
  it('shows an empty state', async () => {
    const { text, html } = await open()
    expect(text).toContain('No Winners Found')
    expect(text).toContain('All Winners')
    expect(html).not.toContain(topWinners)
  })
})

describe('with winners', () => {
  beforeAll(async () => {
    const [admin, author, voter] = [
      await makeMember(db, { isAdmin: true }),
      await makeMember(db),
      await makeMember(db),
    ]
    const seeds: ChallengeSeed[] = [
      { title: 'Robots sing', kind: 'audio', type: 'daily' },
      ...Array.from({ length: 13 }, (_, index) => ({
        title: `Image ${index + 1}`,
        type: 'monthly' as const,
      })),
    ]
    for (const seed of seeds) {
      const challenge = await makeChallenge(db, seed)
      const submission = await makeSubmission(db, author, challenge, {
        title: `${seed.title}: mine`,
        tools: ['Suno', 'Flux', 'Topaz', 'Veo', 'Pika'],
      })
      await openVoting(db, challenge)
      await castVote(db, as(voter), challenge, submission)
      await completeChallenge(db, as(admin), challenge)
    }
  })

  it('shows the top three, and each winner with its challenge and tools', async () => {
    const { html, text } = await open('?kind=audio')
    const top = new RegExp(`<ol[^>]*${topWinners}.*?</ol>`, 's').exec(html)?.[0]
    expect(top?.match(/<li/g)).toHaveLength(3)
    expect(text).toContain('Audio Winners')
    expect(text).toContain('Winner Daily · Audio Robots sing: mine')
    expect(text).toContain('Won Robots sing')
    expect(text).toContain('What the radio grows')
    expect(text).toContain('Suno Flux Topaz +2 more')
    expect(text).not.toContain('Image 13: mine Won')
  })

  it('offers the kinds that have winners', async () => {
    const { html } = await open()
    for (const choice of ['/showcase', '/showcase?kind=image', '/showcase?kind=audio']) {
      expect(html).toContain(`href="${choice}"`)
    }
    expect(html).not.toContain('kind=video')
    expect((await open('?kind=video')).text).toContain('No challenge in the Video category has been won yet.')
    expect((await open('?kind=%3Csvg%3E')).html).toBe(html)
  })

  it('has 12 winners per page and redirects pages past the end to the last', async () => {
    const first = await open()
    expect(first.html).toContain('href="/showcase?page=2#winners"')
    const second = (await open('?page=2')).html
    expect(second.slice(second.indexOf('id="winners"')).match(/<article/g)).toHaveLength(2)
    expect((await open('?page=3')).location).toBe('/showcase?page=2#winners')
    expect((await open('?kind=image&page=99999')).location).toBe('/showcase?kind=image&page=2#winners')
    expect((await open('?page=-1')).status).toBe(200)
  })

  it('shows the other parts when one fails', async () => {
    const { text } = await open('', watched(db, /order by won\.place/).db)
    expect(text).toContain('Failed to load showcase winners')
    expect(text).not.toContain('No Winners Found')
    const noTop = await open('', watched(db, /order by winner_votes|won\.winner_votes/).db)
    expect(noTop.text).toContain('Won Image 13')
  })

  it('runs at most four statements', async () => {
    const watching = watched(db)
    await open('', watching.db)
    expect(watching.statements.length).toBeLessThanOrEqual(4)
  })
})
