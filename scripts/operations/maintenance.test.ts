import { execFile } from 'node:child_process'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { daysFromNow, makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { ready, type ServerProcess, spawnServer, temporaryFolder } from '#test/server-process.ts'

const { db, connection } = await testDatabase()
const DATABASE_URL = `postgres://${connection.user}@${encodeURIComponent(String(connection.host))}/${connection.database}`

function maintenance(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATABASE_URL }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/operations/dojo.ts', 'maintenance', ...words],
      { env },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

/** On a new connection, so that the processes take turns. */
function send({ url }: ServerProcess, path: string, method = 'GET', accept = 'text/html'): Promise<Response> {
  const headers = { origin: url, connection: 'close', accept, cookie: 'theme=dark' }
  return fetch(url + path, { method, headers, redirect: 'manual' })
}

async function statuses(server: ServerProcess): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: 6 }, () => send(server, '/keep', 'POST')))
  return [...new Set(responses.map(({ status }) => status))]
}

async function statusOf(id: string): Promise<string | undefined> {
  return (await db.row<{ status: string }>(sql`select status from challenges where id = ${id}`))?.status
}

test('maintenance mode refuses every change in all processes and pauses transitions, until it is off', async () => {
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' }
  const server = await ready(await spawnServer(env))
  await expect.poll(() => statuses(server)).toEqual([200])

  const on = await maintenance('on', 'Moving to <a faster> machine.')
  expect(on.code).toBe(0)
  expect(on.out).toContain('Maintenance mode is on: Moving to <a faster> machine.')
  // Under load one process may answer all requests, so each says that it follows.
  await expect.poll(() => (server.out() + server.err()).match(/maintenance mode is on/g)).toHaveLength(2)
  expect(await statuses(server)).toEqual([503])
  const kept = sql`select key from settings where key <> 'readiness_checked_at' order by key`
  const before = await db.rows(kept)

  const refused = await send(server, '/keep', 'POST')
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await refused.text()
  expect(page).toContain('<h1>Read-only for maintenance</h1>')
  expect(page).toContain('Moving to &lt;a faster&gt; machine.')
  expect(page).toContain('<html lang="en" data-theme="dark">')
  expect(page).toContain('Go back; what you typed is still in the form.')
  expect(page).toMatch(/Reference: [\w.-]{8,}</)
  const script = await send(server, '/keep', 'POST', 'application/json')
  expect([script.status, script.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await script.json()).toEqual({
    maintenance: { heading: 'Read-only for maintenance', text: 'Moving to <a faster> machine.' },
  })
  const line = await (await send(server, '/keep', 'POST', '*/*')).text()
  expect(line).toMatch(/^Read-only for maintenance: Moving to <a faster> machine\.\nReference: /)
  const twins = ['/Auth/Callback?code=1', '/%61uth/callback?code=1', '//auth//callback?code=1']
  for (const path of ['/login/start', '/auth/callback?code=1', '/demo-identity/auth', ...twins]) {
    expect((await send(server, path)).status).toBe(503)
  }
  for (const path of ['/', '/challenges', '/login', '/healthz', '/readyz']) {
    expect((await send(server, path)).status).toBe(200)
  }

  const due = await makeChallenge(db, { status: 'active', deadline: daysFromNow(-1) })
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await statusOf(due)).toBe('active')
  expect(await db.rows(kept)).toEqual(before)

  expect(await maintenance('status')).toMatchObject({ code: 0 })
  expect(await maintenance('off')).toMatchObject({ code: 0, out: 'Maintenance mode is off.\n' })
  await expect.poll(() => statuses(server), { timeout: 5_000 }).toEqual([200])
  await expect.poll(() => statusOf(due), { timeout: 5_000 }).not.toBe('active')
  expect(server.err()).not.toMatch(/"level":"(error|fatal)"/)
})

test.each([[[]], [['pause']], [['off', 'now']]])('%j is not understood', async (words) => {
  const { code, err } = await maintenance(...words)
  expect(code).toBe(2)
  expect(err).toContain('npm run dojo -- maintenance on [message]')
})
