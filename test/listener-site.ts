import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { afterAll } from 'vitest'
import type { Services } from '#app/context.ts'
import { readConfig } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import type { QuickListener } from '#platform/http/incoming.server.ts'
import type { IdentityClient } from '#platform/identity/client.server.ts'
import type { RenderedImages } from '#platform/images/rendered-images.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { requestListener } from '#server/http/http.ts'
import { type Listener, listen } from '#server/http/listener.ts'
import { pagesOf } from '#server/http/pages.ts'
import { staticFiles } from '#server/http/static-files.ts'

interface SiteOptions {
  db?: Database
  load?: (request: Request) => Promise<Response>
  /** Of a body. */
  maxBytes?: number
  serving?: boolean
  env?: Record<string, string>
  quick?: QuickListener
  identity?: IdentityClient
  renderedImages?: RenderedImages
  /** Gets the services of each request by its URL. */
  onContext?: (services: Services, url: string) => void
}

/** Returns a function that opens the whole listener over pages that answer with what they were sent. */
export function listenerSites(db: Database) {
  const opened: Listener[] = []
  const folders: string[] = []
  afterAll(async () => {
    await Promise.all(opened.map((listener) => listener.close(0)))
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  })
  return openSite

  async function openSite({ load = echo, maxBytes, serving = true, quick, ...options }: SiteOptions = {}) {
    const listener = await listen({
      host: '127.0.0.1',
      port: 0,
      publicUrl: 'http://localhost',
      productName: 'Dojo & Co',
      trustProxy: Number(options.env?.TRUST_PROXY ?? 0),
    })
    opened.push(listener)
    const origin = `http://localhost:${(listener.server.address() as AddressInfo).port}`
    const dataDir = await mkdtemp(join(tmpdir(), 'dojo-listener-'))
    folders.push(dataDir)
    const config = readConfig({ PUBLIC_URL: origin, DATA_DIR: dataDir, ...options.env })
    const files = await openFileStore(config)
    const log = createLogger({ level: 'silent' })
    const maintenance = { current: () => null }
    const { identity = {} as IdentityClient } = options
    const { renderedImages } = options
    const services = {
      db: options.db ?? db,
      files,
      config,
      log,
      maintenance,
      identity,
      renderedImages,
    } as Services
    const bare: ServerBuild = await import(resolve('test/bare-build/server/index.js'))
    const build = buildWith(bare, load, { maxBytes, ...options })
    const pages = pagesOf(build, createRequestHandler(build, 'production'), services)
    const handler = requestListener({
      services,
      pages,
      files: staticFiles('test/bare-build/client'),
      formTargets: () => [],
    })
    if (serving) listener.serve(handler, quick)
    return { origin, dataDir, host: new URL(origin).host, server: listener.server }
  }
}

/** The bare build with one route for everything, which notices outages as the app's entry does. */
function buildWith(
  bare: ServerBuild,
  load: (request: Request) => Promise<Response>,
  { maxBytes = 64 * 1024, onContext }: Pick<SiteOptions, 'maxBytes' | 'onContext'>,
): ServerBuild {
  let outage = false
  const handle = ({ request }: { request: Request }) => load(request)
  const noticeOutage = (_: unknown, { request }: { request: Request }) => {
    outage ||= !request.signal.aborted
  }
  const { createLoadContext } = bare.entry.module as unknown as {
    createLoadContext(services: Services): unknown
  }
  const module = {
    ...bare.entry.module,
    createLoadContext(given: Services, { url }: Request) {
      onContext?.(given, url)
      return createLoadContext(given)
    },
    bodyLimit: () => ({ maxBytes }),
    hadOutage: () => outage,
    handleError: noticeOutage,
  }
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

/** A load that waits until it is released, and what it was asked. */
export function held() {
  const begun: string[] = []
  const gate = Promise.withResolvers<void>()
  const load = async (request: Request) => {
    begun.push(new URL(request.url).pathname)
    await gate.promise
    return new Response('done')
  }
  return { begun, load, release: gate.resolve }
}

export function connections(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  server.getConnections((_, count) => resolve(count))
  return promise
}

export function get(host: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
}
