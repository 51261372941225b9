import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { findPostmaster, stopPostmaster } from '#platform/database/embedded/postmaster.server.ts'
import { testDatabase } from '#test/database.ts'
import { listening } from '#test/listening.ts'
import { ready, type ServerProcess, said, spawnServer, temporaryFolder } from '#test/server-process.ts'
import { silentProxy } from '#test/silent-proxy.ts'
import { freePort } from '../scripts/free-port.ts'

const { connection } = await testDatabase()
const database = `postgres://${connection.user}@${encodeURIComponent(String(connection.host))}/${connection.database}`
const dataDirs: string[] = []

/** A test that fails half way must not leave its PostgreSQL behind. */
afterEach(async () => {
  for (const dataDir of dataDirs.splice(0)) {
    const left = postgresOf(dataDir)
    if (left) await stopPostmaster(left.pid, clusterOf(dataDir))
  }
})

async function dataDirectory(): Promise<string> {
  const dataDir = join(await temporaryFolder(), 'data')
  dataDirs.push(dataDir)
  return dataDir
}

function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgres/cluster')
}

function postgresOf(dataDir: string) {
  return findPostmaster(clusterOf(dataDir))
}

async function keepSomething({ url }: ServerProcess): Promise<void> {
  const response = await fetch(`${url}/keep`, { method: 'POST', headers: { origin: url } })
  expect(response.status).toBe(200)
}

async function countKept(dataDir: string): Promise<number> {
  const client = new pg.Client({ host: clusterOf(dataDir), user: 'dojo', database: 'dojo' })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from settings where key not in ('readiness_checked_at', 'push_keys')`,
  )
  await client.end()
  return rows[0]?.count ?? 0
}

describe('the server with its own PostgreSQL', () => {
  test('starts, survives kill -9 without losing a row, and stops by SIGTERM', async () => {
    const dataDir = await dataDirectory()
    const killed = await ready(await spawnServer({ DATA_DIR: dataDir }))
    expect(killed.out()).toContain(`Creative Dojo is at ${killed.url}`)
    expect(killed.out()).toMatch(/Starting PostgreSQL … \d+\.\d s\nMigrating the database … \d+\.\d s\n/)
    await keepSomething(killed)
    killed.child.kill('SIGKILL')
    await killed.ended

    const next = await ready(await spawnServer({ DATA_DIR: dataDir }))
    await keepSomething(next)
    expect(await countKept(dataDir)).toBe(2)
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
    expect(postgresOf(dataDir)).toBeUndefined()
  })

  test('can be aborted during its start', async () => {
    const dataDir = await dataDirectory()
    const server = await spawnServer({ DATA_DIR: dataDir })
    await said(server, 'Migrating')
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(postgresOf(dataDir)).toBeUndefined()
  })
})

describe('the server on a given database', () => {
  test('finishes open requests before it stops', async () => {
    const server = await ready(await spawnServer({ DATA_DIR: await dataDirectory(), DATABASE_URL: database }))
    const slow = fetch(`${server.url}/slow`)
    await said(server, 'begun /slow')
    server.child.kill('SIGTERM')
    expect((await slow).status).toBe(200)
    expect(await server.ended).toBe(0)
    expect(server.err()).toBe('')
  })

  test('answers what was sent before it stops', async () => {
    const server = await ready(await spawnServer({ DATA_DIR: await dataDirectory(), DATABASE_URL: database }))
    const { pid = 0 } = server.child
    // So that the connections wait in the kernel.
    process.kill(pid, 'SIGSTOP')
    const { port, host } = new URL(server.url)
    const sockets = Array.from({ length: 60 }, () => connect(Number(port), 'localhost'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const answers = sockets.map((socket) => {
      socket.write(`GET /readyz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      return text(socket)
    })
    server.child.kill('SIGTERM')
    process.kill(pid, 'SIGCONT')
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200/)
    expect(await server.ended).toBe(0)
  })

  test('ends at once at a second signal, but not when one signal arrives twice', async () => {
    const server = await ready(await spawnServer({ DATA_DIR: await dataDirectory(), DATABASE_URL: database }))
    const slow = fetch(`${server.url}/slower`).catch(() => undefined)
    await said(server, 'begun /slower')
    server.child.kill('SIGINT')
    await said(server, 'Stopping')
    server.child.kill('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(server.child.exitCode).toBeNull()
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(1)
    await slow
  })
})

