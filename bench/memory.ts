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
    const atRest = totalOf(site)
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
    const midway = totalOf(site)
    await half()
    const atEnd = totalOf(site)
    await sleep(30_000)
    const afterwards = totalOf(site)
    return [
      row(
        `memory after ${minutes} minutes of load`,
        atEnd,
        `after half of them: ${round(midway)}`,
        atEnd / midway,
        growthAtMost,
      ),
      row(
        'memory at rest after the start, with PostgreSQL',
        atRest,
        `30 s after the load: ${round(afterwards)}`,
        atRest / most,
        1,
      ),
    ]
  } finally {
    await site.stop()
  }
}

function row(work: string, measured: number, against: string, ratio: number, mostRatio: number): Row {
  return {
    work,
    measured: round(measured),
    against,
    ratio,
    goal: `<= ${mostRatio.toFixed(2)}`,
    met: ratio <= mostRatio,
  }
}

const round = (megabytes: number) => `${Math.round(megabytes)} MB`

function totalOf(site: Site): number {
  const { app, database } = site.memory()
  return app + database
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
