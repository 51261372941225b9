import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import S3rver from 's3rver'
import sql from 'sql-template-tag'
import { pack } from 'tar-stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { imageKey } from '#domain/media/files.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { storedSettings } from '#domain/settings/queries.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import {
  backupWorld,
  command,
  context,
  emptyDatabase,
  migrations,
  names,
  server,
  tablesIn,
  urlOf,
  within,
  withoutSettings,
} from '#test/backup-world.ts'
import { as, makeMember } from '#test/builders.ts'
import { loadGateway } from '#test/gateway.ts'
import { type Part, readArchive, writeArchive } from './backup/archive.ts'
import { decode, encode } from './backup/manifest.ts'
import { readBackup } from './backup/read.ts'
import { restoreBackup } from './backup/restore.ts'
import { writeBackup } from './backup/write.ts'

const {
  db,
  connection,
  folder,
  files,
  members,
  challengeId,
  submissionIds,
  addImage,
  storeIn,
  backup,
  restore,
} = await backupWorld()

/** Made by `npm run dojo -- backup` of 0.13.0, after its commands had left votes, payments and accounts in each state. */
const released = resolve('test/release/backup-0.13.0.tar.zst')

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
    expect(withoutSettings(again)).toEqual(withoutSettings(written))
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
    const later = join(folder, 'later')
    await cp(migrations, later, { recursive: true })
    await writeFile(join(later, '9999_later.sql'), 'create table later_things (id integer);')
    await backup('early.tar.zst')
    const options = { ...context, files: await storeIn('early'), file: join(folder, 'early.tar.zst') }
    const target = await emptyDatabase()
    await restoreBackup({ ...options, connection: target, migrations: later })
    expect(await within(target, (restored) => restored.rows(sql`select from later_things`))).toEqual([])
    expect(await within(target, brokenInvariants)).toEqual([])

    await backup('late.tar.zst', target)
    await expect(restore('late.tar.zst', await emptyDatabase(), await storeIn('late'))).rejects.toThrow(
      /which this release does not know: use a newer release$/,
    )
  })

  test('of 0.13.0 is upgraded, with votes, payments and accounts in each state', async () => {
    const [target, store] = [await emptyDatabase(), await storeIn('released')]
    const { manifest } = await restoreBackup({ ...context, connection: target, files: store, file: released })
    expect(manifest.files).toMatchObject({ count: 2, missing: 0 })
    expect(await names(store)).toHaveLength(1)
    await within(target, async (restored) => {
      expect(await migrate(restored, migrations)).toEqual([])
      expect(await brokenInvariants(restored)).toEqual([])
      const votes = await restored.rows(sql`
        select counts, voided_batch_id is not null as voided, submission_id is null as gone, round, count(*)::int as n
        from votes group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
      expect(votes).toEqual([
        { counts: false, voided: false, gone: false, round: 1, n: 4 },
        { counts: false, voided: true, gone: false, round: 1, n: 3 },
        { counts: false, voided: true, gone: true, round: 1, n: 1 },
        { counts: true, voided: false, gone: false, round: 1, n: 8 },
        { counts: true, voided: false, gone: false, round: 2, n: 3 },
      ])
      const ledger = await restored.rows<{ reason: string; points: number }>(sql`
        select reason, sum(points)::int as points from points_log group by 1 order by 1`)
      expect(ledger.map(({ reason, points }) => [reason, points])).toEqual([
        ['admin_adjustment', 199],
        ['challenge_participation', 125],
        ['challenge_submission', 300],
        ['challenge_win', 400],
        ['challenge_win_revoked', -200],
        ['submission_removed', -125],
        ['vote_cast', 24],
        ['vote_received', 120],
        ['vote_removed', -90],
      ])
      const left = await restored.row(sql`
        select (select count(*)::int from users where deleted_at is not null) as deleted,
          (select count(*)::int from barred_identities) as barred,
          (select count(*)::int from completions where revoked_at is not null) as revoked`)
      expect(left).toEqual({ deleted: 3, barred: 1, revoked: 2 })

      const admin = as(await makeMember(restored, { isAdmin: true }))
      const open = await restored.rows<{ id: string }>(sql`
        update challenges set deadline = least(deadline, app_now()) where status in ('active', 'voting') returning id`)
      expect(open).toHaveLength(3)
      for (const { id } of open)
        expect(await completeChallenge(restored, admin, id)).toMatchObject({ ok: true })
      expect(await brokenInvariants(restored)).toEqual([])
    })
  })

  test('of a database of 0.13.0 is upgraded, and restored again with its other order of columns', async () => {
    const [source, target, again] = [await emptyDatabase(), await emptyDatabase(), await emptyDatabase()]
    await loadGateway(source)
    await within(source, (gateway) =>
      gateway.rows(sql`insert into challenge_defaults (show_votes) values (false)`),
    )
    await backup('gateway.tar.zst', source)
    await restore('gateway.tar.zst', target, await storeIn('gateway'))
    expect(await within(target, storedSettings)).toMatchObject([{ name: 'showVotes', value: false }])
    await backup('upgraded.tar.zst', target)
    await restore('upgraded.tar.zst', again, await storeIn('upgraded'))
    expect(await within(again, storedSettings)).toMatchObject([{ name: 'showVotes', value: false }])
    expect(await within(again, brokenInvariants)).toEqual([])
  })

  test('of an earlier release than 0.13.0 is refused, and keeps nothing', async () => {
    const file = join(folder, 'former.tar.zst')
    await cp(released, file)
    await rewrite(file, (part) => {
      if (part.name !== 'backup.json') return [part]
      const header = decode('backup.json', part)
      return [
        encode('backup.json', {
          ...header,
          migrations: header.migrations.filter(({ name }) => name < '0060'),
        }),
      ]
    })
    const [target, store] = [await emptyDatabase(), await storeIn('former')]
    await expect(restore('former.tar.zst', target, store)).rejects.toThrow(
      "The data is of a release before 0.13.0, and nothing was changed: start or restore it with 0.13.0 (commit 980e4993) first, as 'From before 0.13.0' in docs/operations.md says",
    )
    expect(await tablesIn(target)).toBe(0)
    expect(await names(store)).toEqual([])
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
  test('counts the rows although the server completes each COPY after its last row', async () => {
    const slow = await behindProxy(connection, (bytes, near) => {
      const copyDone = bytes.indexOf(Buffer.from([99, 0, 0, 0, 4]))
      const end = copyDone < 0 ? bytes.byteLength : copyDone + 5
      near.write(bytes.subarray(0, end))
      if (end < bytes.byteLength) setTimeout(() => near.write(bytes.subarray(end)), 20)
    })
    const { tables } = await backup('slow.tar.zst', slow)
    expect(tables.find(({ name }) => name === 'votes')?.rows).toBe(1)
    expect(await readBackup(join(folder, 'slow.tar.zst'), context)).toMatchObject({ manifest: { tables } })
  })

  test('is readable for its owner only, and never replaces a file', async () => {
    const file = join(folder, 'kept.tar.zst')
    await writeFile(file, 'precious')
    await expect(backup('kept.tar.zst')).rejects.toThrow(`${file} exists: choose another name`)
    expect(await readFile(file, 'utf8')).toBe('precious')
  })

  test('that is interrupted leaves no file', async () => {
    const interrupt = new AbortController()
    const stopping = () => interrupt.abort(new Error('interrupted'))
    const file = join(folder, 'interrupted.tar.zst')
    const options = { ...context, connection, files, file, release: '1.0.0', report: stopping }
    await expect(writeBackup({ ...options, signal: interrupt.signal })).rejects.toThrow()
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
    ['that ends before its manifest', cutParts, /manifest\.json is missing$/],
    ['whose rows were changed', changeRows, /^The rows or files in the backup do not match its manifest$/],
    ['that lacks an image', dropFile, /^The rows or files in the backup do not match its manifest$/],
    [
      'whose rows were counted otherwise',
      changeCount,
      /^The rows or files in the backup do not match its manifest$/,
    ],
    ['that lacks rows', dropRows, /^The rows or files in the backup do not match its manifest$/],
    ['with an unknown part', addPart, /^The backup has an unknown part: extra$/],
    ['that is no backup', (file: string) => writeFile(file, 'text'), /cannot be read/],
    ['with a link', addLink, /^The backup has a file named images\/link$/],
    [
      'with a path that leads elsewhere',
      addOutsidePath,
      /^The backup has a file named images\/\.\.\/\.\.\/evil$/,
    ],
  ])('of a file %s keeps nothing', async (_, damage, message) => {
    const name = `${randomBytes(4).toString('hex')}.tar.zst`
    await backup(name)
    await damage(join(folder, name))
    await expect(readBackup(join(folder, name), context)).rejects.toThrow(message)
    const [target, store] = [await emptyDatabase(), await storeIn(name.slice(0, 8))]
    await expect(restore(name, target, store)).rejects.toThrow(message)
    expect(await tablesIn(target)).toBe(0)
    expect(await names(store)).toEqual([])
  })

  test('fails if a file cannot be written, and keeps nothing', async () => {
    await backup('unwritable.tar.zst')
    const [target, store] = [await emptyDatabase(), await storeIn('unwritable')]
    let puts = 0
    const put: FileStore['put'] = (...file) =>
      ++puts === 2 ? Promise.reject(new Error('disk full')) : store.put(...file)
    await expect(restore('unwritable.tar.zst', target, { ...store, put })).rejects.toThrow('disk full')
    expect(await tablesIn(target)).toBe(0)
    expect(await names(store)).toEqual([])
  })

  test('whose commit was not confirmed keeps the files, since the rows are there', async () => {
    const written = await backup('unknown.tar.zst')
    const [target, store] = [await emptyDatabase(), await storeIn('unknown')]
    const restoring = restore('unknown.tar.zst', await losingCommitReply(target), store)
    await expect(restoring).rejects.toThrow(
      /^It is unknown whether the rows were written, .* Run 'npm run dojo -- check-invariants' .* if it is empty, delete the folder 'images'/,
    )
    expect(await within(target, brokenInvariants)).toEqual([])
    expect((await backup('after-unknown.tar.zst', target, store)).files).toEqual(written.files)
  })

  test('that is interrupted keeps no data', async () => {
    const interrupt = new AbortController()
    const stopping = (table: string) => table === 'images' && interrupt.abort()
    const [target, store] = [await emptyDatabase(), await storeIn('interrupted')]
    const options = { ...context, files: store, file: join(folder, 'interrupted.tar.zst'), report: stopping }
    await backup('interrupted.tar.zst')
    const { signal } = interrupt
    await expect(restoreBackup({ ...options, connection: target, signal })).rejects.toThrow()
    expect(signal.aborted).toBe(true)
    expect(await tablesIn(target)).toBe(0)
    expect(await names(store)).toEqual([])
  })

  test('refuses a database and files that are not empty', async () => {
    await backup('refused.tar.zst')
    const store = await storeIn('refused')
    await expect(restore('refused.tar.zst', connection, store)).rejects.toThrow(
      /^The database is not empty \(access_tokens, /,
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
function losingCommitReply(target: pg.ClientConfig): Promise<pg.ClientConfig> {
  let committing = false
  return behindProxy(
    target,
    (bytes, near) => void (committing ? near.destroy() : near.write(bytes)),
    (bytes) => {
      committing ||= bytes.includes('commit\0')
    },
  )
}

/** The same database behind a proxy that leaves it to `answer` to forward what the server sends. */
async function behindProxy(
  target: pg.ClientConfig,
  answer: (bytes: Buffer, near: Socket) => void,
  onRequest: (bytes: Buffer) => void = () => undefined,
): Promise<pg.ClientConfig> {
  const name = `.s.PGSQL.${target.port ?? 5432}`
  const sockets = await mkdtemp(join(tmpdir(), 'dojo-proxy-'))
  const proxy = createServer((near) => {
    const far = connect(join(String(target.host), name))
    near.on('data', (bytes: Buffer) => {
      onRequest(bytes)
      far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => answer(bytes, near))
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

function cutParts(file: string): Promise<void> {
  return rewrite(file, (part) => (part.name === 'manifest.json' ? [] : [part]))
}

function dropFile(file: string): Promise<void> {
  let dropped = false
  return rewrite(file, (part) => {
    if (dropped || !part.name.startsWith('files/')) return [part]
    dropped = true
    return []
  })
}

function changeCount(file: string): Promise<void> {
  return rewrite(file, ({ name, bytes }) => {
    const text = bytes.toString().replace(/("name": "users",\s+"rows": )\d+/, '$1 99')
    return [{ name, bytes: name === 'manifest.json' ? Buffer.from(text) : bytes }]
  })
}

function dropRows(file: string): Promise<void> {
  return rewrite(file, (part) => (part.name.startsWith('tables/users/') ? [] : [part]))
}

function addPart(file: string): Promise<void> {
  return rewrite(file, (part) => (part.name === 'tables.json' ? [part, { ...part, name: 'extra' }] : [part]))
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

function addOutsidePath(file: string): Promise<void> {
  return rewrite(file, (part) =>
    part.name === 'backup.json' ? [part, { ...part, name: 'files/images/../../evil' }] : [part],
  )
}

function changeRows(file: string): Promise<void> {
  return rewrite(file, ({ name, bytes }) => {
    const text = bytes.toString()
    return [
      { name, bytes: name.startsWith('tables/users/') ? Buffer.from(text.replace('Quiet', 'Quick')) : bytes },
    ]
  })
}

async function rewrite(file: string, change: (part: Part) => Part[]): Promise<void> {
  await writeArchive(`${file}.changed`, async (add) => {
    for await (const part of readArchive(file)) for (const changed of change(part)) await add(changed)
  })
  await rename(`${file}.changed`, file)
}
