import { KINDS, TYPES } from '#domain/challenges/rules.ts'
import { SORTS } from '#domain/submissions/rules.ts'
import { entryOfBig, LARGE } from './community.ts'

export type Looker = 'visitor' | 'member' | 'newcomer' | 'admin'

export interface Page {
  paths: string[]
  as: Looker[]
  /** How many rows one statement may come upon, where it is more than the usual. */
  rows?: number
}

const everybody: Looker[] = ['visitor', 'member', 'admin']
const signedIn: Looker[] = ['member', 'newcomer', 'admin']
const big = `/challenges/${LARGE.big}`
const open = `/challenges/${LARGE.open}`
const finished = `/challenges/${LARGE.finished}`
const entry = `${big}/submissions/${entryOfBig(7)}`
const busiest = `/profile/${LARGE.busiest}`

/** Every address of the URL map that shows something, with each filter, each order, and the deepest page. */
export const pages: Record<string, Page> = {
  '/': { paths: ['/', '/?ninjas=20'], as: everybody },
  '/login': { paths: ['/login'], as: everybody },
  '/showcase': { paths: filtered('/showcase', [{}, ...kinds()], 100), as: everybody },
  ...written('tools', 'resources', 'resources/kdp-publishing-guide', 'community', 'contact'),
  ...written('privacy-policy', 'terms', 'cookies', 'robots.txt', '*'),
  // 500 challenges, and 2,000 entries each with its challenge.
  '/sitemap.xml': { paths: ['/sitemap.xml'], as: ['visitor'], rows: 5_000 },
  '/challenges': { paths: filtered('/challenges', [{}, ...kinds()], 100), as: everybody },
  '/challenges/voting': { paths: ['/challenges/voting'], as: everybody },
  // What is skipped costs a step in an index: up to 9,000 of them, here all that there are.
  '/challenges/archive': {
    paths: filtered('/challenges/archive', archives(), 205),
    as: everybody,
    rows: 4_000,
  },
  // Entries by votes are the best 1,200 of each of six kinds, each with its challenge.
  '/challenges/submissions': {
    paths: filtered('/challenges/submissions', sorted([{}, ...kinds()]), 100),
    as: everybody,
    rows: 15_000,
  },
  '/challenges/:id': { paths: [big, open, finished], as: everybody },
  '/challenges/:id/submissions': {
    paths: [big, open, finished].flatMap((path) => [
      `${path}/submissions`,
      `${path}/submissions?shown=36`,
      `${path}/submissions?page=30`,
    ]),
    as: everybody,
  },
  '/challenges/:id/submit': { paths: [`${open}/submit`, `${big}/submit`], as: signedIn },
  '/challenges/:id/my-submission': { paths: [`${open}/my-submission`], as: signedIn },
  '/challenges/:id/submissions/:submissionId': { paths: [entry], as: everybody },
  '/challenges/:id/submissions/:submissionId/edit': { paths: [`${entry}/edit`], as: signedIn },
  '/challenges/:id/submissions/:submissionId/withdraw': { paths: [`${entry}/withdraw`], as: signedIn },
  '/leaderboard': { paths: ['/leaderboard', '/leaderboard?ninjas=20'], as: everybody },
  '/profile': { paths: ['/profile'], as: signedIn },
  '/profile/account': { paths: ['/profile/account'], as: signedIn },
  '/profile/account/delete': { paths: ['/profile/account/delete'], as: signedIn },
  '/profile/edit': { paths: ['/profile/edit'], as: signedIn },
  '/profile/submissions': {
    paths: filtered('/profile/submissions', sorted([{}, { tool: 'suno' }]), 100),
    as: signedIn,
  },
  '/profile/:userId': { paths: [busiest], as: everybody },
  '/profile/:userId/submissions': {
    paths: filtered(`${busiest}/submissions`, sorted([{}, { tool: 'suno' }]), 100),
    as: everybody,
  },
}

/** Addresses that act, lead on, or are a file, which other tests open. */
export const elsewhere = [
  '/login/start',
  '/auth/callback',
  '/sign-out',
  '/theme',
  '/privacy',
  '/cookies/consent',
  '/profile/account/confirm',
  '/profile/account/download',
  '/profile/account/sessions/:sessionId/end',
  '/profile/account/sessions/end-others',
  '/profile/account/sessions/end-all',
  '/challenges/:id/share.png',
  '/challenges/:id/submissions/:submissionId/share.png',
  '/challenges/:id/submissions/:submissionId/vote',
  '/challenges/:id/submissions/:submissionId/unvote',
  '/profile/:userId/share.png',
  '/media/:id/:file',
  '/.well-known/security.txt',
  '/admin/exports/challenges.csv',
  '/admin/exports/entries.csv',
  '/admin/exports/members.csv',
]

function written(...paths: string[]): Record<string, Page> {
  return Object.fromEntries(paths.map((path) => [`/${path}`, { paths: [`/${path}`], as: everybody }]))
}

type Filter = Record<string, string>

function kinds(): Filter[] {
  return KINDS.map((kind) => ({ kind }))
}

function archives(): Filter[] {
  const types = TYPES.map((type) => ({ type }))
  return [
    {},
    ...kinds(),
    ...types,
    ...types.map((type) => ({ ...type, kind: 'code' })),
    { type: 'daily', kind: 'image' },
  ]
}

function sorted(filters: Filter[]): Filter[] {
  return filters.flatMap((filter) => SORTS.map((sort) => ({ ...filter, sort })))
}

function filtered(path: string, filters: Filter[], deepest: number): string[] {
  return filters.flatMap((filter) =>
    [1, deepest].map((page) => `${path}?${new URLSearchParams({ ...filter, page: `${page}` })}`),
  )
}
