import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Hono } from 'hono'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { afterAll } from 'vitest'
import type { Services } from '#app/context.ts'
import { watchSettings } from '#domain/settings/queries.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { createApp, type Env } from '#server/app.ts'
import { type Listener, listen } from '#server/listen.ts'
import type { QuickListener } from '#server/middleware/request-log.ts'
import { staticFiles } from '#server/middleware/static-files.ts'
import { pagesOf } from '#server/pages.ts'
import { plainAnswers } from '#server/plain-answers.ts'

interface SiteOptions {
  db?: Database
  load?: (request: Request) => Promise<Response>
  env?: Record<string, string>
  quick?: QuickListener
}

/** Returns a function that opens the whole server over pages that answer with what they were sent. */
export function listenerSites(db: Database) {
  const opened: Listener[] = []
  const folders: string[] = []
  afterAll(async () => {
    await Promise.all(opened.map((listener) => listener.close(0)))
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  })
  return openSite

  async function openSite({ load = echo, quick, env, ...options }: SiteOptions = {}) {
    const app = new Hono<Env>()
    const listener = await listen(app, { host: '127.0.0.1', port: 0 }, quick)
    opened.push(listener)
    const origin = `http://localhost:${(listener.server.address() as AddressInfo).port}`
    const dataDir = await mkdtemp(join(tmpdir(), 'dojo-listener-'))
    folders.push(dataDir)
    const config = readConfig({ PUBLIC_URL: origin, DATA_DIR: dataDir, ...env })
    const services = {
      db: options.db ?? db,
      files: await openFileStore(config),
      config,
      settings: watchSettings(options.db ?? db, config.site),
      log: createLogger({ level: 'silent' }),
      maintenance: { current: () => null },
    } as Services
    const bare: ServerBuild = await import(resolve('test/bare-build/server/index.js'))
    const build = buildWith(bare, load)
    const pages = pagesOf(build, createRequestHandler(build, 'production'), services)
    const files = staticFiles('test/bare-build/client')
    const plain = plainAnswers(services)
    app.route('/', createApp({ services, plain, pages, files, formTargets: () => [] }))
    return { origin, dataDir, host: new URL(origin).host, server: listener.server }
  }
}

/** The bare build with one route for everything, which notices outages as the app's entry does. */
function buildWith(bare: ServerBuild, load: (request: Request) => Promise<Response>): ServerBuild {
  let outage = false
  const handle = ({ request }: { request: Request }) => load(request)
  const noticeOutage = (_: unknown, { request }: { request: Request }) => {
    outage ||= !request.signal.aborted
  }
  const module = { ...bare.entry.module, hadOutage: () => outage, handleError: noticeOutage }
  const everything = { ...bare.routes.everything, module: { loader: handle, action: handle } }
  return { ...bare, entry: { module }, routes: { everything } } as unknown as ServerBuild
}

async function echo(request: Request): Promise<Response> {
  const body = await request.text().catch((error: Error) => `failed: ${error.name}`)
  return Response.json({ path: new URL(request.url).pathname, length: body.length })
}

export function post(host: string, path: string, headers: string[], origin = `http://${host}`): string {
  return [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, ...headers, '', ''].join('\r\n')
}

export const form = 'Content-Type: application/x-www-form-urlencoded'

export function get(host: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
}
