import { addresses } from './addresses.ts'
import { generateLoad, request } from './load.ts'
import { alternate, type PartOptions, type Row } from './measure.ts'
import { type Site, startSite } from './site.ts'

const goal = 1.6
const connections = 16
const seconds = 4

/** Uncached pages of two processes on one port, against one process. The load generator's CPU time is subtracted. */
export async function processesOnCores({ rounds }: PartOptions): Promise<Row[]> {
  const [one, two] = [await startSite(), await startSite({ env: { WEB_CONCURRENCY: '2' } })]
  try {
    const { challenge } = await addresses(one.origin)
    const other = (await addresses(two.origin)).challenge
    const { first, second, ratio } = await alternate(
      rounds,
      () => pagesPerSecond(two, other),
      () => pagesPerSecond(one, challenge),
    )
    return [
      {
        work: 'uncached pages, WEB_CONCURRENCY=2 on 2 cores',
        measured: `${Math.round(first)}/s`,
        against: `one process: ${Math.round(second)}/s`,
        ratio,
        goal: `>= ${goal}`,
        met: ratio >= goal,
      },
    ]
  } finally {
    await Promise.all([one.stop(), two.stop()])
  }
}

async function pagesPerSecond(site: Site, path: string): Promise<number> {
  const {
    perSecond,
    cpu,
    seconds: took,
  } = await generateLoad({
    port: site.port,
    requests: Array.from({ length: 64 }, (_, place) =>
      request('GET', path, { Cookie: 'known=no-member', 'X-Forwarded-For': `10.${place}.0.1` }),
    ),
    connections,
    warmUpSeconds: 1,
    seconds,
  })
  // What two cores would do without the generator.
  return perSecond / (1 - cpu / took / 2)
}
