/**
 * Fills a folder with a community of a million members, a million submissions and ten million votes, for `npm run bench
 * -- --large FOLDER large-data`: npm run bench:seed -- FOLDER. Takes some minutes and 10 GB.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sql from 'sql-template-tag'
import { openDatabase } from '#platform/database/database.server.ts'
import { startEmbedded } from '#platform/database/embedded.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { fillLargeCommunity } from '#test/scale/community.ts'

const size = {
  members: 1_000_000,
  challenges: 4_000,
  submissionsOfBig: 20_000,
  hiddenSubmissions: 0,
  otherSubmissions: 980_000,
  mostVotes: 23,
}

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('Name an empty folder: npm run bench:seed -- FOLDER')
  process.exit(1)
}
await mkdir(folder, { recursive: true })
if ((await readdir(folder)).length > 0) {
  console.error(`${resolve(folder)} is not empty`)
  process.exit(1)
}

const begun = performance.now()
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  shared_buffers: '1GB',
}
const server = await startEmbedded({ dataDir: join(folder, 'postgres'), settings, log: console })
const db = openDatabase({ connection: server.connection, queryTimeoutMs: 600_000 })
try {
  await migrate(db, 'db/migrations')
  await fillLargeCommunity(db, size)
  const counts = await db.row(sql`
    select (select count(*) from users) as members, (select count(*) from submissions) as submissions,
      (select count(*) from votes) as votes, pg_size_pretty(pg_database_size(current_database())) as size`)
  console.log(counts, `${((performance.now() - begun) / 1000).toFixed(0)} s`)
} finally {
  await db.close()
  await server.stop()
}
