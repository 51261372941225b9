import { ALL_STATUSES } from '#app/features/challenges/all-params.ts'
import { KINDS, TYPES } from '#domain/challenges/rules.ts'
import { SORTS } from '#domain/submissions/rules.ts'
import { LARGE, SIZE, submissionOfBig } from './community.ts'

export type Role = 'visitor' | 'member' | 'newcomer' | 'admin'

export interface Page {
  paths: string[]
  as: Role[]
  /** Limit of rows that a statement may read, if above the default. */
  rows?: number
  /** Limit of rows that a statement may count by an index, if above the default. */
  counted?: number
  /** Limit of statements, if above the default. */
  statements?: number
  /** Tables that may be read as a whole, since the subject has nearly half of their rows. */
  scans?: readonly string[]
  /** Limits of single paths. */
  rowsOf?: Record<string, number>
}

/** A table, as a whole. */
export const wholeTable = 1.1 * SIZE.members
const everyone: Role[] = ['visitor', 'member', 'admin']
const signedIn: Role[] = ['member', 'newcomer', 'admin']
const big = `/challenges/${LARGE.big}`
const open = `/challenges/${LARGE.open}`
const secret = `/challenges/${LARGE.secret}`
const finished = `/challenges/${LARGE.finished}`
const entry = `${big}/submissions/${submissionOfBig(7)}`
// Between the pages that have an address by number, and at the end of the list.
const deep = [
  `page=4000&after=${submissionOfBig(9_000)}`,
  `page=4000&before=${submissionOfBig(9_000)}`,
  'page=8200',
]
/** In the middle, the last one and past it. An offset reads what it skips, here up to 20,000 entries. */
const deepInBig = ['page=33', 'page=65', 'page=100'].map((page) => `${big}/submissions?${page}`)
const busiest = `/profile/${LARGE.busiest}`
/** Made with a tool of many, of few, of few long ago, and of none. */
const madeWith = filtered(
  '/challenges/submissions',
  sorted(['suno', 'wax tablet', 'old loom', 'none'].map((tool) => ({ tool }))),
  100,
)

