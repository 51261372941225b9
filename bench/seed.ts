// Fills an empty folder for the part `large-data`: npm run bench:seed -- FOLDER. Takes some minutes and 10 GB.
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
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
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  shared_buffers: '1GB',
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name an empty folder: npm run bench:seed -- FOLDER')
await mkdir(folder, { recursive: true })
if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`)
const server = await startEmbedded({ dataDir: join(folder, 'postgres'), settings, log: console })
const db = openDatabase({ connection: server.connection, queryTimeoutMs: 600_000 })
try {
  await migrate(db, 'db/migrations')
  await fillLargeCommunity(db, size)
} finally {
  await db.close()
  await server.stop()
}
