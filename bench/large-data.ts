import { addresses } from './addresses.ts'
import { generateLoad, request } from './load.ts'
import { alternate, type PartOptions, type Row } from './measure.ts'
import { type SignedIn, signedInMembers } from './members.ts'
import { type Site, startSite } from './site.ts'
import { makeBallot, overHttp } from './votes.ts'

const slowerAtMost = 1.3
const votesAtLeast = 0.8

// The large data are not a demo.
const env = {
  DEMO: 'off',
  OIDC_CLIENT_ID: 'bench',
  OIDC_CLIENT_SECRET: 'bench',
  CONTACT_EMAIL: 'bench@example.org',
}

/** Pages and votes with a million members and submissions and ten million votes, against those of the demo. */
export async function largeData({ rounds, large }: PartOptions): Promise<Row[]> {
  if (!large) throw new Error('Name the folder that `npm run bench:seed` filled: --large FOLDER')
  const [big, demo] = [await startSite({ dataDir: large, env }), await startSite()]
  try {
    const subjects = await Promise.all([subjectOf(big), subjectOf(demo)])
    const rows: Row[] = []
    for (const page of pages) rows.push(await comparePages(page, subjects, rounds))
    rows.push(await compareVotes(subjects, rounds))
    return rows
  } finally {
    await Promise.all([big.stop(), demo.stop()])
  }
}

interface Subject {
  site: Site
  challenge: string
  submission: string
  profile: string
  voters: SignedIn[]
}

interface Page {
  name: string
  path(subject: Subject): string
}

const pages: Page[] = [
  { name: '/', path: () => '/' },
  { name: '/challenges', path: () => '/challenges' },
  { name: '/challenges/:id', path: ({ challenge }) => challenge },
  { name: '/challenges/:id/submissions', path: ({ challenge }) => `${challenge}/submissions` },
  { name: '/challenges/:id/submissions/:id', path: ({ submission }) => submission },
  { name: '/challenges/submissions', path: () => '/challenges/submissions' },
  { name: '/challenges/archive', path: () => '/challenges/archive' },
  { name: '/leaderboard', path: () => '/leaderboard' },
  { name: '/profile/:id', path: ({ profile }) => profile },
  { name: '/profile', path: () => '/profile' },
]

async function subjectOf(site: Site): Promise<Subject> {
  return { site, ...(await addresses(site.origin)), voters: await signedInMembers(site.db, 2_000) }
}

async function comparePages({ name, path }: Page, [big, demo]: Subject[], rounds: number): Promise<Row> {
  const p95 = async (subject: Subject | undefined) => {
    if (!subject) return Number.NaN
    const { site, voters } = subject
    const load = {
      port: site.port,
      requests: [request('GET', path(subject), { Cookie: voters[0]?.cookie ?? '' })],
      connections: 2,
      warmUpSeconds: 0.5,
      seconds: 2,
    }
    return (await generateLoad(load)).p95
  }
  const { first, second, ratio } = await alternate(
    rounds,
    () => p95(big),
    () => p95(demo),
  )
  return {
    work: `${name}, signed in, p95 with a million members`,
    measured: `${first.toFixed(1)} ms`,
    against: `the demo: ${second.toFixed(1)} ms`,
    ratio,
    goal: `<= ${slowerAtMost.toFixed(2)}`,
    met: ratio <= slowerAtMost,
  }
}

async function compareVotes([big, demo]: Subject[], rounds: number): Promise<Row> {
  const perSecond = async (subject: Subject | undefined) =>
    subject ? overHttp(subject.site, subject.voters, await makeBallot(subject.site.db)) : Number.NaN
  const { first, second, ratio } = await alternate(
    rounds,
    () => perSecond(big),
    () => perSecond(demo),
  )
  return {
    work: 'votes over HTTP with ten million votes',
    measured: `${Math.round(first)}/s`,
    against: `the demo: ${Math.round(second)}/s`,
    ratio,
    goal: `>= ${votesAtLeast.toFixed(2)}`,
    met: ratio >= votesAtLeast,
  }
}
