import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { expect, test } from '@playwright/test'
import type pg from 'pg'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { makeBallot, makeMember, makeMembers } from '#test/builders.ts'
import { childrenOf } from '#test/child-processes.ts'
import { createTestDatabase, dropTestDatabase } from '#test/postgres.ts'
import { makeDataDir, postgresVariable, startServer } from './site.ts'

const name = 'two_processes'

/** One kept-alive connection, and the server process that accepted it. */
interface Connection {
  pid: number
  send(path: string, options?: { method?: string; cookie?: string }): Promise<Answer>
}

interface Answer {
  status: number
  body: string
}

function connect(origin: string, maxSockets = 1): { agent: Agent; send: Connection['send'] } {
  const agent = new Agent({ keepAlive: true, maxSockets })
  return {
    agent,
    send: (path, { method = 'GET', cookie = '' } = {}) =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          origin + path,
          { agent, method, headers: { origin, cookie } },
          (incoming) => {
            let body = ''
            incoming.setEncoding('utf8').on('data', (chunk) => {
              body += chunk
            })
            incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }))
          },
        )
        outgoing.on('error', reject)
        if (method === 'POST') outgoing.setHeader('content-type', 'application/x-www-form-urlencoded')
        outgoing.end()
      }),
  }
}

/** The process that accepted a connection, by the kernel's socket table. */
function holderOf(agent: Agent, pids: number[]): number | undefined {
  const socket = Object.values(agent.freeSockets).flat()[0]
  const port = (socket?.localPort ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  const columns = lines.map((line) => line.trim().split(/\s+/)).find((line) => line[2]?.endsWith(`:${port}`))
  return pids.find((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${columns?.[9]}]`
      } catch {
        return false
      }
    }),
  )
}

/** Connections to two different processes. */
async function connectToBoth({ origin, pid }: { origin: string; pid: number }): Promise<Connection[]> {
  const found = new Map<number, Connection>()
  await expect
    .poll(async () => {
      const { agent, send } = connect(origin)
      await send('/healthz')
      const holder = holderOf(agent, childrenOf(pid))
      if (holder === undefined || found.has(holder)) agent.destroy()
      else found.set(holder, { pid: holder, send })
      return found.size
    })
    .toBe(2)
  return [...found.values()]
}

test('two processes share a port, votes and rate limits, and one survives the other', async () => {
  const server: pg.ClientConfig = JSON.parse(process.env[postgresVariable] ?? '')
  const connection = await createTestDatabase(server, name)
  const db = openDatabase({ connection, poolSize: 2 })
  const [author, voter] = [await makeMember(db), await makeMember(db)]
  const { challenge, submission } = await makeBallot(db, { author })
  const cookie = `session=${await startSession(db, voter.id)}`
  const dataDir = await makeDataDir()
  const site = await startServer(connection, dataDir, { WEB_CONCURRENCY: '2', SIGN_IN_LIMIT: '60' })
  const [first, second] = await connectToBoth(site)
  if (!first || !second) throw new Error('two processes are needed')

  await test.step('a vote sent to one process is on the next page of the other', async () => {
    const gallery = `/challenges/${challenge}/submissions`
    const path = `${gallery}/${submission}`
    const votes = async (process: Connection) => {
      const text = (await process.send(gallery)).body.replaceAll(/<[^>]*>/g, ' ')
      return Number(/(\d+)\s+votes?\b/.exec(text)?.[1])
    }
    expect([await votes(first), await votes(second)]).toEqual([0, 0])
    expect((await second.send(path, { cookie })).body).not.toContain(`${path}/unvote`)
    expect((await first.send(`${path}/vote`, { method: 'POST', cookie })).status).toBe(303)
    expect((await second.send(path, { cookie })).body).toContain(`${path}/unvote`)
    // Visitors share a copy of the page for a second.
    for (const process of [first, second]) await expect.poll(() => votes(process)).toBe(1)
  })
  await test.step('pages of members and visitors are never mixed', async () => {
    for (const path of ['/', '/tools', '/challenges?kind=image']) {
      for (let round = 0; round < 20; round++) {
        const [shared, member] = await Promise.all([first.send(path), second.send(path, { cookie })])
        const [mixed, visitor] = await Promise.all([first.send(path, { cookie }), second.send(path)])
        const isMember = ({ body }: Answer) => body.includes('action="/sign-out"')
        expect([shared, member, mixed, visitor].map(isMember)).toEqual([false, true, true, false])
      }
    }
  })
  await test.step('300 members and visitors at once get their own pages', async () => {
    const members = await makeMembers(db, 150)
    const cookies = await Promise.all(members.map(async ({ id }) => `session=${await startSession(db, id)}`))
    const names = members.map(({ displayName }) => displayName)
    const paths = ['/', '/challenges', `/challenges/${challenge}`, '/leaderboard']
    const crowd = connect(site.origin, 40)
    const isNamed = (body: string, name: string) => body.includes(`>${name}<`)
    await Promise.all(
      cookies.map(async (cookie, place) => {
        const path = paths[place % paths.length] ?? '/'
        const [own, shared] = await Promise.all([crowd.send(path, { cookie }), crowd.send(path)])
        expect([own.status, shared.status], path).toEqual([200, 200])
        expect(own.body).toContain('action="/sign-out"')
        expect(shared.body).not.toContain('action="/sign-out"')
        const header = (body: string) => body.slice(0, body.indexOf('</header>'))
        expect(names.filter((name) => isNamed(header(own.body), name))).toEqual([names[place]])
        expect(names.filter((name) => isNamed(header(shared.body), name))).toEqual([])
      }),
    )
    crowd.agent.destroy()
  })
  await test.step('sign-in attempts count for both processes', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 64; attempt++) {
      const process = attempt % 2 === 0 ? first : second
      statuses.push((await process.send('/login/start', { method: 'POST' })).status)
    }
    expect(statuses.indexOf(429)).toBe(60)
    expect(statuses.slice(60)).toEqual([429, 429, 429, 429])
  })
  await test.step('a process that is killed fails only its own requests', async () => {
    const clients = 8
    let failed = 0
    const statuses = new Set<number>()
    let isEnding = false
    const load = Array.from({ length: clients }, async () => {
      while (!isEnding) {
        const answer = await fetch(site.origin, {
          headers: { connection: 'close' },
          signal: AbortSignal.timeout(10_000),
        }).catch(() => undefined)
        if (answer) statuses.add(answer.status)
        else failed++
        await answer?.text().catch(() => failed++)
      }
    })
    await expect.poll(() => statuses.size).toBe(1)
    process.kill(first.pid, 'SIGKILL')
    await expect
      .poll(() => childrenOf(site.pid).filter((pid) => pid !== first.pid).length, { timeout: 20_000 })
      .toBe(2)
    isEnding = true
    await Promise.all(load)
    expect([...statuses]).toEqual([200])
    expect(failed).toBeLessThanOrEqual(clients)
  })

  expect(site.takeOutput()).toContain('a server process ended (SIGKILL)')
  await site.stop()
  await db.close()
  await dropTestDatabase(server, name)
  await rm(dataDir, { recursive: true, force: true })
})
