import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import S3rver from 's3rver'
import sql from 'sql-template-tag'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { imageKey } from '#domain/media/files.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { type Database, openDatabase } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import { as, makeChallenge, makeMember, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { createArchive, readArchive } from './backup/archive.ts'
import { writeBackup } from './backup/backup.ts'
import { decode, type Manifest } from './backup/manifest.ts'
import { moveDatabase } from './backup/move.ts'
import { restoreBackup } from './backup/restore.ts'

const run = promisify(execFile)
const server = inject('testServer')
const { db, connection } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'dojo-backup-'))
const files = await openFileStore({ dataDir: join(folder, 'source'), s3: undefined })
const migrations = resolve('db/migrations')
const report = { progress: () => undefined, done: () => undefined }
const { signal } = new AbortController()
let members: Member[]
let challengeId: string
let submissionIds: string[]

afterAll(() => rm(folder, { recursive: true }))

beforeAll(async () => {
  members = await makeMembers(db, 6)
  await makeMember(db, { displayName: 'Tab \\ and \\N "quotes" 夜' })
  challengeId = await makeChallenge(db)
  submissionIds = []
  for (const member of members.slice(0, 3)) {
    const imageId = await addImage(member)
    const description = 'First line\nsecond\tline \\. end'
    submissionIds.push(await makeSubmission(db, member, challengeId, { imageId, description }))
  }
  await db.rows(
    sql`update users set photo_image_id = ${await addImage(members[0] as Member)} where id = ${members[0]?.id}`,
  )
  await openVoting(db, challengeId)
  await castVote(db, as(members[4] as Member), challengeId, submissionIds[0] as string)
})