/** Every page with data, with each filter and order, and the deepest page. */
export const pages: Record<string, Page> = {
  // Six parts that fail each alone; for members also their work, their place, the number of members and a new rank.
  '/': { paths: ['/', '/?ninjas=20'], as: everyone, statements: 10, counted: wholeTable },
  '/unsubscribe/:kind/:userId/:token': {
    paths: [`/unsubscribe/results/${LARGE.busiest}/${'0'.repeat(32)}`],
    as: ['visitor'],
  },
  // A list of challenges is paged by offset: a community has some thousands.
  '/showcase': { paths: filtered('/showcase', [{}, ...kinds()], 300), as: everyone, rows: 8_000 },
  ...staticPages(
    'login',
    'login/start',
    'tools',
    'resources',
    'resources/kdp-publishing-guide',
    'community',
    'contact',
  ),
  ...staticPages('privacy-policy', 'terms', 'cookies', 'robots.txt', '*'),
  // 500 challenges, and 2,000 submissions with their challenges.
  '/sitemap.xml': { paths: ['/sitemap.xml'], as: ['visitor'], rows: 5_000 },
  '/challenges': { paths: filtered('/challenges', [{}, ...kinds()], 410), as: everyone, rows: 4_000 },
  '/challenges/all': {
    paths: filtered(
      '/challenges/all',
      [
        ...archives(),
        ...ALL_STATUSES.map((status) => ({ status })),
        { status: 'upcoming-active-voting', type: 'monthly-special' },
        { status: 'completed-canceled', type: 'monthly-special', kind: 'code' },
        { status: 'canceled', type: 'daily', kind: 'image' },
      ],
      220,
    ),
    as: everyone,
    rows: 4_500,
  },
  '/challenges/voting': { paths: ['/challenges/voting'], as: everyone },
  // An offset reads an index entry per row, here of all finished challenges.
  '/challenges/archive': {
    paths: filtered('/challenges/archive', archives(), 205),
    as: everyone,
    rows: 4_000,
  },
  // Submissions by votes are the first 1,200 of each of six kinds, with their challenges. The total is a sum over 4,000
  // challenges.
  '/challenges/submissions': {
    paths: [
      ...filtered('/challenges/submissions', sorted([{}, ...kinds()]), 100),
      ...SORTS.flatMap((sort) => deep.map((page) => `/challenges/submissions?sort=${sort}&${page}`)),
      ...madeWith,
    ],
    as: everyone,
    rows: 15_000,
    counted: wholeTable,
    // A quarter of all is made with Suno. They are counted, and page 100 by votes passes 1,200 of each of six kinds.
    rowsOf: Object.fromEntries(madeWith.map((path) => [path, 45_000])),
  },
  '/challenges/:id': { paths: [big, open, finished, secret], as: everyone },
  '/challenges/:id/submissions': {
    paths: [
      ...[big, open, finished, secret].flatMap((path) => [
        `${path}/submissions`,
        `${path}/submissions?shown=36`,
        `${path}/submissions?shown=300`,
        `${path}/submissions?page=4`,
      ]),
      ...deepInBig,
    ],
    as: everyone,
    rows: 8_000,
    rowsOf: Object.fromEntries(deepInBig.map((path) => [path, 21_000])),
  },
  '/challenges/:id/voting-room': {
    paths: [open, big, secret, finished].map((path) => `${path}/voting-room`),
    as: everyone,
  },
  '/challenges/:id/voting-room/:submissionId': {
    paths: [
      '',
      '?list=shortlist',
      ...SORTS.flatMap((sort) => [`?list=all&sort=${sort}`, `?list=member&sort=${sort}`]),
      '?list=all&kind=image&sort=votes',
      '?list=winners',
    ].map((query) => `${big}/voting-room/${submissionOfBig(7)}${query}`),
    as: everyone,
    // A gallery of many challenges has its neighbours besides those in the challenge.
    statements: 8,
  },
  '/challenges/:id/voting-room/:submissionId/compare/:otherId': {
    paths: [`${big}/voting-room/${submissionOfBig(7)}/compare/${submissionOfBig(8)}`],
    as: ['member'],
    // Two entries, each with its neighbours.
    statements: 7,
  },
  '/challenges/:id/results': {
    paths: [`${finished}/results`, `${finished}/results?page=2`],
    as: everyone,
    // Also the own result and the next challenge.
    statements: 7,
  },
  '/challenges/:id/submit': { paths: [`${open}/submit`, `${big}/submit`], as: signedIn },
  '/challenges/:id/draft': { paths: [`${open}/draft`], as: signedIn },
  '/challenges/:id/draft/delete': { paths: [`${open}/draft/delete`], as: ['member'] },
  '/challenges/:id/my-submission': { paths: [`${open}/my-submission`], as: signedIn },
  // Twenty threads with fifty replies each, and the counts of all.
  '/challenges/:id/submissions/:submissionId': {
    paths: [entry, `${entry}?comments=30`, `${entry}?thread=${LARGE.comment}`],
    as: everyone,
    rows: 12_000,
  },
  '/challenges/:id/submissions/:submissionId/comments': { paths: [`${entry}/comments`], as: signedIn },
  '/comments/:commentId/edit': { paths: [`/comments/${LARGE.comment}/edit`], as: ['member'] },
  '/comments/:commentId/delete': { paths: [`/comments/${LARGE.comment}/delete`], as: ['member'] },
  '/report/:kind/:subjectId': {
    paths: [`/report/comment/${LARGE.comment}`, `/report/member/${LARGE.busiest}`],
    as: signedIn,
  },
  '/challenges/:id/submissions/:submissionId/edit': { paths: [`${entry}/edit`], as: signedIn },
  '/challenges/:id/submissions/:submissionId/withdraw': { paths: [`${entry}/withdraw`], as: signedIn },
  // The first thousand rows of each kind, with their challenges, and up to 200 results.
  '/search': {
    paths: [
      '/search',
      ...['river', 'lantren', 'unmatched', 'suno', 'zq', 'q', '鶴'].flatMap((q) =>
        filtered('/search', [{ q }, { q, in: 'submissions' }], 4),
      ),
    ],
    as: everyone,
    rows: 9_000,
  },
  '/leaderboard': {
    paths: ['', '?ninjas=20', '?period=month', '?period=season'].map((query) => `/leaderboard${query}`),
    as: [...everyone, 'newcomer'],
    counted: wholeTable,
  },
  '/profile': { paths: ['/profile'], as: signedIn },
  '/profile/points': { paths: ['/profile/points', '/profile/points?page=100'], as: signedIn },
  '/profile/rank-up': { paths: ['/profile/rank-up'], as: signedIn },
  '/profile/notifications': { paths: ['/profile/notifications'], as: signedIn },
  // Five parts that fail each alone, and a new rank.
  '/me': { paths: ['/me'], as: signedIn, statements: 7 },
  '/challenges/suggest': { paths: ['/challenges/suggest'], as: signedIn },
  '/setup': { paths: ['/setup'], as: everyone },
  '/profile/tokens': { paths: ['/profile/tokens'], as: signedIn },
  '/profile/calendar': { paths: ['/profile/calendar'], as: signedIn },
  '/challenges.atom': { paths: ['/challenges.atom'], as: everyone },
  '/results.atom': { paths: ['/results.atom'], as: everyone },
  '/profile/:userId/submissions.atom': { paths: [`${busiest}/submissions.atom`], as: everyone },
  '/challenges.ics': { paths: ['/challenges.ics'], as: everyone },
  '/challenges/:id/calendar.ics': { paths: [`${open}/calendar.ics`], as: everyone },
  '/notifications': {
    paths: ['', '?page=40', '?show=unread', '?show=unread&page=40'].map((query) => `/notifications${query}`),
    as: signedIn,
  },
  '/announcements/:announcementId': { paths: [`/announcements/${LARGE.announcement}`], as: ['member'] },
  '/profile/account': { paths: ['/profile/account'], as: signedIn },
  '/profile/account/delete': { paths: ['/profile/account/delete'], as: signedIn },
  '/profile/edit': { paths: ['/profile/edit'], as: signedIn },
  '/profile/submissions': {
    paths: filtered('/profile/submissions', sorted([{}, { tool: 'suno' }]), 100),
    as: signedIn,
    // With the places of twelve entries.
    rows: 6_000,
  },
  '/profile/:userId': { paths: [busiest], as: everyone },
  '/profile/:userId/submissions': {
    paths: filtered(`${busiest}/submissions`, sorted([{}, { tool: 'suno' }]), 100),
    as: everyone,
    rows: 6_000,
  },
}

function staticPages(...paths: string[]): Record<string, Page> {
  return Object.fromEntries(paths.map((path) => [`/${path}`, { paths: [`/${path}`], as: everyone }]))
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
