import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { expect, inject, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { challengeDefaults } from '#domain/challenges/defaults.server.ts'
import { type Db, openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { createEmptyDatabase, dropTestDatabase } from '#test/postgres.ts'

const released = 'db/migrations'
const former = 'test/release/former'
const { db } = await testDatabase()

test.each([
  { of: '0048 to 0051', from: '0048', until: '0053' },
  { of: '0016', from: '0016', until: '0017' },
])('data of the other forms of $of get the schema of all others', async ({ from, until }) => {
  const database = await emptyDatabase()
  await migrate(database, await folderWithFormer(from, until))
  const challengeId = from === '0048' ? await makeChallenge(database) : undefined
  if (challengeId)
    await database.rows(sql`insert into author_payments (challenge_id) values (${challengeId})`)

  const applied = await migrate(database, released)
  expect(applied[0]).toMatch(until)
  expect(await migrate(database, released)).toEqual([])
  expect(await schemaOf(database)).toEqual(await schemaOf(db))
  const journal = sql`select name, checksum from schema_migrations order by name`
  expect(await database.rows(journal)).toEqual(await db.rows(journal))
  expect(await brokenInvariants(database)).toEqual([])
})

test('0073 settles what was left to the schedule, and keeps every vote that does not count', async () => {
  const database = await emptyDatabase()
  await migrate(database, await folderWithFormer('0073', '0073'))
  const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const [author, rival, ...voters] = [1, 2, 3, 4, 5, 6, 7].map(id)
  const [shown, pending, entry, rejected, due, batch] = [11, 12, 21, 22, 23, 31].map(id)
  await database.rows(sql`
    insert into users (id, display_name, name_skeleton, avatar_preset, points)
    select id, 'Member ' || n, 'member' || n, 1, case n when 1 then 25 + 5 when 2 then 25 when 3 then 1 when 4 then 3 else 0 end
    from unnest(${[author, rival, ...voters]}::uuid[]) with ordinality as made (id, n)`)
  await database.rows(sql`
    insert into challenges (id, title, description, type, kind, status, deadline, voting_ends_at, completed_at, participant_count)
    select id, 'Bridges', 'Build.', 'weekly', 'image', status, now() - interval '2 days', now() + ends, completed, 1
    from (values (${shown}::uuid, 'voting', interval '1 day', null::timestamptz),
      (${pending}::uuid, 'completed', interval '-1 day', now())) as made (id, status, ends, completed)`)
  await database.rows(sql`
    insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used, votes, status)
    values (${entry}, ${shown}, ${author}, 'Red', 'A bridge.', '{Suno}', 1, 'approved'),
      (${rejected}, ${shown}, ${rival}, 'Blue', 'A bridge.', '{Suno}', 0, 'rejected'),
      (${due}, ${pending}, ${rival}, 'Green', 'A bridge.', '{Suno}', 1, 'approved')`)
  await database.rows(sql`update submissions set reward_source_id = ${id(99)} where id = ${entry}`)
  await database.rows(sql`
    insert into votes (id, submission_id, challenge_id, author_id, user_id)
    values (${id(41)}, ${entry}, ${shown}, ${author}, ${voters[0]}), (${id(42)}, ${due}, ${pending}, ${rival}, ${voters[1]})`)
  await database.rows(sql`
    insert into void_batches (id, challenge_id, reason, note, votes) values (${batch}, ${shown}, 'agreed', 'x', 2)`)
  await database.rows(sql`
    insert into voided_votes (challenge_id, user_id, batch_id, submission_id, author_id, created_at)
    values (${shown}, ${voters[1]}, ${batch}, ${entry}, ${author}, now()), (${shown}, ${voters[2]}, ${batch}, null, ${rival}, now())`)
  await database.rows(sql`
    insert into rejections (submission_id, won, participation, rejected_at, was_approved) values (${rejected}, false, 0, now(), true)`)
  await database.rows(sql`
    insert into rejected_votes (submission_id, user_id, created_at) values (${rejected}, ${voters[3]}, now())`)
  await database.rows(sql`insert into vote_payments (challenge_id) values (${pending})`)
  await database.rows(sql`
    insert into removed_votes (id, challenge_id, author_id, user_id) values (${id(43)}, ${shown}, ${rival}, ${voters[1]})`)
  await database.rows(sql`
    insert into points_log (user_id, points, reason, challenge_id, source_id)
    values (${author}, 25, 'challenge_submission', ${shown}, ${id(99)}), (${author}, 5, 'vote_received', ${shown}, ${id(41)}),
      (${voters[0]}, 1, 'vote_cast', ${shown}, ${id(41)}), (${rival}, 20, 'challenge_submission', ${pending}, ${due}),
      (${rival}, 5, 'vote_received', ${shown}, ${id(43)}), (${voters[1]}, 1, 'vote_cast', ${shown}, ${id(43)}),
      (${voters[1]}, 2, 'admin_adjustment', null, ${id(98)})`)

  await migrate(database, released)
  const votes = await database.rows(sql`
    select user_id as voter, submission_id as submission, counts, voided_batch_id as batch from votes order by user_id, counts`)
  expect(votes).toEqual([
    { voter: voters[0], submission: entry, counts: true, batch: null },
    { voter: voters[1], submission: entry, counts: false, batch },
    { voter: voters[1], submission: due, counts: true, batch: null },
    { voter: voters[2], submission: null, counts: false, batch },
    { voter: voters[3], submission: rejected, counts: false, batch: null },
  ])
  const points = await database.rows<{ points: number }>(sql`select points from users order by id`)
  expect(points.map((row) => row.points)).toEqual([30, 25, 1, 3, 0, 0, 0])
  expect(
    await database.row(sql`select rejected_from as "from" from submissions where id = ${rejected}`),
  ).toEqual({
    from: 'approved',
  })
  const names = (await brokenInvariants(database)).map(({ name }) => name)
  expect(names.filter((name) => !name.includes('certificate'))).toEqual([])
})

test('0082 tells entries what their challenge hides, where that was left to the schedule', async () => {
  const database = await emptyDatabase()
  await migrate(database, await folderWithFormer('0082', '0082'))
  const challenge = await makeChallenge(database, { showVotes: false, showSubmissions: false })
  const author = await makeMember(database)
  const entry = newId()
  await database.rows(sql`
    insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used)
    values (${entry}, ${challenge}, ${author.id}, 'Red', 'A bridge.', '{Suno}')`)
  await database.rows(sql`update challenges set participant_count = 1, submissions_shown_at = deadline - interval '1 day'
    where id = ${challenge}`)
  await database.rows(sql`update submissions set votes_hidden = false, is_hidden = true where id = ${entry}`)
  await database.rows(sql`insert into copies_due values (${challenge}) on conflict do nothing`)

  await migrate(database, released)
  const copies = sql`select votes_hidden as "votesHidden", is_hidden as "isHidden" from submissions`
  // It was shown after an earlier deadline.
  expect(await database.row(copies)).toEqual({ votesHidden: true, isHidden: true })
  expect(await brokenInvariants(database)).toEqual([])
})

test('0083 keeps the defaults of challenges, the key of networks and alerts', async () => {
  const database = await emptyDatabase()
  await migrate(database, await folderWithFormer('0083', '0083'))
  const challenge = await makeChallenge(database)
  await database.rows(sql`insert into challenge_defaults (show_votes) values (false)`)
  await database.rows(
    sql`insert into result_alerts (challenge_id, detail) values (${challenge}, 'two counts')`,
  )
  const hash = sql`select encode(network_hash('192.0.2.0/24'), 'hex') as hash`
  const before = await database.row(hash)

  await migrate(database, released)
  expect(await database.row(hash)).toEqual(before)
  expect(await challengeDefaults(database)).toEqual({ showVotes: false })
  expect(
    await database.row(sql`
      select result_alert as alert, result_alert_at <= now() as "isPast", version from challenges`),
  ).toEqual({ alert: 'two counts', isPast: true, version: 0 })
})

async function emptyDatabase() {
  const server: pg.ClientConfig = inject('testServer')
  const name = `former_migrations_${process.pid}`
  const database = openDatabase({ connection: await createEmptyDatabase(server, name), poolSize: 2 })
  onTestFinished(async () => {
    await database.close()
    await dropTestDatabase(server, name)
  })
  return database
}

/** The migrations before `until`, with the other forms of those from `from` on. */
async function folderWithFormer(from: string, until: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-former-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const other = (await readdir(former)).filter((name) => name >= from && name < until)
  const replaced = new Set(other.map((name) => name.slice(0, 4)))
  for (const name of await readdir(released)) {
    if (name.endsWith('.sql') && name < until && !replaced.has(name.slice(0, 4)))
      await copyFile(join(released, name), join(folder, name))
  }
  for (const name of other) await copyFile(join(former, name), join(folder, name))
  return folder
}

/** What the schema consists of, as texts. */
function schemaOf(database: Db): Promise<unknown[]> {
  return database.rows(sql`
    select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default) as part
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p
    left join pg_depend d on d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e'
    where pronamespace = 'public'::regnamespace and prokind = 'f' and d.objid is null
    order by part`)
}