async function addImage(owner: Member): Promise<string> {
  const id = newId()
  const widths = [480, 960]
  for (const width of widths) await files.put(imageKey(id, width), randomBytes(width), 'image/webp')
  await db.rows(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes)
    values (${id}, ${owner.id}, 'submission', 960, 540, ${widths}, 1440)`)
  return id
}

/** An empty database, owned by a role without further privileges. */
async function emptyDatabase(): Promise<pg.ClientConfig> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  await onServer(`create role ${name} login`, `create database ${name} owner ${name} template template0`)
  onTestFinished(() => onServer(`drop database ${name} with (force)`, `drop role ${name}`))
  return { ...server, database: name, user: name }
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function storeIn(name: string): Promise<FileStore> {
  return openFileStore({ dataDir: join(folder, name), s3: undefined })
}

function backup(name: string, from = connection, store = files): Promise<Manifest> {
  const file = join(folder, name)
  return writeBackup({ connection: from, files: store, file, release: '1.0.0', report, signal })
}

async function restore(name: string, to: pg.ClientConfig, store: FileStore): Promise<Manifest> {
  const options = { connection: to, files: store, file: join(folder, name), migrations, report, signal }
  return (await restoreBackup(options)).manifest
}

async function within<T>(target: pg.ClientConfig, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ connection: target, poolSize: 2 })
  return work(database).finally(() => database.close())
}

async function tablesIn(target: pg.ClientConfig): Promise<number | undefined> {
  const counted = await within(target, (database) =>
    database.row<{ n: number }>(sql`
      select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`),
  )
  return counted?.n
}

async function names(store: FileStore): Promise<string[]> {
  const found: string[] = []
  for await (const name of store.list('images')) found.push(name)
  return found.sort()
}

describe('a restored backup', () => {
  test('has the same rows and files, and counts nothing twice beside an old transaction', async () => {
    const other = new pg.Client({ ...server, database: 'postgres' })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    const written = await backup('same.tar.zst')
    expect(written.files).toMatchObject({ count: 8, missing: 0 })
    expect(written.tables.find(({ name }) => name === 'votes')?.rows).toBe(1)
    const [target, store] = [await emptyDatabase(), await storeIn('same')]
    await restore('same.tar.zst', target, store)

    expect(await within(target, brokenInvariants)).toEqual([])
    const again = await backup('again.tar.zst', target, store)
    expect(again).toEqual(written)
    for (const id of await names(files)) {
      const [before, after] = await Promise.all([files, store].map((from) => from.get(imageKey(id, 960))))
      expect(after && (await buffer(after.stream))).toEqual(before && (await buffer(before.stream)))
    }
  })

  test('is a working site: triggers and foreign keys are in place', async () => {
    await backup('on.tar.zst')
    const target = await emptyDatabase()
    await restore('on.tar.zst', target, await storeIn('on'))
    await within(target, async (restored) => {
      expect(
        (await castVote(restored, as(members[5] as Member), challengeId, submissionIds[0] as string)).ok,
      ).toBe(true)
      await expect(restored.rows(sql`delete from points_log`)).rejects.toThrow('append-only')
      await expect(restored.rows(sql`delete from images`)).rejects.toThrow('foreign key')
      await makeMember(restored)
      expect(await brokenInvariants(restored)).toEqual([])
    })
  })

  test('holds every invariant although votes, members and images were written during the backup', async () => {
    const stop = new AbortController()
    const written = { votes: 0, images: 0 }
    const writing = [
      (async () => {
        const voter = as(members[3] as Member)
        for (; !stop.signal.aborted; written.votes++) {
          await castVote(db, voter, challengeId, submissionIds[written.votes % 3] as string)
          await withdrawVote(db, voter, challengeId, submissionIds[written.votes % 3] as string)
        }
      })(),
      (async () => {
        for (; !stop.signal.aborted; written.images++) await addImage(await makeMember(db))
      })(),
    ]
    const manifest = await backup('busy.tar.zst')
    stop.abort()
    await Promise.all(writing)
    expect(Math.min(written.votes, written.images)).toBeGreaterThan(0)

    expect(manifest.files.missing).toBe(0)
    const [target, store] = [await emptyDatabase(), await storeIn('busy')]
    await restore('busy.tar.zst', target, store)
    expect(await within(target, brokenInvariants)).toEqual([])
    const images = await within(target, (restored) =>
      restored.rows<{ id: string }>(sql`select id from images`),
    )
    const stored = new Set(await names(store))
    expect(images.filter(({ id }) => !stored.has(id))).toEqual([])
  })

  test('of an earlier release is migrated, and one of a later release is refused', async () => {
    const early = join(folder, 'early')
    await cp(migrations, early, { recursive: true })
    for (const name of await readdir(early)) if (name > '0004') await rm(join(early, name))
    const source = await emptyDatabase()
    await within(source, async (database) => {
      await migrate(database, early)
      await database.rows(sql`
        insert into users (id, display_name, avatar_preset) values (${newId()}, 'Quiet Fox', 1)`)
    })
    await backup('early.tar.zst', source)
    const target = await emptyDatabase()
    await restore('early.tar.zst', target, await storeIn('early-files'))
    expect(await within(target, brokenInvariants)).toEqual([])
    expect(await within(target, (restored) => migrate(restored, migrations))).toEqual([])

    await backup('late.tar.zst')
    const options = { files: await storeIn('late'), file: join(folder, 'late.tar.zst'), report, signal }
    await expect(
      restoreBackup({ ...options, connection: await emptyDatabase(), migrations: early }),
    ).rejects.toThrow(/which this release does not know: use a newer release$/)
  })

  test('may keep its files in a bucket', async () => {
    const bucket = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'dojo' }],
    })
    const { port } = await bucket.run()
    onTestFinished(() => bucket.close())
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    const endpoint = `http://127.0.0.1:${port}`
    const s3 = { bucket: 'dojo', region: 'eu-central-1', endpoint, forcePathStyle: true, ...keys }
    const store = await openFileStore({ dataDir: folder, s3 })
    const written = await backup('bucket.tar.zst')
    const target = await emptyDatabase()
    await restore('bucket.tar.zst', target, store)
    expect((await backup('from-bucket.tar.zst', target, store)).files).toEqual(written.files)
  })
})

