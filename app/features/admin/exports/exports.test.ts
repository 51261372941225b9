import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { servicesContext } from '#app/context.ts'
import type { Viewer } from '#domain/members/rules.ts'
import type { Database } from '#platform/database/database.server.ts'
import { createApp } from '#server/app.ts'
import { listenerOf } from '#server/listen.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import * as challenges from './challenges.ts'
import * as members from './members.ts'
import * as submissions from './submissions.ts'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true, displayName: 'Keeper' })
const member = await makeMember(db, { displayName: '=HYPERLINK("https://evil.example","x")' })
const kites = await makeChallenge(db, { title: 'Kites & Käse' })
await makeSubmission(db, member, kites, { title: '+1, "so" to say', description: 'two\nlines' })
await makeSubmission(db, member, await makeChallenge(db, { title: '@SUM(1)' }), { title: 'Moon 🌙' })

interface Exporting {
  loader(args: never): unknown
}

async function download(
  module: Exporting,
  query = '',
  viewer: Viewer = admin,
  from: Database = db,
  signal?: AbortSignal,
) {
  const context = await requestContext(from, viewer)
  const request = new Request(`${origin}/admin/exports/file.csv${query}`, signal && { signal })
  const load = module.loader as (args: unknown) => Promise<Response>
  return load({ request, context, params: {} })
}

describe.each([
  ['challenges', challenges],
  ['entries', submissions],
  ['members', members],
])('%s', (name, module) => {
  it('are a dated CSV file without caching', async () => {
    const { status, headers, body } = await download(module)
    await body?.cancel()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="dojo-${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    )
  })

  it('start with a byte order mark and escape formulas', async () => {
    const bytes = new Uint8Array(await (await download(module)).arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = new TextDecoder().decode(bytes)
    expect(text).toMatch(/"'(=HYPERLINK\(""https|@SUM)/)
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  })
})

describe('submissions', () => {
  it('of one challenge are a file with its name', async () => {
    const file = await download(submissions, `?challenge=${kites}`)
    expect(file.headers.get('content-disposition')).toContain('"dojo-entries-kites-kase-')
    const text = await file.text()
    expect(text).toContain(`"'+1, ""so"" to say"`)
    expect(text).not.toContain('🌙')
    expect(await (await download(submissions, '?challenge=')).text()).toContain('Moon 🌙')
  })

  it.each(['x', '%00', '00000000-0000-0000-0000-000000000000'])('of %j are not found', async (named) => {
    const answer = await download(submissions, `?challenge=${named}`)
    expect([answer.status, await answer.text()]).toEqual([404, 'Challenge not found\n'])
  })
})

describe('a failing export', () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

  it('is refused while the database cannot be reached', async () => {
    const answer = await download(members, '', admin, { ...db, connect: () => Promise.reject(away) })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(answer.headers.get('content-disposition')).toBeNull()
  })

  it('breaks the connection, so that the download fails', async () => {
    await db.rows(sql`
      insert into users (id, display_name, avatar_preset)
      select gen_random_uuid(), repeat('x', 40) || n, 1 from generate_series(1, 2500) n`)
    const failing: Database = { ...db, connect: async () => failingSecondFetch(await db.connect()) }
    const whole = await over(db)
    expect(whole.body.match(/\r\n/g)).toHaveLength(1 + 2 + 2500)
    expect(whole.complete).toBe(true)
    const noise = vi.spyOn(console, 'error').mockReturnValue()
    const broken = await over(failing)
    noise.mockRestore()
    expect(broken.body).toMatch(/^\uFEFF"Name"/)
    expect(broken.body).not.toContain('Error')
    expect(broken.body).not.toContain(whole.body.slice(-100))
    expect(broken.complete).toBe(false)
  })
})

describe('an aborted export', () => {
  const openReads = () =>
    db.rows(sql`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'creative-dojo reading'`)

  it.each(['before its connection', 'while its connection opens', 'while its statement runs'])(
    'closes its connection: %s',
    async (moment) => {
      const client = new AbortController()
      const abort = () => client.abort()
      let connections = 0
      const from: Database = {
        ...db,
        async connect(options) {
          connections++
          const connection = await db.connect(options)
          if (moment.includes('connection opens')) abort()
          else setImmediate(abort)
          return connection
        },
      }
      if (moment.startsWith('before')) abort()
      const answer = await download(members, '', admin, from, client.signal)
      expect(connections).toBe(moment.startsWith('before') ? 0 : 1)
      expect([answer.status, answer.body]).toEqual([499, null])
      await expect.poll(openReads).toEqual([])
    },
  )

  it('closes its connection although its body is not read', async () => {
    const client = new AbortController()
    await download(members, '', admin, db, client.signal)
    expect(await openReads()).toHaveLength(1)
    client.abort()
    await expect.poll(openReads).toEqual([])
  })

  it('closes its connection when its body is cancelled', async () => {
    const { body } = await download(members)
    await body?.cancel()
    await expect.poll(openReads).toEqual([])
  })
})

type Client = Awaited<ReturnType<Database['connect']>>

/** The client, whose second fetch of rows fails. */
function failingSecondFetch(client: Client): Client {
  let fetches = 0
  return new Proxy(client, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (name !== 'query') return typeof own === 'function' ? own.bind(target) : own
      return (...args: Parameters<Client['query']>) => {
        const fetching = typeof args[0] === 'object' && 'rowMode' in args[0]
        if (fetching && ++fetches === 2) return Promise.reject(new Error('lost in the middle'))
        return target.query(...args)
      }
    },
  })
}

/** The members' file as a browser gets it, through the server. */
async function over(from: Database): Promise<{ body: string; complete: boolean }> {
  const context = await requestContext(from, admin)
  const services = context.get(servicesContext)
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const config = { ...services.config, publicUrl: `http://localhost:${port}` }
  server.on(
    'request',
    listenerOf(
      createApp({
        services: { ...services, config },
        pages: () => download(members, '', admin, from),
        files: (_, next) => next(),
        formTargets: () => [],
      }),
    ),
  )
  const answer = await read(await new Promise<IncomingMessage>((answer) => get({ port, path: '/' }, answer)))
  server.close()
  return answer
}

function read(incoming: IncomingMessage): Promise<{ body: string; complete: boolean }> {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  return new Promise((done) => {
    const finish = () => done({ body: Buffer.concat(chunks).toString(), complete: incoming.complete })
    incoming.on('end', finish)
    incoming.on('error', finish)
  })
}
