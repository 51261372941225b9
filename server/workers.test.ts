import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { childrenOf } from '#test/child-processes.ts'
import { testDatabase } from '#test/database.ts'
import { ready, type ServerProcess, said, spawnServer, temporaryFolder } from '#test/server-process.ts'
import { silentProxy } from '#test/silent-proxy.ts'
import { freePort } from '../scripts/free-port.ts'

const { connection } = await testDatabase()
const database = `postgres://${connection.user}@${encodeURIComponent(String(connection.host))}/${connection.database}`
const thrower = `data:text/javascript,process.on('SIGUSR2',()=>{throw%20new%20Error('thrown%20outside%20of%20requests')})`

async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  return ready(
    await spawnServer({ DATA_DIR: `${await temporaryFolder()}/data`, DATABASE_URL: database, ...settings }),
  )
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

describe('an error that nothing catches', () => {
  test.each([
    ['/exception', 'uncaught exception in a request', 'its cause'],
    ['/rejection', 'unhandled rejection in a request', 'rejected on purpose'],
  ])('in a request (%s) is logged and ends nothing else', async (path, line, cause) => {
    const server = await start()
    const slow = fetch(`${server.url}/slow`)
    await said(server, 'begun /slow')
    await fetch(server.url + path)
    expect((await slow).status).toBe(200)
    await expect.poll(server.err).toContain(line)
    expect(server.err()).toContain(cause)
    expect(await pidOf(server)).toBe(server.child.pid)
  })

  test('elsewhere ends the process with code 1, after open requests', async () => {
    const server = await start({ NODE_OPTIONS: `--import=${thrower}` })
    const slow = fetch(`${server.url}/slow`)
    await said(server, 'begun /slow')
    server.child.kill('SIGUSR2')
    expect((await slow).status).toBe(200)
    expect(await server.ended).toBe(1)
    expect(server.err()).toContain('uncaught exception: the process stops')
    expect(server.err()).toContain('thrown outside of requests')
  })
})

describe('several server processes', () => {
  test('are prepared for once, survive each other, and one that ends is replaced', async () => {
    const server = await start({ WEB_CONCURRENCY: '2' })
    expect(server.out().match(/Migrating the database … /g)).toHaveLength(1)
    const pids = new Set<number>()
    await expect.poll(async () => pids.add(await pidOf(server)).size, { timeout: 15_000 }).toBe(2)
    const [killed = 0] = pids
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => isAlive(killed)).toBe(false)
    for (let left = 20; left > 0; left--) expect(await pidOf(server)).not.toBe(killed)
    await expect.poll(async () => pids.add(await pidOf(server)).size, { timeout: 15_000 }).toBe(3)
    expect(server.err()).toContain('a server process ended (SIGKILL): another one starts in a second')
  })

  test('end when the first process is killed', async () => {
    const server = await start({ WEB_CONCURRENCY: '2' })
    const pid = await pidOf(server)
    server.child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  })

  test('show the metrics of all of them', async () => {
    const server = await start({ WEB_CONCURRENCY: '2' })
    const pids = new Map<number, number>()
    await expect.poll(async () => pids.set(await pidOf(server), 1).size, { timeout: 15_000 }).toBe(2)
    const requests = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      expect(text).toMatch(/^process_start_time_seconds \d{10}$/m)
      expect(text).toMatch(/^creative_dojo_build_info\{.*\} 1$/m)
      const counts = text.matchAll(
        /^http_request_duration_seconds_count\{(?!.*(?:readyz|metrics)).*\} (\d+)$/gm,
      )
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
    }
    const before = await requests()
    for (let left = 10; left > 0; left--) await pidOf(server)
    expect(await requests()).toBe(before + 10)
  })

  test('need one signal to stop, whether the first or all of them receive it', async () => {
    const server = await start({ WEB_CONCURRENCY: '2' })
    const slow = fetch(`${server.url}/slow`)
    await said(server, 'begun /slow')
    for (const pid of childrenOf(server.child.pid ?? 0)) process.kill(pid, 'SIGTERM')
    server.child.kill('SIGTERM')
    expect((await slow).status).toBe(200)
    expect(await server.ended).toBe(0)
    expect(server.err()).toBe('')
  })

  test('end the start with code 1 if one of them cannot serve', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    const env = { DATA_DIR: `${await temporaryFolder()}/data`, DATABASE_URL: database, WEB_CONCURRENCY: '2' }
    const server = await spawnServer(env, port)
    expect(await server.ended).toBe(1)
    expect(server.err()).toContain(`PORT ${port} on 127.0.0.1 is in use by another program`)
    expect(server.err()).toContain('no server process could be started')
  })
})

test('a database that does not answer does not delay a stop', async () => {
  const proxy = await silentProxy(connection)
  const url = `postgres://${connection.user}@127.0.0.1:${proxy.connection.port}/${connection.database}`
  const server = await start({ DATABASE_URL: url })
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
