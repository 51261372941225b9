import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { backupAgeSeconds } from '#platform/database/last-backup.server.ts'
import {
  backupWorld,
  checkInvariants,
  command,
  emptyDatabase,
  spawnCommand,
  urlOf,
  within,
  withoutSettings,
} from '#test/backup-world.ts'
import { readArchive } from './backup/archive.ts'
import { decode, type Manifest } from './backup/manifest.ts'

const { connection, folder, backup } = await backupWorld()

test('the schema has no sequences, which a backup would not continue', async () => {
  const sequences = await within(connection, (database) => database.rows(sql`select * from pg_sequences`))
  expect(sequences).toEqual([])
})

test('npm run dojo -- backup and restore use the configured data', async () => {
  const [dataDir, file] = [join(folder, 'restored'), join(folder, 'command.tar.zst')]
  const place = new URLSearchParams({ host: String(connection.host), port: String(connection.port ?? 5432) })
  const source = `postgres:///${connection.database}?${place}&user=${connection.user}`
  const first = await command(['backup', file], { DATABASE_URL: source, DATA_DIR: join(folder, 'source') })
  expect(first).toMatchObject({ code: 0 })
  expect(await within(connection, backupAgeSeconds)).toBeLessThan(60)
  expect(first.out).toMatch(/^files: \d+\n.*\nusers: \d+\n.*Backup complete: /s)

  // The second server is the embedded one of another DATA_DIR, as the target and then as the source.
  expect(await command(['restore', file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const second = join(folder, 'second.tar.zst')
  expect(await command(['backup', second], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  expect(withoutSettings(await manifestOf(second))).toEqual(withoutSettings(await manifestOf(file)))

  expect(await command(['restore', file], { DATA_DIR: dataDir })).toMatchObject({ code: 1 })
  expect(await command(['backup'], { DATA_DIR: dataDir })).toMatchObject({
    code: 2,
    err: 'Usage: npm run dojo -- backup FILE\nUsage: npm run dojo -- backup --verify FILE\n',
  })
})

test('npm run dojo -- backup --verify needs no database, and says in one line if a backup is not intact', async () => {
  const file = join(folder, 'verified.tar.zst')
  await backup('verified.tar.zst')
  const intact = await command(['backup', '--verify', file], {})
  expect(intact).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^users: 7$.*^Intact: /ms) })
  const bytes = await readFile(file)
  // The last byte is of the checksum over all of it, so that only the archive itself is wrong.
  bytes[bytes.byteLength - 1] = (bytes.at(-1) ?? 0) ^ 1
  await writeFile(file, bytes)
  const damaged = await command(['backup', '--verify', file], {})
  expect(damaged).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^.* cannot be read: .*\n$/) })
  const missing = await command(['backup', '--verify', `${file}.missing`], {})
  expect(missing).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^.* cannot be read: ENOENT.*\n$/),
  })
})

test('a command fails with a message on an empty database', async () => {
  const env = { DATABASE_URL: urlOf(await emptyDatabase()), DATA_DIR: join(folder, 'nothing') }
  const empty = { code: 1, err: 'The database is empty: there is nothing to copy\n' }
  expect(await command(['backup', join(folder, 'empty.tar.zst')], env)).toMatchObject(empty)
  expect(await checkInvariants(env)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^(Connecting .*\n)?The database is empty: start the app once, or restore a backup\n$/,
    ),
  })
})

test('npm run dojo -- check-invariants names images whose files are gone', async () => {
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: join(folder, 'no-files') }
  const { code, out } = await checkInvariants(env)
  expect(out).toMatch(/^broken: every image has its files \(.+\)$/m)
  expect(code).toBe(1)
})

test('commands that read refuse a DATA_DIR without a database, and leave it as it was', async () => {
  const dataDir = join(folder, 'wrong')
  const missing = `There is no database in ${dataDir} yet: start the app once, or set DATA_DIR\n`
  const writing = command(['backup', join(folder, 'wrong.tar.zst')], { DATA_DIR: dataDir })
  for (const result of await Promise.all([writing, checkInvariants({ DATA_DIR: dataDir })]))
    expect(result).toMatchObject({ code: 1, err: missing })
  expect(existsSync(dataDir)).toBe(false)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a backup whose database does not answer', async (name) => {
  const silent = await listenSilently()
  const { child, ended } = spawnCommand(['backup', join(folder, `${name}.tar.zst`)], {
    DATABASE_URL: `postgres://dojo@127.0.0.1:${silent.port}/dojo`,
    DATA_DIR: join(folder, 'source'),
  })
  await silent.connected
  child.kill(name)
  expect(await ended).toMatchObject({ code: 1, err: 'Interrupted: nothing was kept\n' })
  expect((await readdir(folder)).filter((file) => file.startsWith(name))).toEqual([])
})

test('a second signal ends a command that waits for something else', async () => {
  const silent = await listenSilently()
  const { child, ended } = spawnCommand(['backup', join(folder, 'second-signal.tar.zst')], {
    DATABASE_URL: urlOf(connection),
    S3_BUCKET: 'dojo',
    S3_REGION: 'eu-central-1',
    S3_ENDPOINT: `http://127.0.0.1:${silent.port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  await silent.connected
  child.kill('SIGTERM')
  // Repeated, because a busy machine may deliver two signals at once, which count as one.
  const again = setInterval(() => child.kill('SIGTERM'), 600)
  onTestFinished(() => clearInterval(again))
  expect((await ended).code).toBe(1)
})

async function listenSilently() {
  let connected: () => void
  const first = new Promise<void>((resolve) => {
    connected = resolve
  })
  const sockets: Socket[] = []
  const listening = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    connected()
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    listening.close()
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  return { port: typeof address === 'object' && address ? address.port : 0, connected: first }
}

async function manifestOf(file: string): Promise<Manifest> {
  for await (const part of readArchive(file))
    if (part.name === 'manifest.json') return decode('manifest.json', part)
  throw new Error('no manifest')
}