describe('a backup', () => {
  test('is readable for its owner only, and never replaces a file', async () => {
    const file = join(folder, 'kept.tar.zst')
    await writeFile(file, 'precious')
    await expect(backup('kept.tar.zst')).rejects.toThrow(`${file} exists: choose another name`)
    expect(await readFile(file, 'utf8')).toBe('precious')
  })

  test('that is interrupted leaves no file', async () => {
    const interrupt = new AbortController()
    const stopping = { ...report, done: () => interrupt.abort(new Error('interrupted')) }
    const file = join(folder, 'interrupted.tar.zst')
    const options = { connection, files, file, release: '1.0.0', report: stopping, signal: interrupt.signal }
    await expect(writeBackup(options)).rejects.toThrow()
    expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([])
  })

  test('counts the images of its rows that have no file', async () => {
    const id = await addImage(members[1] as Member)
    await files.delete(imageKey(id, 480))
    expect((await backup('missing.tar.zst')).files.missing).toBe(1)
    const env = { DATABASE_URL: urlOf(connection), DATA_DIR: join(folder, 'source') }
    const { code, out } = await command(['backup', join(folder, 'code.tar.zst')], env)
    expect([code, out]).toEqual([3, expect.stringContaining('Warning: 1 images have no file')])
    await db.rows(sql`delete from images where id = ${id}`)
    await files.deleteAll(`images/${id}`)
  })
})

describe('a restore', () => {
  test.each([
    ['that is cut off', cutOff, /cannot be read: unexpected end of file$/],
    ['whose rows were changed', changeRows, /^The table users in the backup does not match its manifest$/],
    ['that is no backup', (file: string) => writeFile(file, 'text'), /cannot be read/],
    ['with a link', addLink, /cannot be read: files\/images\/link is not a file$/],
    [
      'with a path that leads elsewhere',
      addOutsidePath,
      /^The backup has a file named images\/\.\.\/\.\.\/evil$/,
    ],
  ])('of a file %s keeps nothing', async (_, damage, message) => {
    const name = `${randomBytes(4).toString('hex')}.tar.zst`
    await backup(name)
    await damage(join(folder, name))
    const [target, store] = [await emptyDatabase(), await storeIn(name.slice(0, 8))]
    await expect(restore(name, target, store)).rejects.toThrow(message)
    expect(await tablesIn(target)).toBe(0)
    expect(await names(store)).toEqual([])
  })

  test('whose commit was not confirmed keeps the files, since the rows are there', async () => {
    const written = await backup('unknown.tar.zst')
    const [target, store] = [await emptyDatabase(), await storeIn('unknown')]
    const restoring = restore('unknown.tar.zst', await losingCommitReply(target), store)
    await expect(restoring).rejects.toThrow(
      /^It is unknown whether the rows were written, .* The files were kept\. Run 'npm run check:invariants'/,
    )
    expect(await within(target, brokenInvariants)).toEqual([])
    expect((await backup('after-unknown.tar.zst', target, store)).files).toEqual(written.files)
  })

  test.each(['restore', 'move'])('that is interrupted keeps no data (%s)', async (name) => {
    const interrupt = new AbortController()
    const stopping = { ...report, done: (table: string) => table === 'images' && interrupt.abort() }
    const [target, store] = [await emptyDatabase(), await storeIn(`interrupted-${name}`)]
    const options = { files: store, file: join(folder, `${name}.tar.zst`), migrations, report: stopping }
    await backup(`${name}.tar.zst`)
    const { signal } = interrupt
    const work =
      name === 'restore'
        ? restoreBackup({ ...options, connection: target, signal })
        : moveDatabase({ ...options, from: connection, to: target, signal })
    await expect(work).rejects.toThrow()
    expect(signal.aborted).toBe(true)
    expect(await tablesIn(target)).toBe(0)
    expect(await names(store)).toEqual([])
  })

  test('refuses a database and files that are not empty', async () => {
    await backup('refused.tar.zst')
    const store = await storeIn('refused')
    await expect(restore('refused.tar.zst', connection, store)).rejects.toThrow(
      /^The database is not empty \(admins, /,
    )
    await store.put('images/a/1.webp', new Uint8Array(1), 'image/webp')
    const target = await emptyDatabase()
    await expect(restore('refused.tar.zst', target, store)).rejects.toThrow(
      /^The files are not empty \(images\/a\)/,
    )
    expect(await tablesIn(target)).toBe(0)
    expect(await names(store)).toEqual(['a'])
  })
})

/** The same database behind a proxy that closes the connection instead of forwarding the response to COMMIT. */
async function losingCommitReply(target: pg.ClientConfig): Promise<pg.ClientConfig> {
  const name = `.s.PGSQL.${target.port ?? 5432}`
  const sockets = await mkdtemp(join(tmpdir(), 'dojo-proxy-'))
  const proxy = createServer((near) => {
    const far = connect(join(String(target.host), name))
    let committing = false
    near.on('data', (bytes) => {
      committing ||= bytes.includes('commit\0')
      far.write(bytes)
    })
    far.on('data', (bytes) => (committing ? near.destroy() : near.write(bytes)))
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.end())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(join(sockets, name), resolve))
  onTestFinished(async () => {
    proxy.close()
    await rm(sockets, { recursive: true })
  })
  return { ...target, host: sockets }
}

async function cutOff(file: string): Promise<void> {
  await truncate(file, (await readFile(file)).byteLength - 200)
}

async function addLink(file: string): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createZstdCompress(), createWriteStream(`${file}.changed`))
  for await (const { name, bytes } of readArchive(file)) {
    tar.entry({ name }, bytes)
    if (name === 'backup.json')
      tar.entry({ name: 'files/images/link', type: 'symlink', linkname: '/etc/passwd' })
  }
  tar.finalize()
  await written
  await cp(`${file}.changed`, file)
}

