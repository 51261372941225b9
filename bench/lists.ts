/**
 * Measures the admin lists with a million members and submissions, rows and counts together: node bench/lists.ts.
 * COUNT sets their number, ROUNDS the repetitions. Takes some minutes, mostly to fill the database.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { listChallenges } from '#domain/challenges/admin-list.server.ts'
import { listMembers } from '#domain/members/admin-list.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { listSubmissions } from '#domain/submissions/admin-list.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { startEmbedded } from '#platform/database/embedded.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import type { Total } from '#platform/total.ts'
import { median } from './measure.ts'
import { fillMillion } from './million.ts'
import { cpuBelow } from './postgres-cpu.ts'

const rounds = Number(process.env.ROUNDS ?? 9)
const dataDir = await mkdtemp(join(tmpdir(), 'dojo-lists-'))
const quiet = { info: () => undefined, warn: () => undefined }
const settings = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB' }
const server = await startEmbedded({ dataDir, settings, log: quiet })
const db = openDatabase({ connection: server.connection })
const admin = { displayName: 'Benchmark', isAdmin: true } as Admin
try {
  await migrate(db, 'db/migrations')
  await fillMillion(db, Number(process.env.COUNT ?? 1_000_000))
  console.table([...(await memberLists()), ...(await submissionLists()), ...(await challengeLists())])
} finally {
  await db.close()
  await server.stop()
  await rm(dataDir, { recursive: true })
}

async function memberLists() {
  const plain = { rank: null, search: '', page: 1 }
  const rows = [await measure('members, page 500', () => listMembers(db, admin, { ...plain, page: 500 }))]
  for (const rank of [null, 'Legendary Ninja'])
    for (const search of [
      '',
      'moon',
      'moon 12',
      'crane koi',
      '777',
      '123456',
      'unmatched',
      '@example.org',
      'a',
      'qz',
    ])
      rows.push(
        await measure(`members, ${rank} '${search}'`, () =>
          listMembers(db, admin, { ...plain, rank, search }),
        ),
      )
  return rows
}

async function submissionLists() {
  const challenge = await db.row<{ id: string }>(sql`select id from challenges limit 1`)
  const plain = { challengeId: null, status: null, since: null, until: null, search: '', page: 1 }
  const since = new Date(Date.now() - 200 * 24 * 60 * 60 * 1000)
  const filters = {
    none: {},
    challenge: { challengeId: challenge?.id ?? null },
    rejected: { status: 'rejected' },
    since: { since },
  } as const
  const rows = [
    await measure('entries, page 1,000', () => listSubmissions(db, admin, { ...plain, page: 1_000 })),
  ]
  for (const [name, filter] of Object.entries(filters))
    for (const search of [
      '',
      'moon',
      'under the koi',
      'crane koi',
      '777',
      '123456',
      'abcde',
      'unmatched',
      'qz',
    ])
      rows.push(
        await measure(`entries, ${name} '${search}'`, () =>
          listSubmissions(db, admin, { ...plain, ...filter, search }),
        ),
      )
  return rows
}

async function challengeLists() {
  const plain = { status: null, since: null, search: '', page: 1 }
  const rows = []
  for (const status of [null, 'draft'] as const)
    for (const search of ['', 'moon', '777', 'unmatched', 'qz'])
      rows.push(
        await measure(`challenges, ${status} '${search}'`, () =>
          listChallenges(db, admin, { ...plain, status, search }),
        ),
      )
  return rows
}

async function measure(list: string, ask: () => Promise<{ rows: unknown[]; total: Total }>) {
  const { total } = await ask()
  const times: number[] = []
  const cpu = cpuBelow(dataDir)
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await ask()
    times.push(performance.now() - begun)
  }
  return {
    list,
    'median ms': Number(median(times).toFixed(1)),
    'PostgreSQL ms': Number((((cpuBelow(dataDir) - cpu) * 1000) / rounds).toFixed(1)),
    found: `${total.count}${total.more ? '+' : ''}`,
  }
}
