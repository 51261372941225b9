import { setTimeout as sleep } from 'node:timers/promises'
import { addresses } from './addresses.ts'
import { generateLoad, request } from './load.ts'
import type { PartOptions, Row } from './measure.ts'
import { signedInMembers } from './members.ts'
import { type Site, startSite } from './site.ts'

const most = 220
const growthAtMost = 1.05

/** Resident memory of app and PostgreSQL over minutes of mixed load: visitors, members and votes. */
export async function memory({ minutes }: PartOptions): Promise<Row[]> {
  const site = await startSite()
  try {
    await sleep(10_000)
    const atRest = site.memory()
    const requests = await mixedRequests(site)
    const half = () =>
      generateLoad({
        port: site.port,
        requests,
        connections: 8,
        warmUpSeconds: 0,
        seconds: minutes * 30,
        status: null,
      })
    await half()
    const midway = site.memory()
    await half()
    const atEnd = site.memory()
    await sleep(30_000)
    const afterwards = site.memory()
    return [
      {
        work: `memory after ${minutes} minutes of load`,
        measured: words(atEnd),
        against: `after half of them: ${words(midway)}`,
        ...compared(total(atEnd) / total(midway), growthAtMost),
      },
      {
        work: 'memory at rest after the start',
        measured: words(atRest),
        against: `${most} MB (30 s after the load: ${words(afterwards)})`,
        ...compared(total(atRest) / most, 1),
      },
    ]
  } finally {
    await site.stop()
  }
}

type Memory = ReturnType<Site['memory']>

function compared(ratio: number, atMost: number): Pick<Row, 'ratio' | 'goal' | 'met'> {
  return { ratio, goal: `<= ${atMost.toFixed(2)}`, met: ratio <= atMost }
}

function total({ app, database }: Memory): number {
  return app + database
}

function words(memory: Memory): string {
  return `${Math.round(total(memory))} MB, ${Math.round(memory.database)} of them PostgreSQL`
}

async function mixedRequests({ db, origin }: Site): Promise<string[]> {
  const { challenge, submission, profile } = await addresses(origin)
  const members = await signedInMembers(db, 100)
  const paths = [
    '/',
    '/challenges',
    challenge,
    `${challenge}/submissions`,
    submission,
    profile,
    '/leaderboard',
    '/contact',
  ]
  return members.flatMap(({ cookie }, place) => {
    const address = { 'X-Forwarded-For': `10.${place}.0.1` }
    return [
      ...paths.map((path) => request('GET', path, { ...address, Cookie: cookie })),
      ...paths.map((path) => request('GET', `${path}?visit=${place}`, address)),
      request(
        'POST',
        `${submission}/${place % 2 === 0 ? 'vote' : 'unvote'}`,
        {
          ...address,
          Cookie: cookie,
          Origin: origin,
          'Sec-Fetch-Site': 'same-origin',
        },
        'from=/',
      ),
    ]
  })
}
