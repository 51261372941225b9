import { generateLoad, request } from './load.ts'
import { inRounds, median, type Part, type Row } from './measure.ts'
import { signedInMembers, startSite } from './site.ts'
import { overHttp } from './votes.ts'

// The large data are not a demo.
const env = {
  DEMO: 'off',
  OIDC_CLIENT_ID: 'bench',
  OIDC_CLIENT_SECRET: 'bench',
  CONTACT_EMAIL: 'bench@example.org',
}
const lists = ['/challenges/submissions', '/challenges/archive', '/profile']

/** Pages and votes of this version with a million members and submissions, against those of the demo. */
export const largeData: Part = async (versions, { rounds, large }) => {
  const version = versions.at(-1) ?? ''
  if (!large) throw new Error('Name the folder that `npm run bench:seed` filled: --large FOLDER')
  const sites = [await startSite({ version, dataDir: large, env }), await startSite({ version })]
  try {
    const subjects = await Promise.all(
      sites.map(async ({ db, port, pages }) => {
        const [member] = await signedInMembers(db, 1)
        const gallery = `${pages.challenge}/submissions`
        return { port, cookie: member?.cookie ?? '', paths: [...Object.values(pages), gallery, ...lists] }
      }),
    )
    const rows: Row[] = []
    for (const [index, path] of subjects[0]?.paths.entries() ?? []) {
      const p95Of = async ({ port, cookie, paths }: (typeof subjects)[number]) => {
        const load = {
          port,
          requests: [request(paths[index] ?? '', { Cookie: cookie })],
          connections: 2,
          status: 200,
        }
        await generateLoad({ ...load, seconds: 0.5 })
        return (await generateLoad({ ...load, seconds: 2 })).p95
      }
      const name = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
      rows.push(row(`${name}, p95`, await inRounds(subjects, rounds, p95Of), 'ms', '<= 1.30'))
    }
    return [...rows, row('votes', await inRounds(sites, rounds, overHttp), 'a second', '>= 0.80')]
  } finally {
    for (const site of sites) await site.stop()
  }
}

function row(work: string, found: number[][], unit: string, goal: string): Row {
  const [big = Number.NaN, demo = Number.NaN] = found.map(median)
  const figures = `${(big / demo).toFixed(2)} (${big.toFixed(0)} ${unit}, the demo ${demo.toFixed(0)})`
  return { work: `${work} with large data`, found: [figures], goal }
}
