import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { expect, inject, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { challengeDefaults } from '#domain/challenges/defaults.server.ts'
import { type Database, type Db, openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeChallenge, makeMember, makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { loadGateway } from '#test/gateway.ts'
import { createEmptyDatabase, dropTestDatabase } from '#test/postgres.ts'

const released = 'db/migrations'
const baseline = '0001_baseline.sql'
const { db } = await testDatabase()
const journal = sql`select name, checksum from schema_migrations order by name`

test('a database of 0.13.0 goes on with the migrations after the baseline, and gets the schema of a new one', async () => {
  const { database, another } = await gatewayDatabase()
  const processes = await Promise.all([database, another].map((process) => migrate(process, released)))
  const later = (await readdir(released)).filter((name) => name.endsWith('.sql') && name !== baseline)
  expect(processes.flat().sort()).toEqual(later.sort())
  expect(await database.rows(journal)).toEqual(await db.rows(journal))
  expect(await schemaOf(database)).toEqual(await schemaOf(db))
  expect(await brokenInvariants(database)).toEqual([])
})

test.each([
  { until: '0024', release: '0.8.0 or older' },
  { until: '0056', release: '0.10' },
  { until: '0060', release: '0.12.0' },
  { until: '0081', release: '0.13.0 in another form' },
])('data with migrations before $until is refused as of $release', async ({ until, release }) => {
  const { database } = await gatewayDatabase()
  await database.rows(sql`delete from schema_migrations where name >= ${until}`)
  await expectRefusal(database, release)
})

test('data with another form of a migration is refused', async () => {
  const { database } = await gatewayDatabase()
  await database.rows(
    sql`update schema_migrations set checksum = 'other' where name = '0016_certificates.sql'`,
  )
  await expectRefusal(database, '0.13.0 in another form')
})

test('0082 tells entries what their challenge hides, where that was left to the schedule', async () => {
  const { database } = await gatewayDatabase()
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

test('0084 keeps the defaults of challenges, the key of networks and alerts', async () => {
  const { database } = await gatewayDatabase()
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

test('one vote per member and challenge is kept, the counting one or the last', async () => {
  const { database } = await gatewayDatabase()
  const challenge = await makeChallenge(database)
  const [author, other, voter] = await makeMembers(database, 3)
  if (!author || !other || !voter) throw new Error('three members')
  const [rejected, entry] = [newId(), newId()]
  await database.rows(sql`
    insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used)
    values (${rejected}, ${challenge}, ${author.id}, 'Red', 'A bridge.', '{Suno}'),
      (${entry}, ${challenge}, ${other.id}, 'Blue', 'A bridge.', '{Suno}')`)
  await database.rows(sql`
    insert into votes (id, submission_id, challenge_id, author_id, user_id, counts)
    select gen_random_uuid(), ${rejected}::uuid, ${challenge}::uuid, ${author.id}::uuid, id, false
    from unnest(${[voter.id, other.id, other.id]}::uuid[]) id
    union all select gen_random_uuid(), ${entry}, ${challenge}, ${other.id}, ${voter.id}, true`)

  await migrate(database, released)
  const votes = await database.rows(sql`select user_id as voter, counts from votes order by counts`)
  expect(votes).toEqual([
    { voter: other.id, counts: false },
    { voter: voter.id, counts: true },
  ])
})

async function expectRefusal(database: Database, release: string): Promise<void> {
  const before = await Promise.all([database.rows(journal), schemaOf(database)])
  await expect(migrate(database, released)).rejects.toThrow(
    `The data is of release ${release}, and nothing was changed: start or restore it with 0.13.0 (commit 980e4993) first, as 'From before 0.13.0' in docs/operations.md says`,
  )
  expect(await Promise.all([database.rows(journal), schemaOf(database)])).toEqual(before)
}

async function gatewayDatabase() {
  const server: pg.ClientConfig = inject('testServer')
  const name = `gateway_${process.pid}`
  const connection = await createEmptyDatabase(server, name)
  await loadGateway(connection)
  const [database, another] = [openDatabase({ connection }), openDatabase({ connection })]
  onTestFinished(async () => {
    await Promise.all([database.close(), another.close()])
    await dropTestDatabase(server, name)
  })
  return { database, another }
}

/**
 * What the schema consists of, as texts. Some checks of 0.13.0 were added without looking at the rows, and pg_dump nests
 * the conditions of triggers otherwise.
 */
async function schemaOf(database: Db): Promise<unknown[]> {
  return database.rows(sql`
    select concat_ws(' ', table_name, row_number() over (partition by table_name order by ordinal_position), column_name,
      data_type, is_nullable, column_default, generation_expression) as part
    from information_schema.columns where table_schema = 'public'
    union all select attrelid::regclass || ' ' || attname || ' ' || attoptions::text from pg_attribute
    where attoptions is not null
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || replace(pg_get_constraintdef(oid), ' NOT VALID', '')
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select translate(pg_get_triggerdef(oid), '()', '') from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p
    left join pg_depend d on d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e'
    where pronamespace = 'public'::regnamespace and prokind = 'f' and d.objid is null
    order by part`)
}
