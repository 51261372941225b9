/**
 * Measures the admin lists with a million members and submissions, rows and counts together: node bench/lists.ts.
 * COUNT sets their number, ROUNDS the repetitions. Takes some minutes, mostly to fill the database.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql, { raw, type Sql } from 'sql-template-tag'
import { listChallenges } from '#domain/challenges/admin-list.server.ts'
import { STATUSES } from '#domain/challenges/rules.ts'
import { visitorScope } from '#domain/challenges/scope.server.ts'
import { searchChallenges } from '#domain/challenges/search.server.ts'
import { listMembers } from '#domain/members/admin-list.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { searchMembers } from '#domain/members/search.server.ts'
import { listSubmissions } from '#domain/submissions/admin-list.server.ts'
import { searchSubmissions } from '#domain/submissions/search.server.ts'
import { type Db, openDatabase } from '#platform/database/database.server.ts'
import { startEmbedded } from '#platform/database/embedded.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import type { Total } from '#platform/total.ts'
import { median } from './measure.ts'
import { cpuBelow } from './processes.ts'

const vocabulary = raw(
  `(array['river','lantern','crane','ember','paper','moon','shadow','willow','storm','quiet',
    'glass','copper','silent','winter','maple','koi','tiger','saffron','harbor','violet'])`,
)

const word = (seed: number): Sql =>
  sql`${vocabulary}[1 + mod(abs(hashint4(i * 31 + ${raw(String(seed))})), 20)]`

const challenges = sql`
  insert into challenges (id, title, description, type, kind, status, deadline, voting_ends_at, completed_at, created_at)
  select gen_random_uuid(), initcap(${word(5)} || ' of ' || ${word(6)}) || ' ' || i, 'Make something', 'weekly', 'image', status,
    now() + interval '5 days', now() + interval '8 days', case when status = 'completed' then now() end,
    now() - i * interval '1 hour'
  from generate_series(1, 20000) i
  cross join lateral (
    select case when i % 100 = 0 then 'active' when i % 101 = 0 then 'draft' else 'completed' end as status) phase`

const submissions = sql`
  insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used, status, submission_date,
    content_changed_at, kind, votes_hidden)
  select gen_random_uuid(), c.id, u.id, initcap(${word(8)} || ' ' || ${word(9)}) || ' ' || i,
    'A ' || ${word(10)} || ' under the ' || ${word(11)} || ', made with ' || ${word(12)} || ' and care, ' || md5(i::text),
    array['tool'], case when i % 500 = 0 then 'rejected' when i % 3 = 0 then 'approved' else 'pending' end,
    now() - i * interval '30 seconds', now() - i * interval '30 seconds', 'image', false
  from (select id, (row_number() over ())::int as i from users) u
  join (select id, (row_number() over ())::int as n from challenges) c on c.n = 1 + mod(i, 20000)`

const words = sql`
  insert into user_words select id, searchable(concat_ws(E'\n', display_name, email)), name_words(display_name) from users`

const titles = sql`
  with shown as (
    insert into submission_titles select id, name_words(title), status, is_hidden from submissions)
  insert into submission_words
  select id, searchable(concat_ws(E'\n', title, description)) from submissions`

const tallies = sql`
  insert into tallies
  select 'users', rank, count(*) from users group by rank
  union all select 'submissions', status, count(*) from submissions group by status
  union all select 'challenges', status || '/' || type || '/' || kind, count(*) from challenges group by 2`

const rounds = Number(process.env.ROUNDS ?? 9)
const dataDir = await mkdtemp(join(tmpdir(), 'dojo-lists-'))
const quiet = { info: () => undefined, warn: () => undefined }
const settings = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB' }
const server = await startEmbedded({ dataDir, settings, log: quiet })
const db = openDatabase({ connection: server.connection, queryTimeoutMs: 600_000 })
const admin = { displayName: 'Benchmark', isAdmin: true } as Admin

try {
  await migrate(db, 'db/migrations')
  await fillMillion(db, Number(process.env.COUNT ?? 1_000_000))
  console.table([
    ...(await memberLists()),
    ...(await submissionLists()),
    ...(await challengeLists()),
    ...(await nameSearches()),
  ])
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
  const plain = { since: null, search: '', page: 1 }
  const rows = []
  for (const status of [null, 'draft'] as const)
    for (const search of ['', 'moon', '777', 'unmatched', 'qz'])
      rows.push(
        await measure(`challenges, ${status} '${search}'`, () =>
          listChallenges(db, admin, { ...plain, statuses: status ? [status] : STATUSES, search }),
        ),
      )
  return rows
}

async function nameSearches() {
  const everyone = visitorScope('after')
  const page = { offset: 0, limit: 6 }
  const rows = []
  for (const term of ['mo', 'moon', 'moon koi', 'lantren', '777', '123456', 'unmatched', 'qz', 'a'])
    rows.push(
      await measure(`members named '${term}'`, () => searchMembers(db, { term, ...page })),
      await measure(`entries titled '${term}'`, () => searchSubmissions(db, everyone, { term, ...page })),
      await measure(`challenges titled '${term}'`, () => searchChallenges(db, everyone, { term, ...page })),
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

/** Fills an empty database with `count` members and submissions in 20,000 challenges. */
async function fillMillion(db: Db, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(sql`set local session_replication_role = replica`)
    await tx.rows(sql`set local statement_timeout = 0`)
    for (const statement of [members(count), challenges, submissions, words, titles, tallies])
      await tx.rows(statement)
  })
  await db.rows(sql`vacuum analyze`)
  // Otherwise the checkpoint would run during the measurement.
  await db.rows(sql`checkpoint`)
}

function members(count: number): Sql {
  return sql`
    insert into users (id, display_name, email, avatar_preset, rank, points, joined_date)
    select gen_random_uuid(), initcap(${word(1)} || ' ' || ${word(2)}) || ' ' || i, ${word(3)} || i || '@example.org', 1,
      case when i % 2 = 0 then 'Novice Ninja' when i % 50 = 1 then 'Legendary Ninja' else 'Adept Ninja' end,
      mod(abs(hashint4(i)), 40000), now() - i * interval '1 minute'
    from generate_series(1, ${count}::int) i`
}