describe('a start waits, and says once for what', () => {
  test('while the database cannot be reached', async () => {
    const port = await freePort()
    const url = `postgres://${connection.user}:hush@127.0.0.1:${port}/${connection.database}`
    const server = await spawnServer({ DATA_DIR: await dataDirectory(), DATABASE_URL: url })
    await expect.poll(server.err).toMatch(/ECONNREFUSED.*: waiting for it/)
    // Through several attempts.
    await sleep(2_500)
    await silentProxy(connection, port)
    await ready(server)
    const lines = server.err().trimEnd().split('\n')
    expect(lines).toEqual([expect.stringContaining(`DATABASE_URL (127.0.0.1:${port}/`)])
    expect(server.err()).not.toContain('hush')
  })

  test('while the bucket cannot be reached, and ends for one that does not exist', async () => {
    let status = 503
    const bucket = createServer((_, response) => response.writeHead(status).end())
    const env = {
      DATA_DIR: await dataDirectory(),
      DATABASE_URL: database,
      ...{
        S3_BUCKET: 'dojo',
        S3_REGION: 'eu',
        S3_ENDPOINT: await listening(bucket),
        S3_FORCE_PATH_STYLE: 'true',
      },
      ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'word' },
    }
    onTestFinished(() => void bucket.close())
    const server = await spawnServer(env)
    await expect.poll(server.err).toContain("the bucket 'dojo' for files cannot be used")
    expect(server.err()).toContain('waiting for it')
    status = 200
    await ready(server)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    status = 404
    const refused = await spawnServer(env)
    expect(await refused.ended).toBe(1)
    expect(refused.err()).toBe("the bucket 'dojo' for files cannot be used: there is no such bucket\n")
  })
})

/** Runs statements and answers with the number of rows of the last one. */
async function run(on: pg.ClientConfig, ...statements: string[]): Promise<number> {
  const client = new pg.Client(on)
  await client.connect()
  let rows = 0
  for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0
  await client.end()
  return rows
}

describe('a start that cannot succeed ends with code 1 and one line', () => {
  async function refusal(env: Record<string, string>, port?: number): Promise<string> {
    const server = await spawnServer(env, port)
    expect(await server.ended).toBe(1)
    expect(server.err().trimEnd().split('\n'), server.err()).toHaveLength(1)
    return server.err()
  }

  test('for a port in use', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    const dataDir = await dataDirectory()
    expect(await refusal({ DATA_DIR: dataDir }, port)).toBe(
      `PORT ${port} on 127.0.0.1 is in use by another program: stop it, or set another PORT\n`,
    )
    expect(postgresOf(dataDir)).toBeUndefined()
  })

  test('for a bad variable', async () => {
    expect(await refusal({ MODERATION: 'never' })).toBe("MODERATION must be after or before, not 'never'\n")
  })

  test('for a data directory that cannot be written', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    expect(await refusal({ DATA_DIR: join(file, 'data') })).toMatch(
      /^DATA_DIR .*\/file\/data cannot be written: ENOTDIR/,
    )
  })

  test('for a database that does not exist', async () => {
    const dataDir = await dataDirectory()
    expect(await refusal({ DATA_DIR: dataDir, DATABASE_URL: `${database}_nowhere` })).toMatch(
      /^DATABASE_URL .* cannot be reached: database "\w+_nowhere" does not exist/,
    )
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  })

  test.each([
    [
      'a user without rights',
      'permission denied for schema public: make the user of DATABASE_URL the owner',
      '',
    ],
    ['a read-only database', 'in a read-only transaction: the database is read-only', 'read-only'],
  ])('for %s, with nothing left behind', async (_, reason, kind) => {
    const name = `test_${randomBytes(6).toString('hex')}`
    const admin = { ...connection, database: 'postgres' }
    await run(admin, `create role ${name} login`, `create database ${name}`)
    if (kind) await run(admin, `alter database ${name} set default_transaction_read_only = on`)
    onTestFinished(
      async () => void (await run(admin, `drop database ${name} with (force)`, `drop role ${name}`)),
    )
    const user = kind ? connection.user : name
    const dataDir = await dataDirectory()
    const url = `postgres://${user}@${encodeURIComponent(String(connection.host))}/${name}`
    expect(await refusal({ DATA_DIR: dataDir, DATABASE_URL: url })).toContain(reason)
    expect(
      await run({ ...connection, database: name }, `select from pg_tables where schemaname = 'public'`),
    ).toBe(0)
  })

  test('for an unusable file store, with no process left running', async () => {
    const dataDir = await dataDirectory()
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'files'), '')
    expect(await refusal({ DATA_DIR: dataDir })).toContain(`${dataDir}/files`)
    expect(postgresOf(dataDir)).toBeUndefined()
  })
})