async function addOutsidePath(file: string): Promise<void> {
  const changed = await createArchive(`${file}.changed`)
  for await (const { name, bytes } of readArchive(file)) {
    await changed.add(name, bytes)
    if (name === 'backup.json') await changed.add('files/images/../../evil', bytes)
  }
  await changed.finish()
  await cp(`${file}.changed`, file)
}

async function changeRows(file: string): Promise<void> {
  const changed = await createArchive(`${file}.changed`)
  for await (const { name, bytes } of readArchive(file)) {
    const text = name.startsWith('tables/users/') ? bytes.toString().replace('Quiet', 'Quick') : bytes
    await changed.add(name, Buffer.from(text))
  }
  await changed.finish()
  await cp(`${file}.changed`, file)
}

test('move reads the address from a file, so that no password is in the list of processes', async () => {
  const target = await emptyDatabase()
  const file = join(folder, 'target')
  await writeFile(file, `${urlOf(target)}\n`, { mode: 0o600 })
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: urlOf(connection),
  }
  const moved = await run(process.execPath, ['scripts/operations/backup.ts', 'move', file], { env })
  expect(moved.stdout).toContain('Moved the rows')
  expect(await within(target, brokenInvariants)).toEqual([])
  const missing = run(process.execPath, ['scripts/operations/backup.ts', 'move', `${file}.missing`], { env })
  await expect(missing).rejects.toThrow(/must start with postgres:\/\/, or name a file with such a URL/)
  const wrong = ['scripts/operations/backup.ts', 'move', 'postgres://dojo:secret-word@ho st/dojo']
  const { stderr } = await run(process.execPath, wrong, { env }).catch((error: { stderr: string }) => error)
  expect(stderr).toBe('DATABASE_URL must start with postgres://, or name a file with such a URL\n')
})

function urlOf({ user, host, port, database }: pg.ClientConfig): string {
  return `postgres://${user}@${encodeURIComponent(String(host))}:${port}/${database}`
}

test('a moved database has the same rows, and the source is not changed', async () => {
  const target = await emptyDatabase()
  await moveDatabase({ from: connection, to: target, migrations, report, signal })
  expect(await within(target, brokenInvariants)).toEqual([])
  const [before, after] = [await backup('before.tar.zst'), await backup('after.tar.zst', target)]
  expect(after).toEqual(before)
  const again = moveDatabase({ from: connection, to: target, migrations, report, signal })
  await expect(again).rejects.toThrow(/^The database is not empty .*: create an empty one for the copy$/)
})

