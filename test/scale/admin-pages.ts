import { LARGE, SIZE, submissionOfBig } from './community.ts'
import { type Page, wholeTable } from './pages.ts'

const submission = submissionOfBig(7)
// Frequent, rare and absent terms, and short ones: frequent, absent, and an ideograph.
const searches = ['entry', 'ninja 1234', 'challenge 7', 'nowhere', 'e', '%', 'zq', 'q', '鶴']
const since = 'from=2020-01-01'

/** The admin pages with each filter, kind of search term, and the deepest page. */
export const adminPages: Record<string, Page> = {
  // The administrator, six counts, four other parts, and the votes of 30 days: those of the big challenge among them.
  '/admin': { ...asAdmin(['/admin'], 150_000), statements: 11 },
  '/admin/challenges': asAdmin(
    [
      ...paged('/admin/challenges', ['', 'status=completed', 'status=open', 'created=month'], 100),
      ...searched('/admin/challenges'),
    ],
    15_000,
  ),
  '/admin/challenges/new': asAdmin(
    ['', `?from=${LARGE.open}`, `?template=${LARGE.template}`].map(
      (query) => `/admin/challenges/new${query}`,
    ),
  ),
  '/admin/challenges/templates': asAdmin(['/admin/challenges/templates']),
  '/admin/challenges/templates/:id': asAdmin([
    `/admin/challenges/templates/${LARGE.template}`,
    `/admin/challenges/templates/new?from=${LARGE.open}`,
  ]),
  '/admin/challenges/templates/:id/delete': asAdmin([`/admin/challenges/templates/${LARGE.template}/delete`]),
  '/admin/challenges/:id/edit': asAdmin([`/admin/challenges/${LARGE.open}/edit`]),
  // Those who are told are counted, up to 10,000.
  '/admin/challenges/:id/steps/:step': asAdmin(
    ['complete', 'extend', 'cancel'].map((step) => `/admin/challenges/${LARGE.open}/steps/${step}`),
    60_000,
  ),
  // All submissions of the challenge with their comments, its votes and its drafts are counted; in voting its votes compared.
  '/admin/challenges/:id': {
    ...asAdmin(
      [LARGE.open, LARGE.big, LARGE.secret].map((id) => `/admin/challenges/${id}`),
      wholeTable,
    ),
    // Those of the frame and the head (3), what waits, marked votes (2), the figures, the audience and the history (2).
    statements: 10,
  },
  '/admin/challenges/:id/entries': asAdmin(
    paged(`/admin/challenges/${LARGE.big}/entries`, ['', 'status=pending'], 100),
    25_000,
  ),
  // Those whom an announcement reaches are counted, up to a limit.
  '/admin/challenges/:id/announcements': asAdmin(
    [LARGE.big, LARGE.open].map((id) => `/admin/challenges/${id}/announcements`),
    60_000,
  ),
  '/admin/challenges/:id/results': asAdmin(
    [LARGE.open, LARGE.finished].map((id) => `/admin/challenges/${id}/results`),
  ),
  '/admin/challenges/:id/history': asAdmin([`/admin/challenges/${LARGE.big}/history`]),
  // The reminders of the challenge are counted by their index.
  '/admin/challenges/:id/delete': asAdmin([`/admin/challenges/${LARGE.open}/delete`], 25_000),
  '/admin/submissions': {
    ...asAdmin(
      [
        ...paged('/admin/submissions', ['', 'status=rejected', `challenge=${LARGE.big}`, since], 100),
        ...searched('/admin/submissions'),
        `/admin/submissions?page=5000&after=${submission}`,
        '/admin/submissions?page=9890',
        '/admin/submissions?status=rejected&search=entry',
        `/admin/submissions?page=5000&before=${submission}`,
      ],
      // The submissions of one challenge are counted by its index.
      25_000,
    ),
    // Those of a range of dates too, and here the range holds all of them.
    rowsOf: Object.fromEntries(
      paged('/admin/submissions', [since], 100).map((path) => [
        path,
        SIZE.submissionsOfBig + SIZE.hiddenSubmissions + SIZE.otherSubmissions + 1_100,
      ]),
    ),
  },
  '/admin/submissions/queue': {
    ...asAdmin([
      '/admin/submissions/queue',
      `/admin/submissions/queue?challenge=${LARGE.big}`,
      `/admin/submissions/queue?at=${submission}`,
    ]),
    // The place in the queue, the strip, its counts, the waiting challenges and the submission.
    statements: 7,
  },
  '/admin/submissions/:id/:verb': asAdmin(
    ['approve', 'reject', 'undo', 'delete'].map((verb) => `/admin/submissions/${submission}/${verb}`),
  ),
  '/admin/leaderboard': asAdmin(
    [
      ...paged('/admin/leaderboard', ['', 'rank=Elite+Ninja'], 100),
      ...searched('/admin/leaderboard'),
      `/admin/leaderboard?page=2500&after=${LARGE.busiest}`,
      '/admin/leaderboard?page=4990',
      '/admin/leaderboard?rank=Elite+Ninja&search=ninja',
    ],
    15_000,
  ),
  '/admin/leaderboard/:userId': { ...asAdmin([`/admin/leaderboard/${LARGE.busiest}`]), statements: 9 },
  '/admin/leaderboard/:userId/points': asAdmin([`/admin/leaderboard/${LARGE.busiest}/points`]),
  '/admin/leaderboard/:userId/rank': asAdmin([`/admin/leaderboard/${LARGE.busiest}/rank`]),
  '/admin/leaderboard/:userId/:verb': asAdmin(
    ['suspend', 'reinstate'].map((verb) => `/admin/leaderboard/${LARGE.busiest}/${verb}`),
  ),
  '/admin/calendar': asAdmin(['/admin/calendar', '/admin/calendar?month=2026-01&zone=Europe/Berlin']),
  '/admin/challenges/:id/move': asAdmin([`/admin/challenges/${LARGE.open}/move`]),
  '/admin/series': asAdmin(['/admin/series']),
  '/admin/series/new': asAdmin(['/admin/series/new']),
  '/admin/series/:id': asAdmin([`/admin/series/${LARGE.series}`]),
  '/admin/series/:id/edit': asAdmin([`/admin/series/${LARGE.series}/edit`]),
  '/admin/series/:id/prompts/:promptId': asAdmin([
    `/admin/series/${LARGE.series}/prompts/new`,
    `/admin/series/${LARGE.series}/prompts/${LARGE.prompt}`,
  ]),
  '/admin/series/:id/prompts/:promptId/remove': asAdmin([
    `/admin/series/${LARGE.series}/prompts/${LARGE.prompt}/remove`,
  ]),
  '/admin/series/:id/:verb': asAdmin([`/admin/series/${LARGE.series}/delete`]),
  '/admin/people': asAdmin(['/admin/people', '/admin/people?search=ninja'], 25_000),
  '/admin/people/invite': asAdmin(['/admin/people/invite'], 25_000),
  '/admin/suggestions': asAdmin(['/admin/suggestions', '/admin/suggestions?page=50']),
  '/admin/suggestions/:id/decline': asAdmin([`/admin/suggestions/${LARGE.suggestion}/decline`]),
  '/admin/people/invitations/:id/end': asAdmin([`/admin/people/invitations/${LARGE.invitation}/end`]),
  '/admin/people/:userId/:role': asAdmin([`/admin/people/${LARGE.busiest}/moderator`]),
  '/admin/integrity': asAdmin(['/admin/integrity']),
  '/admin/integrity/:id': {
    // Each vote of the challenge is compared with all votes of its voter.
    ...asAdmin(
      [LARGE.secret, LARGE.finished, LARGE.big].flatMap((id) => [
        `/admin/integrity/${id}`,
        `/admin/integrity/${id}?entry=${submission}&sort=network`,
      ]),
      10 * SIZE.members,
    ),
    // With the head of the challenge.
    statements: 7,
    // The big challenge has 45% of all votes.
    scans: ['votes', 'users'],
  },
  '/admin/integrity/:id/:step': asAdmin(
    [
      'hold',
      'release',
      'recount',
      'view',
      `void?vote=${LARGE.busiest}:1`,
      `restore?batch=${LARGE.busiest}`,
    ].map((step) => `/admin/integrity/${LARGE.secret}/${step}`),
  ),
  '/admin/comments/:id/:verb': asAdmin(
    ['hide', 'restore'].map((verb) => `/admin/comments/${LARGE.comment}/${verb}`),
  ),
  '/admin/reports': asAdmin(
    [
      ...['', '?page=40', '?show=resolved', '?show=resolved&page=40'],
      ...[`?challenge=${LARGE.big}`, `?challenge=${LARGE.big}&show=resolved`],
    ].map((query) => `/admin/reports${query}`),
  ),
  '/admin/reports/:id/resolve/:outcome': asAdmin([`/admin/reports/${LARGE.report}/resolve/uphold`]),
  '/admin/announcements': asAdmin(['/admin/announcements', '/admin/announcements?page=40']),
  '/admin/announcements/new': asAdmin(['/admin/announcements/new']),
  '/admin/announcements/:id/withdraw': asAdmin([`/admin/announcements/${LARGE.announcement}/withdraw`]),
  '/admin/settings': asAdmin(['/admin/settings']),
  '/admin/settings/changes/:id/back': asAdmin([`/admin/settings/changes/${LARGE.settingsChange}/back`]),
  '/admin/settings/pages': asAdmin(['/admin/settings/pages']),
  '/admin/settings/pages/:page': asAdmin(['/admin/settings/pages/terms']),
  '/admin/settings/checks': asAdmin(['/admin/settings/checks']),
  '/admin/webhooks': asAdmin(['/admin/webhooks']),
  '/admin/webhooks/new': asAdmin(['/admin/webhooks/new']),
  '/admin/webhooks/:id': asAdmin([`/admin/webhooks/${LARGE.webhook}`]),
  '/admin/webhooks/:id/:step': asAdmin(
    ['delete', 'secret'].map((step) => `/admin/webhooks/${LARGE.webhook}/${step}`),
  ),
  '/admin/audit': asAdmin(['/admin/audit', '/admin/audit?about=member']),
}

/** The navigation counts pending submissions. */
function asAdmin(paths: string[], rows?: number): Page {
  return { paths, as: ['admin'], counted: wholeTable, ...(rows && { rows }) }
}

function paged(path: string, filters: string[], deepest: number): string[] {
  return filters.flatMap((filter) => [1, deepest].map((page) => `${path}?${filter}&page=${page}`))
}

function searched(path: string): string[] {
  return searches.map((search) => `${path}?${new URLSearchParams({ search })}`)
}
