import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { expect, inject, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { payReward } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { settingsOf, storedSettings } from '#domain/settings/queries.server.ts'
import { type Database, type Db, openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeChallenge, makeMember, makeMembers } from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { loadGateway } from '#test/gateway.ts'
import { createEmptyDatabase, dropTestDatabase } from '#test/postgres.ts'

const released = 'db/migrations'
const upgrade = 'db/migrations/from-0.13.0'
const baseline = '0001_baseline.sql'
const { db } = await testDatabase()
const journal = sql`select name, checksum from schema_migrations order by name`

test('a database of 0.13.0 gets the catalogue and the rows of a new one, with two processes at once', async () => {
  const { database, another } = await gatewayDatabase()
  const processes = await Promise.all([database, another].map((process) => migrate(process, released)))
  const later = (await filesIn(released)).filter((name) => name !== baseline)
  const upgrades = (await filesIn(upgrade)).map((name) => `from-0.13.0/${name}`)
  expect(processes.flat().sort()).toEqual([...later, ...upgrades].sort())
  expect(await catalogueOf(database)).toEqual(await catalogueOf(db))
  expect(await rowsOf(database)).toEqual(await rowsOf(db))
  expect(await brokenInvariants(database)).toEqual([])
})

test('an upgrade of 0.13.0 that fails changes nothing, and is done by the next start', async () => {
  const { database } = await gatewayDatabase()
  const before = await Promise.all([database.rows(journal), catalogueOf(database)])
  const folder = await mkdtemp(join(tmpdir(), 'dojo-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(released, folder, { recursive: true })
  await writeFile(join(folder, 'from-0.13.0/9999_broken.sql'), 'select no_such_function();')
  await expect(migrate(database, folder)).rejects.toThrow(
    'Migration 9999_broken.sql failed: function no_such',
  )
  expect(await Promise.all([database.rows(journal), catalogueOf(database)])).toEqual(before)
  await migrate(database, released)
  expect(await catalogueOf(database)).toEqual(await catalogueOf(db))
})

test('numbers of later migrations go on after those of the upgrade', async () => {
  const last = (await filesIn(upgrade)).at(-1) ?? ''
  expect((await filesIn(released)).filter((name) => name !== baseline && name <= last)).toEqual([])
})

test.each(['0024', '0060', '0081'])('data with migrations before %s is refused', async (until) => {
  const { database } = await gatewayDatabase()
  await database.rows(sql`delete from schema_migrations where name >= ${until}`)
  await expectRefusal(database)
})

test('data with another form of a migration is refused', async () => {
  const { database } = await gatewayDatabase()
  await database.rows(
    sql`update schema_migrations set checksum = 'other' where name = '0016_certificates.sql'`,
  )
  await expectRefusal(database)
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
  await payReward(database, REWARDS.submission, {
    userId: author.id,
    challengeId: challenge,
    reason: 'challenge_submission',
    sourceId: entry,
  })
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
  expect(settingsOf(await storedSettings(database), {} as never)).toMatchObject({ showVotes: false })
  expect(
    await database.row(sql`
      select result_alert as alert, result_alert_at <= now() as "isPast", version from challenges`),
  ).toEqual({ alert: 'two counts', isPast: true, version: 0 })
})

test('0092 keeps the log of administrators, with changes of settings apart', async () => {
  const { database } = await gatewayDatabase()
  const challenge = await makeChallenge(database)
  const actions = [
    'challenge_defaults_changed',
    'challenge_updated',
    'submission_approved',
    'member_suspended',
  ]
  await database.rows(sql`
    insert into audit_log (id, admin_name, action, subject_id, subject_name)
    select gen_random_uuid(), 'Rei', action, ${challenge}, 'Subject' from unnest(${actions}::text[]) action`)
  await migrate(database, released)
  const log = sql`select action, subject_type as type from audit_log order by array_position(${actions}::text[], action)`
  expect(await database.rows(log)).toEqual(
    ['settings', 'challenge', 'submission', 'member'].map((type, index) => ({
      action: actions[index],
      type,
    })),
  )
})

test('0103 keeps what was shown of a challenge as its changes', async () => {
  const database = await databaseBefore('0103')
  const challenge = await makeChallenge(database)
  await database.rows(sql`
    insert into challenge_steps (id, challenge_id, taken_at, step, note)
    values (gen_random_uuid(), ${challenge}, '2026-03-01T12:00:01Z', 'voting_started', null),
      (gen_random_uuid(), ${challenge}, '2026-03-02', 'canceled', 'Too few of us')`)
  await database.rows(sql`
    insert into moved_dates (id, challenge_id, moved_at, moment, moved_from, moved_to)
    select gen_random_uuid(), ${challenge}::uuid, moved_at, moment, moved_from, moved_to from (values
      ('2026-03-01T12:00Z'::timestamptz, 'deadline', '2026-03-07T00:00Z'::timestamptz, '2026-03-01T12:00Z'::timestamptz),
      ('2026-03-01T12:00Z', 'start', '2026-03-01T11:00Z', null),
      ('2026-03-01T12:00Z', 'voting_end', null, '2026-03-04T12:00Z'),
      ('2026-03-01T11:00Z', 'deadline', '2026-03-06T00:00Z', '2026-02-28T00:00Z')
    ) as moved (moved_at, moment, moved_from, moved_to)`)
  await migrate(database, released)
  const changes = await database.rows(sql`
    select what, extract(day from moved_from)::int as "from", extract(day from moved_to)::int as "to", note
    from challenge_changes where challenge_id = ${challenge} order by changed_at, what`)
  expect(changes).toEqual([
    { what: 'deadline', from: 6, to: 28, note: null },
    // A step says by itself that a date is now.
    { what: 'voting_end', from: null, to: 4, note: null },
    { what: 'voting_started', from: null, to: null, note: null },
    { what: 'canceled', from: null, to: null, note: 'Too few of us' },
  ])
})

test('0103 waits for a process that is about to write a challenge', async () => {
  const database = await databaseBefore('0103')
  const challenge = await makeChallenge(database)
  const migrated = await database.transaction(async (tx) => {
    await tx.rows(sql`select from challenges where id = ${challenge} for update`)
    const migrating = migrate(database, released)
    await lockWait(tx)
    await tx.rows(sql`update challenges set title = 'Written meanwhile' where id = ${challenge}`)
    return { migrating }
  })
  await migrated.migrating
  expect(await database.rows(sql`select title from challenges`)).toEqual([{ title: 'Written meanwhile' }])
})

test('one vote per member and challenge is kept, the counting one or the last', async () => {
  const { database } = await gatewayDatabase()
  const challenge = await makeChallenge(database)
  const [author, other, voter] = await makeMembers(database, 3)
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

async function expectRefusal(database: Database): Promise<void> {
  const before = await Promise.all([database.rows(journal), catalogueOf(database)])
  await expect(migrate(database, released)).rejects.toThrow(
    `The data is of a release before 0.13.0, and nothing was changed: start or restore it with 0.13.0 (commit 980e4993) first, as 'From before 0.13.0' in docs/operations.md says`,
  )
  expect(await Promise.all([database.rows(journal), catalogueOf(database)])).toEqual(before)
}

async function gatewayDatabase() {
  const { connection, ...databases } = await emptyDatabase()
  await loadGateway(connection)
  return databases
}

async function databaseBefore(migration: string): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-earlier-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const isEarlier = (path: string) => !path.endsWith('.sql') || basename(path) < migration
  await cp(released, folder, { recursive: true, filter: isEarlier })
  const { database } = await emptyDatabase()
  await migrate(database, folder)
  return database
}

async function emptyDatabase() {
  const server: pg.ClientConfig = inject('testServer')
  const name = `upgraded_${process.pid}`
  const connection = await createEmptyDatabase(server, name)
  const [database, another] = [openDatabase({ connection }), openDatabase({ connection })]
  onTestFinished(async () => {
    await Promise.all([database.close(), another.close()])
    await dropTestDatabase(server, name)
  })
  return { connection, database, another }
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/**
 * What the catalogue says, as texts, but for the order of columns. Some checks of 0.13.0 were added without looking at
 * the rows, and pg_dump nests the conditions of triggers otherwise.
 */
async function catalogueOf(database: Db): Promise<unknown[]> {
  return database.rows(sql`
    with own as (
      select 'pg_class'::regclass as class, oid from pg_class where relnamespace = 'public'::regnamespace
      union all select 'pg_proc'::regclass, oid from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'pg_type'::regclass, oid from pg_type where typnamespace = 'public'::regnamespace
      except select classid, objid from pg_depend where deptype = 'e'
    )
    select concat_ws(' ', relkind, oid::regclass, relpersistence, relrowsecurity, reloptions, relacl) as part
    from pg_class natural join own where class = 'pg_class'::regclass
    union all select concat_ws(' ', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attgenerated, a.attcollation::regcollation, a.attcompression, a.attstorage, a.attstattarget, a.attoptions, a.attacl,
      pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a natural join (select oid as attrelid, relkind from pg_class natural join own) c
    left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
    where c.relkind <> 'i' and a.attnum > 0 and not a.attisdropped
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || replace(pg_get_constraintdef(oid), ' NOT VALID', '')
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', tgenabled, translate(pg_get_triggerdef(oid), '()', '')) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', pg_get_functiondef(oid), proacl) from pg_proc natural join own
    where class = 'pg_proc'::regclass and prokind in ('f', 'p')
    union all select concat_ws(' ', typtype, oid::regtype) from pg_type natural join own where class = 'pg_type'::regclass
    union all select pg_describe_object(classoid, objoid, objsubid) || ' is ' || description
    from pg_description join own on (class, oid) = (classoid, objoid)
    union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext
    union all select 'extension ' || extname from pg_extension
    union all select concat_ws(' ', 'default', defaclobjtype, defaclacl) from pg_default_acl
    order by part`)
}

/** The rows of each table, and the journal without its times. */
async function rowsOf(database: Db): Promise<Record<string, unknown>> {
  const tables = await database.rows<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables)
    rows[name] = await database.rows(sql`
      select to_jsonb(one) - 'applied_at' as one from ${raw(`"${name}"`)} one order by to_jsonb(one) - 'applied_at'`)
  return rows
}
