import { once } from 'node:events'
import sql from 'sql-template-tag'
import { makeChallenge, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { generateLoad, request } from './load.ts'
import { alternate, median, type PartOptions, type Row } from './measure.ts'
import { signedInMembers } from './members.ts'
import { type Site, startSite } from './site.ts'

const seconds = 2
const submissions = 12

// One process, so that its messages reach this one; with the options of the workers of `npm start`.
const args = [
  '--max-old-space-size=512',
  ...['--import', './bench/react-alone.ts', '--input-type=module', '-e'],
  `import { run } from '#server/run.ts'
process.exit(await run({ root: process.cwd(), dev: false }))`,
]

/** Pages of members, database included, against React that renders the same tree to a string. */
export async function signedInPages({ rounds }: PartOptions): Promise<Row[]> {
  const site = await startSite({ args })
  try {
    const [member] = await signedInMembers(site.db, 1)
    const cookie = member?.cookie ?? ''
    const challenge = await votingChallenge(site)
    return [
      await compare(
        site,
        { path: `/challenges/${challenge}`, name: `/challenges/:id, ${submissions} entries`, cookie },
        rounds,
      ),
      await compare(site, { path: '/contact', name: '/contact', cookie }, rounds),
    ]
  } finally {
    await site.stop()
  }
}

interface Page {
  path: string
  name: string
  cookie: string
}

async function compare(site: Site, { path, name, cookie }: Page, rounds: number): Promise<Row> {
  const html = await (await fetch(site.origin + path, { headers: { Cookie: cookie } })).text()
  if (!html.includes('/profile/edit')) throw new Error(`${path} is not a member’s page`)
  const appMs: number[] = []
  const databaseMs: number[] = []
  const pages = async () => {
    let before = site.cpu()
    let after = before
    const { perSecond, sent } = await generateLoad(
      {
        port: site.port,
        requests: [request('GET', path, { Cookie: cookie })],
        connections: 8,
        warmUpSeconds: 1,
        seconds,
      },
      { measuring: () => (before = site.cpu()), measured: () => (after = site.cpu()) },
    )
    appMs.push(((after.app - before.app) * 1000) / sent)
    databaseMs.push(((after.database - before.database) * 1000) / sent)
    return perSecond
  }
  const renders = async () => {
    site.process.send({ seconds })
    return ((await once(site.process, 'message')) as [number])[0]
  }
  const { first, second, ratio } = await alternate(rounds, pages, renders)
  return {
    work: `${name}, signed in`,
    measured: `${Math.round(first)}/s, CPU ${median(appMs).toFixed(2)} ms and ${median(databaseMs).toFixed(2)} ms of PostgreSQL`,
    against: `React alone: ${Math.round(second)}/s`,
    ratio,
    goal: '>= 0.50',
    met: ratio >= 0.5,
  }
}

async function votingChallenge({ db }: Site): Promise<string> {
  const challenge = await makeChallenge(db, { title: 'Measured' })
  for (const member of await makeMembers(db, submissions)) await makeSubmission(db, member, challenge)
  await db.rows(sql`update submissions set status = 'approved' where challenge_id = ${challenge}`)
  await openVoting(db, challenge)
  return challenge
}
