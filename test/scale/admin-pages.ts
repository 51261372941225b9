import { LARGE, submissionOfBig } from './community.ts'
import type { Page } from './pages.ts'

const submission = submissionOfBig(7)
// Frequent, rare and absent terms, and one too short for the trigram index.
const searches = ['entry', 'ninja 1234', 'challenge 7', 'nowhere']
const short = 'search=zq'

/** The admin pages with each filter, kind of search term, and the deepest page. */
export const adminPages: Record<string, Page> = {
  '/admin': asAdmin(['/admin', `/admin?challenge=${LARGE.big}`]),
  // Lists can be paged up to row 10,000, and an offset reads an index entry per row.
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
    // The deepest page of one challenge may sort all of its 20,000 submissions.
    25_000,
  ),
  ...ofSubmission('approve', 'reject', 'delete'),
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

function ofChallenge(...actions: string[]): Record<string, Page> {
  return Object.fromEntries(
    actions.map((action) => [
      `/admin/challenges/:id/${action}`,
      asAdmin([`/admin/challenges/${LARGE.open}/${action}`]),
    ]),
  )
}

function ofSubmission(...actions: string[]): Record<string, Page> {
  return Object.fromEntries(
    actions.map((action) => [
      `/admin/submissions/:id/${action}`,
      asAdmin([`/admin/submissions/${submission}/${action}`]),
    ]),
  )
}

function paged(path: string, filters: string[], deepest: number): string[] {
  return filters.flatMap((filter) => [1, deepest].map((page) => `${path}?${filter}&page=${page}`))
}

function searched(path: string): string[] {
  return searches.map((search) => `${path}?${new URLSearchParams({ search })}`)
}
