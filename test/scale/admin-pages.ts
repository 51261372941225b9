import { entryOfBig, LARGE } from './community.ts'
import type { Page } from './pages.ts'

const entry = entryOfBig(7)
// Frequent, rare, in nobody's words; and one too short for an index, where the list is longer than what it searches.
const searches = ['entry', 'ninja 1234', 'challenge 7', 'nowhere']
const short = 'search=zq'

/** The administrators' pages, with each filter, each way a search goes, and the deepest page. */
export const adminPages: Record<string, Page> = {
  '/admin': asAdmin(['/admin', `/admin?challenge=${LARGE.big}`]),
  // A list can be paged 10,000 rows far, and a step in an index is taken for each of them.
  '/admin/challenges': asAdmin(
    [
      ...paged('/admin/challenges', ['', 'status=completed', 'created=month'], 100),
      ...searched('/admin/challenges'),
    ],
    15_000,
  ),
  '/admin/challenges/new': asAdmin(['/admin/challenges/new', `/admin/challenges/new?from=${LARGE.open}`]),
  ...ofChallenge('edit', 'complete', 'extend', 'delete'),
  '/admin/submissions': asAdmin(
    [
      ...paged(
        '/admin/submissions',
        ['', 'status=rejected', 'from=2026-01-01', `challenge=${LARGE.big}`],
        1_000,
      ),
      ...searched('/admin/submissions'),
      `/admin/submissions?${short}`,
      `/admin/submissions?status=rejected&search=entry`,
    ],
    // On the deepest page of one challenge, all of its 20,000 entries may be put in order.
    25_000,
  ),
  ...ofEntry('approve', 'reject', 'delete'),
  '/admin/leaderboard': asAdmin(
    [
      ...paged('/admin/leaderboard', ['', 'rank=Elite+Ninja'], 500),
      ...searched('/admin/leaderboard'),
      `/admin/leaderboard?${short}`,
      '/admin/leaderboard?rank=Elite+Ninja&search=ninja',
    ],
    15_000,
  ),
  '/admin/leaderboard/:userId/points': asAdmin([`/admin/leaderboard/${LARGE.busiest}/points`]),
  '/admin/leaderboard/:userId/rank': asAdmin([`/admin/leaderboard/${LARGE.busiest}/rank`]),
  '/admin/leaderboard/:userId/suspend': asAdmin([`/admin/leaderboard/${LARGE.busiest}/suspend`]),
  '/admin/leaderboard/:userId/reinstate': asAdmin([`/admin/leaderboard/${LARGE.busiest}/reinstate`]),
  '/admin/settings': asAdmin(['/admin/settings']),
  '/admin/audit': asAdmin(['/admin/audit', '/admin/audit?about=member']),
}

function asAdmin(paths: string[], rows?: number): Page {
  return { paths, as: ['admin'], ...(rows && { rows }) }
}

function ofChallenge(...deeds: string[]): Record<string, Page> {
  return Object.fromEntries(
    deeds.map((deed) => [
      `/admin/challenges/:id/${deed}`,
      asAdmin([`/admin/challenges/${LARGE.open}/${deed}`]),
    ]),
  )
}

function ofEntry(...deeds: string[]): Record<string, Page> {
  return Object.fromEntries(
    deeds.map((deed) => [`/admin/submissions/:id/${deed}`, asAdmin([`/admin/submissions/${entry}/${deed}`])]),
  )
}

function paged(path: string, filters: string[], deepest: number): string[] {
  return filters.flatMap((filter) => [1, deepest].map((page) => `${path}?${filter}&page=${page}`))
}

function searched(path: string): string[] {
  return searches.map((search) => `${path}?${new URLSearchParams({ search })}`)
}
