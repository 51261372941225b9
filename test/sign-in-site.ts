import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { createStaticHandler, RouterContextProvider } from 'react-router'
import { type Services, servicesContext, viewerContext } from '#app/context.ts'
import * as callback from '#app/features/auth/callback.tsx'
import * as login from '#app/features/auth/login.tsx'
import * as signOut from '#app/features/auth/sign-out.ts'
import * as start from '#app/features/auth/start.tsx'
import * as confirm from '#app/features/members/account/confirm.ts'
import { loadViewer } from '#app/middleware/viewer.server.ts'
import { watchPages } from '#domain/pages/queries.server.ts'
import { watchSettings } from '#domain/settings/queries.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { requestIdOf, withRequestId } from '#platform/http/request-id.server.ts'
import { createIdentityClient, type IdentityClientOptions } from '#platform/identity/client.server.ts'
import { type DemoAccount, demoIssuer } from '#platform/identity/demo/accounts.ts'
import { createDemoProvider } from '#platform/identity/demo/provider.server.ts'
import { openRenderedImages } from '#platform/images/rendered-images.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { imageProcess, imageProcessor } from '#test/image-processes.ts'
import { listening } from '#test/listening.ts'

interface SignInSite {
  origin: string
  log: string[]
  close(): Promise<void>
}

interface SiteOptions {
  db: Database
  accounts: readonly DemoAccount[]
  adminEmails?: string
  env?: Record<string, string>
  /** Used in place of the demo provider. */
  provider?: Pick<IdentityClientOptions, 'issuer' | 'clientId' | 'clientSecret'>
}

/** Serves the sign-in routes and the demo provider on a free port. `/whoami` returns the viewer. */
export async function openSite(options: SiteOptions): Promise<SignInSite> {
  const { db, accounts, provider } = options
  const server = createServer()
  const origin = await listening(server)
  const log: string[] = []
  const env = { PUBLIC_URL: origin, DATA_DIR: tmpdir(), ADMIN_EMAILS: options.adminEmails, ...options.env }
  const config = { ...readConfig(env), demo: !provider }
  const settings = watchSettings(db, config.site)
  const demo = createDemoProvider({
    db,
    publicUrl: origin,
    siteName: () => settings.current().productName,
    accounts,
    onError: (error) => log.push(`demo provider: ${error}`),
  })
  const redirectUri = `${origin}/auth/callback`
  const services: Services = {
    db,
    config,
    settings,
    pages: watchPages(db),
    files: await openFileStore(config, () => undefined),
    renderedImages: openRenderedImages({ imageProcess }),
    imageProcessor,
    log: createLogger({ level: 'trace', write: (line) => log.push(line) }),
    identity: createIdentityClient(
      provider
        ? { ...provider, redirectUri }
        : { ...demo, redirectUri, prompt: 'login', recordIssuerAs: demoIssuer },
    ),
    demoAccounts: accounts,
    release: { version: '0.0.0' },
    maintenance: { current: () => null },
    mailer: null,
  }
  const pages = pagesOf(services)
  const site: RequestListener = (req, res) =>
    req.url?.startsWith(demo.path) ? demo.handle(req, res) : pages(req, res)
  server.on('request', site)
  return { origin, log, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

function pagesOf(services: Services): RequestListener {
  const handler = createStaticHandler([
    { path: '/', loader: () => null },
    { path: '/whoami', loader: ({ context }) => viewerOf(context) },
    { path: '/challenges/*', loader: () => null },
    { path: '/login', loader: login.loader },
    { path: '/login/start', loader: start.loader, action: start.action },
    { path: '/auth/callback', loader: callback.loader },
    { path: '/profile/edit', loader: () => null },
    { path: '/profile/account/confirm', action: confirm.action },
    { path: '/profile/account/delete', loader: () => null },
    { path: '/sign-out', loader: signOut.loader, action: signOut.action },
  ] as Parameters<typeof createStaticHandler>[0])

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const request = await requestOf(services.config.publicUrl, req)
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(viewerContext, (await loadViewer(services, request)).viewer)
    const result = await handler.query(request, { requestContext: context })
    if (result instanceof Response) return send(res, result.status, result.headers, '')
    const [headers] = [
      ...Object.values(result.actionHeaders),
      ...Object.values(result.loaderHeaders),
      new Headers(),
    ]
    const { actionData, loaderData, errors } = result
    send(res, result.statusCode, headers, JSON.stringify({ actionData, loaderData, failed: Boolean(errors) }))
  }
  return (req, res) => void withRequestId(requestIdOf(undefined, 0), () => answer(req, res))
}

function viewerOf(context: unknown) {
  return (context as RouterContextProvider).get(viewerContext)
}

async function requestOf(origin: string, req: IncomingMessage): Promise<Request> {
  const headers = new Headers(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  return new Request(origin + req.url, { method: req.method ?? 'GET', headers, ...body })
}

function send(res: ServerResponse, status: number, headers: Headers | undefined, body: string): void {
  for (const [name, value] of headers ?? []) if (name !== 'set-cookie') res.setHeader(name, value)
  const cookies = headers?.getSetCookie() ?? []
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  res.writeHead(status).end(body)
}
