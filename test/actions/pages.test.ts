import { describe, expect, it } from 'vitest'
import * as list from '#app/features/challenges/list.tsx'
import * as detail from '#app/features/challenges/show.tsx'
import * as voting from '#app/features/challenges/voting.tsx'
import * as gallery from '#app/features/submissions/gallery/gallery.tsx'
import * as entry from '#app/features/submissions/show/show.tsx'
import type { Database } from '#platform/database/database.server.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { offered, SAYINGS, TARGETS } from './reading.ts'
import {
  entriesSeen,
  onDetail,
  onEntry,
  onGallery,
  onList,
  onVotePage,
  type Shown,
  seesVotes,
} from './visibility.ts'
import {
  allSettings,
  arrange,
  makeWorld,
  type Settings,
  type State,
  states,
  undone,
  VOTES,
  WHO,
  type Who,
} from './world.ts'

const { db } = await testDatabase()
const world = await makeWorld(db)
const { challenge: id, looked } = world
const met = new Map<string, Set<string>>()

const PAGES = {
  list: { module: list, path: '/challenges', expected: onList },
  detail: { module: detail, path: `/challenges/${id}`, expected: onDetail },
  gallery: { module: gallery, path: `/challenges/${id}/submissions`, expected: onGallery },
  entry: { module: entry, path: `/challenges/${id}/submissions/${looked}`, expected: onEntry },
  vote: { module: voting, path: '/challenges/voting', expected: onVotePage },
} as const
type Page = keyof typeof PAGES
const pages = Object.keys(PAGES) as Page[]

async function open(page: Page, who: Who): Promise<string> {
  const { module, path } = PAGES[page]
  const viewer = world.people[who]
  const params = { id, submissionId: looked }
  const look = (on: Database) => openPage(on, module, path, { params, viewer })
  // The list moves challenges along as it loads; the next to look finds them as they were.
  const { html } = page === 'list' ? await undone(db, look) : await look(db)
  return html
}

describe.each(states)('a challenge that is %s', (state) => {
  it.each(allSettings)('names the one action for everyone on every page: $name', async (settings) => {
    await arrange(world, state, settings)
    for (const who of WHO) {
      const [seen, named] = [{} as Record<Page, string[]>, {} as Record<Page, Shown>]
      for (const page of pages) {
        const html = await open(page, who)
        seen[page] = offered(html, world, who)
        named[page] = [...PAGES[page].expected(state, settings, who)].sort()
        remember(page, who, named[page])
        checkCounts(html, page, state, settings, who)
      }
      expect(seen, who).toEqual(named)
    }
  })
})

/** Hidden counts stand nowhere, others in the gallery; a list that has just completed the challenge may show them. */
function checkCounts(html: string, page: Page, state: State, settings: Settings, who: Who) {
  const shown = [VOTES.looked, VOTES.other, VOTES.looked + VOTES.other].map((votes) =>
    votes.toLocaleString('en-US'),
  )
  const counted = shown.some((votes) => html.includes(votes))
  const over = page === 'list' && onList(state, settings, who).includes('View Results')
  if (!over && !seesVotes(state, settings, who)) expect(counted, `${who} sees a count on ${page}`).toBe(false)
  if (page !== 'gallery' || (state === 'draft' && who !== 'admin')) return
  const cards = html.match(/<article/g)?.length ?? 0
  expect(cards, `entries for ${who}`).toBe(entriesSeen(state, settings, who))
  if (cards > 0) expect(counted, `counts for ${who}`).toBe(seesVotes(state, settings, who))
}

function remember(page: Page, who: Who, named: string[]) {
  const names = met.get(`${page} ${who}`) ?? new Set()
  met.set(`${page} ${who}`, names)
  for (const name of named.length > 0 ? named : ['nothing']) names.add(name)
}

// A table that names the same for all, or an action that nobody is offered, would prove nothing.
it('has been offered every action somewhere, and nobody the same everywhere', () => {
  const names = new Set([...met.values()].flatMap((set) => [...set]))
  // Both submissions have votes: the one that can be edited is in moderation.test.ts.
  const targets = Object.keys(TARGETS).filter((action) => action !== 'Edit Submission')
  expect([...names].sort()).toEqual([...targets, ...SAYINGS, 'nothing'].sort())
  for (const [where, set] of met) expect(set.size, `${where} is ever the same`).toBeGreaterThan(1)
})
