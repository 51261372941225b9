import { describe, expect, it } from 'vitest'
import * as list from '#app/features/challenges/list.tsx'
import * as detail from '#app/features/challenges/show.tsx'
import * as voting from '#app/features/challenges/voting/voting.tsx'
import * as gallery from '#app/features/submissions/gallery/gallery.tsx'
import * as submission from '#app/features/submissions/show/show.tsx'
import type { Database } from '#platform/database/database.server.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { actionsIn, MESSAGES, TARGETS } from './reading.ts'
import {
  canSeeVotes,
  onDetail,
  onGallery,
  onList,
  onSubmission,
  onVotePage,
  type Shown,
  visibleSubmissions,
} from './visibility.ts'
import {
  allSettings,
  makeWorld,
  rolledBack,
  type Settings,
  type State,
  setState,
  states,
  VOTES,
  WHO,
  type Who,
} from './world.ts'

const { db } = await testDatabase()
const world = await makeWorld(db)
const { challenge: id, mainSubmission } = world
const seenByPage = new Map<string, Set<string>>()

const PAGES = {
  list: { module: list, path: '/challenges', expected: onList },
  detail: { module: detail, path: `/challenges/${id}`, expected: onDetail },
  gallery: { module: gallery, path: `/challenges/${id}/submissions`, expected: onGallery },
  submission: {
    module: submission,
    path: `/challenges/${id}/submissions/${mainSubmission}`,
    expected: onSubmission,
  },
  vote: { module: voting, path: '/challenges/voting', expected: onVotePage },
} as const
type Page = keyof typeof PAGES
const pages = Object.keys(PAGES) as Page[]

async function open(page: Page, who: Who): Promise<string> {
  const { module, path } = PAGES[page]
  const viewer = world.people[who]
  const params = { id, submissionId: mainSubmission }
  const load = (on: Database) => openPage(on, module, path, { params, viewer })
  // The loader of the list advances challenges, which must not affect the next request.
  const { html } = page === 'list' ? await rolledBack(db, load) : await load(db)
  return html
}

describe.each(states)('a challenge that is %s', (state) => {
  it.each(allSettings)(
    'shows the required actions to every viewer on every page: $name',
    async (settings) => {
      await setState(world, state, settings)
      for (const who of WHO) {
        const [actual, expected] = [{} as Record<Page, string[]>, {} as Record<Page, Shown>]
        for (const page of pages) {
          const html = await open(page, who)
          actual[page] = actionsIn(html, world, who)
          expected[page] = [...PAGES[page].expected(state, settings, who)].sort()
          record(page, who, expected[page])
          checkCounts(html, page, state, settings, who)
        }
        expect(actual, who).toEqual(expected)
      }
    },
  )
})

/** Hidden counts are on no page, others in the gallery. A list that completes the challenge may show them. */
function checkCounts(html: string, page: Page, state: State, settings: Settings, who: Who) {
  const shown = [VOTES.mainSubmission, VOTES.other, VOTES.mainSubmission + VOTES.other]
  // As a word of the text, not in ids and addresses.
  const text = html.replaceAll(/<[^>]*>/g, ' ')
  const hasCounts = shown.some((votes) => new RegExp(`\\b${votes}\\b`).test(text))
  const isCompleted = page === 'list' && onList(state, settings, who).includes('View Results')
  if (!isCompleted && !canSeeVotes(state, settings))
    expect(hasCounts, `${who} canSee a count on ${page}`).toBe(false)
  if (page !== 'gallery' || (state === 'draft' && who !== 'admin')) return
  const cards = html.match(/<article/g)?.length ?? 0
  expect(cards, `submissions for ${who}`).toBe(visibleSubmissions(state, settings, who))
  if (cards > 0) expect(hasCounts, `counts for ${who}`).toBe(canSeeVotes(state, settings))
}

function record(page: Page, who: Who, expected: string[]) {
  const names = seenByPage.get(`${page} ${who}`) ?? new Set()
  seenByPage.set(`${page} ${who}`, names)
  for (const name of expected.length > 0 ? expected : ['nothing']) names.add(name)
}

// The tables prove nothing if an action is never shown, or a page is always the same.
it('every action was shown at least once, and each page varies for each viewer', () => {
  const names = new Set([...seenByPage.values()].flatMap((set) => [...set]))
  // Both submissions have votes: the one that can be edited is in moderation.test.ts.
  const targets = Object.keys(TARGETS).filter((action) => action !== 'Edit Submission')
  expect([...names].sort()).toEqual([...targets, ...MESSAGES, 'nothing'].sort())
  for (const [where, set] of seenByPage) expect(set.size, `${where} is always the same`).toBeGreaterThan(1)
})
