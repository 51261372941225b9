import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, inject, onTestFinished } from 'vitest'
import { imageKey } from '#domain/media/files.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { type Database, openDatabase } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import { as, makeChallenge, makeMember, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import type { Manifest } from '../scripts/operations/backup/manifest.ts'
import { restoreBackup } from '../scripts/operations/backup/restore.ts'
import { writeBackup } from '../scripts/operations/backup/write.ts'

export const server = inject('testServer')
export const migrations = resolve('db/migrations')
const { signal } = new AbortController()
export const context = { migrations, signal, report: () => undefined }

/** A site with members, images and a vote, and a folder for its backups. */
export async function backupWorld() {
  const { db, connection } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'dojo-backup-'))
  const files = await openFileStore({ dataDir: join(folder, 'source'), s3: undefined })
  afterAll(() => rm(folder, { recursive: true }))
  const members = await makeMembers(db, 6)
  await makeMember(db, { displayName: 'Tab \\ and \\N "quotes" 夜' })
  const challengeId = await makeChallenge(db)
  const submissionIds: string[] = []
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

  return {
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
  }

  async function addImage(owner: Member): Promise<string> {
    const id = newId()
    const widths = [480, 960]
    for (const width of widths) await files.put(imageKey(id, width), randomBytes(width), 'image/webp')
    await db.rows(sql`
      insert into images (id, owner_id, purpose, width, height, widths, bytes)
      values (${id}, ${owner.id}, 'submission', 960, 540, ${widths}, 1440)`)
    return id
  }

  function storeIn(name: string): Promise<FileStore> {
    return openFileStore({ dataDir: join(folder, name), s3: undefined })
  }

  function backup(name: string, from = connection, store = files): Promise<Manifest> {
    const file = join(folder, name)
    return writeBackup({ ...context, connection: from, files: store, file, release: '1.0.0' })
  }

  async function restore(name: string, to: pg.ClientConfig, store: FileStore): Promise<Manifest> {
    const options = { ...context, connection: to, files: store, file: join(folder, name) }
    return (await restoreBackup(options)).manifest
  }
}

/** A copy has one more row there: it begins in maintenance. */
export function withoutSettings({ tables, files }: Manifest): Manifest {
  return { tables: tables.filter(({ name }) => name !== 'settings'), files }
}

/** An empty database, owned by a role without further privileges. */
export async function emptyDatabase(): Promise<pg.ClientConfig> {
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

export async function within<T>(
  target: pg.ClientConfig,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ connection: target, poolSize: 2 })
  return work(database).finally(() => database.close())
}

export async function tablesIn(target: pg.ClientConfig): Promise<number | undefined> {
  const counted = await within(target, (database) =>
    database.row<{ n: number }>(sql`
      select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`),
  )
  return counted?.n
}

export async function names(store: FileStore): Promise<string[]> {
  const found: string[] = []
  for await (const name of store.list('images')) found.push(name)
  return found.sort()
}

export function urlOf({ user, host, port, database }: pg.ClientConfig): string {
  return `postgres://${user}@${encodeURIComponent(String(host))}:${port}/${database}`
}

interface CommandResult {
  code: number | null
  out: string
  err: string
}

export function command(args: string[], env: Record<string, string>): Promise<CommandResult> {
  return spawnCommand(args, env).ended
}

export function checkInvariants(env: Record<string, string>): Promise<CommandResult> {
  return command(['check-invariants'], env)
}

/** Runs `npm run dojo -- ` with these words. */
export function spawnCommand(args: string[], env: Record<string, string>) {
  let resolve: (result: CommandResult) => void
  const ended = new Promise<CommandResult>((done) => {
    resolve = done
  })
  const child = execFile(
    process.execPath,
    ['scripts/operations/dojo.ts', ...args],
    { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env } },
    (_, out, err) => resolve({ code: child.exitCode, out, err }),
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended }
}