test('a moved database continues its sequences', async () => {
  const numbered = join(folder, 'numbered')
  await mkdir(numbered)
  const table = 'create table numbered (id integer generated always as identity, note text);'
  await writeFile(join(numbered, '0001_numbered.sql'), table)
  const [source, target] = [await emptyDatabase(), await emptyDatabase()]
  const add = (database: Database) =>
    database.row<{ id: number }>(sql`insert into numbered (note) values ('new') returning id`)
  await within(source, async (database) => {
    await migrate(database, numbered)
    await add(database)
    await add(database)
  })
  await moveDatabase({ from: source, to: target, migrations: numbered, report, signal })
  expect(await within(target, add)).toEqual({ id: 3 })
})

test('npm run backup and restore use the configured data', async () => {
  const [dataDir, file] = [join(folder, 'restored'), join(folder, 'command.tar.zst')]
  const place = new URLSearchParams({ host: String(connection.host), port: String(connection.port ?? 5432) })
  const source = `postgres:///${connection.database}?${place}&user=${connection.user}`
  const first = await command(['backup', file], { DATABASE_URL: source, DATA_DIR: join(folder, 'source') })
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toMatch(/^files: \d+\n.*\nusers: \d+\n.*Backup complete: /s)

  // The second server is the embedded one of another DATA_DIR, as the target and then as the source.
  expect(await command(['restore', file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const second = join(folder, 'second.tar.zst')
  expect(await command(['backup', second], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  expect(await manifestOf(second)).toEqual(await manifestOf(file))

  expect(await command(['restore', file], { DATA_DIR: dataDir })).toMatchObject({ code: 1 })
  expect(await command(['backup'], { DATA_DIR: dataDir })).toMatchObject({
    code: 2,
    err: 'Usage: npm run backup -- FILE\n',
  })
})

test('a command fails with a message on an empty database', async () => {
  const env = { DATABASE_URL: urlOf(await emptyDatabase()), DATA_DIR: join(folder, 'nothing') }
  const empty = { code: 1, err: 'The database is empty: there is nothing to copy\n' }
  expect(await command(['backup', join(folder, 'empty.tar.zst')], env)).toMatchObject(empty)
  expect(await checkInvariants(env)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^(Connecting .*\n)?The database is empty: there is nothing to check\n$/),
  })
})

test('npm run check:invariants names images whose files are gone', async () => {
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: join(folder, 'no-files') }
  const { code, out } = await checkInvariants(env)
  expect(out).toMatch(/^broken: every image has its files \(.+\)$/m)
  expect(code).toBe(1)
})

test('commands that read refuse a DATA_DIR without a database, and leave it as it was', async () => {
  const dataDir = join(folder, 'wrong')
  const missing = `There is no database in ${dataDir} yet: start the app once, or set DATA_DIR\n`
  const url = urlOf(await emptyDatabase())
  const commands = [command(['backup', join(folder, 'wrong.tar.zst')], { DATA_DIR: dataDir })]
  commands.push(command(['move', url], { DATA_DIR: dataDir }), checkInvariants({ DATA_DIR: dataDir }))
  for (const result of await Promise.all(commands)) expect(result).toMatchObject({ code: 1, err: missing })
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

async function manifestOf(file: string): Promise<Manifest | undefined> {
  for await (const part of readArchive(file))
    if (part.name === 'manifest.json') return decode('manifest.json', part)
  return undefined
}

interface CommandResult {
  code: number | null
  out: string
  err: string
}

function command(args: string[], env: Record<string, string>): Promise<CommandResult> {
  return spawnCommand(args, env).ended
}

function checkInvariants(env: Record<string, string>): Promise<CommandResult> {
  return spawnCommand([], env, 'scripts/operations/check-invariants.ts').ended
}

function spawnCommand(args: string[], env: Record<string, string>, script = 'scripts/operations/backup.ts') {
  let resolve: (result: CommandResult) => void
  const ended = new Promise<CommandResult>((done) => {
    resolve = done
  })
  const child = execFile(
    process.execPath,
    [script, ...args],
    { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env } },
    (_, out, err) => resolve({ code: child.exitCode, out, err }),
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended }
}
