import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { childrenOf } from '#test/child-processes.ts'
import { testDatabase } from '#test/database.ts'
import { ready, type ServerProcess, said, spawnServer, temporaryFolder } from '#test/server-process.ts'
import { silentProxy } from '#test/silent-proxy.ts'

const { db, connection } = await testDatabase()
const database = `postgres://${connection.user}@${encodeURIComponent(String(connection.host))}/${connection.database}`

async function start(
  options: Parameters<typeof spawnServer>[2] = {},
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const env = { DATA_DIR: `${await temporaryFolder()}/data`, DATABASE_URL: database, ...settings }
  return ready(await spawnServer(env, undefined, options))
}

async function pidOf({ url }: ServerProcess): Promise<number> {
  return (await (await fetch(url, { headers: { connection: 'close' } })).json()).pid
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits until another process than `pid` answers, and that every answer before was 503 or no answer. */
async function successorOf(pid: number, server: ServerProcess): Promise<number> {
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  for (;;) {
    const response = await fetch(server.url).catch(() => undefined)
    if (response?.ok) return (await response.json()).pid
    if (response) expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    await sleep(20)
  }
}

describe('a server process that ends', () => {
  test('by kill -9 is restarted and logged', async () => {
    const server = await start()
    const pid = await pidOf(server)
    process.kill(pid, 'SIGKILL')
    expect(await successorOf(pid, server)).not.toBe(pid)
    expect(server.err()).toContain('the server process ended (SIGKILL): restarting in 0.1 s, 1 of at most 5')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test.each([
    ['/exception', 'uncaught exception: the process stops', 'its cause'],
    ['/rejection', 'unhandled rejection: the process stops', 'rejected on purpose'],
  ])('by a fault (%s) finishes open requests and is replaced', async (path, line, cause) => {
    const server = await start()
    const pid = await pidOf(server)
    const slow = fetch(`${server.url}/slow`)
    await said(server, 'begun /slow')
    await fetch(server.url + path)
    expect((await slow).status).toBe(200)
    expect(await successorOf(pid, server)).not.toBe(pid)
    expect(server.err()).toContain(line)
    expect(server.err()).toContain(cause)
    expect(server.err()).toContain('the server process ended (a fault): restarting')
  })

  test('or does not respond is killed and replaced', async () => {
    const server = await start({ longestBusySeconds: 2 })
    const pid = await pidOf(server)
    await fetch(`${server.url}/busy`).catch(() => undefined)
    expect(await successorOf(pid, server)).not.toBe(pid)
    expect(server.err()).toContain('a server process did not respond for 2 s and is killed')
    expect(server.err()).toContain('the server process ended (SIGKILL): restarting')
  })

  test('repeatedly is restarted, a limited number of times within a while', async () => {
    const server = await start({ restartDelaysMs: [0], restartWindowMs: 6_000 })
    let pid = await pidOf(server)
    for (let kills = 0; kills < 3; kills++) {
      process.kill(pid, 'SIGKILL')
      pid = await successorOf(pid, server)
    }
    const waits = [
      ...server.err().matchAll(/restarting in (\d\.\d) s, because it ended 2 times within a minute/g),
    ]
    expect(waits.length).toBeGreaterThan(0)
    for (const [, seconds] of waits) expect(Number(seconds)).toBeLessThanOrEqual(6)
  })

  test('without having served is given up with exit code 1', async () => {
    const env = { DATA_DIR: `${await temporaryFolder()}/data`, DATABASE_URL: database, NODE_OPTIONS: '' }
    const server = await spawnServer(env, undefined, { restartDelaysMs: [0] })
    const kill = setInterval(() => {
      for (const pid of childrenOf(server.child.pid ?? 0)) process.kill(pid, 'SIGKILL')
    }, 20)
    expect(await server.ended).toBe(1)
    clearInterval(kill)
    expect(server.err()).toContain(
      'the server process ended 2 times without having served (SIGKILL): giving up',
    )
  })

  test('does not affect another one', async () => {
    const server = await start({}, { WEB_CONCURRENCY: '2' })
    expect(server.out().match(/Migrating the database: /g)).toHaveLength(1)
    const pids = new Set<number>()
    await expect.poll(async () => pids.add(await pidOf(server)).size, { timeout: 15_000 }).toBe(2)
    const [killed = 0] = pids
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => isAlive(killed)).toBe(false)
    for (let left = 20; left > 0; left--) expect(await pidOf(server)).not.toBe(killed)
    await expect.poll(async () => pids.add(await pidOf(server)).size, { timeout: 15_000 }).toBe(3)
  })
})

test('server processes end when the supervisor is killed', async () => {
  const server = await start({}, { WEB_CONCURRENCY: '2' })
  const pid = await pidOf(server)
  server.child.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
})

test('a stop needs one signal, whether the supervisor or all processes receive it', async () => {
  const server = await start()
  const slow = fetch(`${server.url}/slow`)
  await said(server, 'begun /slow')
  process.kill(await pidOf(server), 'SIGTERM')
  server.child.kill('SIGTERM')
  expect((await slow).status).toBe(200)
  expect(await server.ended).toBe(0)
  expect(server.err()).toBe('')
})

test('a database that does not answer does not delay a stop', async () => {
  const proxy = await silentProxy(connection)
  const url = `postgres://${connection.user}@127.0.0.1:${proxy.connection.port}/${connection.database}`
  const server = await start({}, { DATABASE_URL: url })
  const waiting = fetch(`${server.url}/long-transaction`).then(
    ({ ok }) => ok,
    () => false,
  )
  await said(server, 'between two statements')
  proxy.silent = true
  server.child.kill('SIGTERM')
  // Exit code 1 would say that the server processes had to be killed.
  expect(await server.ended).toBe(0)
  expect(await waiting).toBe(false)
})

test('no number of ended backends ends the process or fails a later request', async () => {
  const server = await start()
  const pid = await pidOf(server)
  for (let round = 0; round < 5; round++) {
    const open = Array.from({ length: 10 }, () => fetch(`${server.url}/transaction`))
    await sleep(150)
    await db.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'creative-dojo'
        and pid <> pg_backend_pid() and state = 'idle in transaction'`)
    for (const response of await Promise.all(open)) expect([200, 500, 503]).toContain(response.status)
  }
  expect((await fetch(`${server.url}/transaction`)).status).toBe(200)
  expect(await pidOf(server)).toBe(pid)
})
