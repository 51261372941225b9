import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { Db } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { addressBehind } from '#platform/http/client-address.ts'
import { limitAddress } from '#platform/http/limits.server.ts'
import { type AccountChoice, chooseAccount } from '#platform/identity/demo/account-choice.server.ts'
import { dismissedPage } from '#platform/identity/demo/account-view.ts'
import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import { providerConfiguration } from '#platform/identity/demo/configuration.server.ts'
import { documentOf } from '#platform/identity/demo/document.ts'
import type { Html } from '#platform/identity/demo/html.ts'
import {
  fingerprint,
  sendFile,
  sendOutage,
  sendText,
  setSafeHeaders,
  staticFiles,
} from '#platform/identity/demo/responses.server.ts'
import { type DemoSecrets, demoSecrets } from '#platform/identity/demo/secrets.server.ts'
import { once } from '#platform/once.ts'

export interface DemoProviderOptions {
  db: Db
  publicUrl: string
  siteName: string
  accounts: readonly DemoAccount[]
  trustProxy?: number
  onError?: (error: unknown) => void
}

export interface DemoProvider {
  issuer: string
  clientId: string
  clientSecret(): Promise<string>
  path: string
  handle(req: IncomingMessage, res: ServerResponse): void
}

type Answering = (req: IncomingMessage, res: ServerResponse) => Promise<void>

export const demoPath = '/demo-identity'
const clientId = 'this-site'

/** Same as for the site's sign-in: a class behind one address may sign in together. */
const startLimit = { points: 60, seconds: 300 }
/** The site's own requests have about 600; all of it is stored. */
const maxRequestLength = 2_000

/**
 * An OpenID provider for the demo: the protocol of a real one, with a page to choose an account instead of a
 * password. It serves one client, this site, and keeps no session between sign-ins. It uses the database from the
 * first request on.
 */
export function createDemoProvider(options: DemoProviderOptions): DemoProvider {
  const { db, publicUrl, siteName, trustProxy = 0, onError = () => undefined } = options
  const secrets = once(() => demoSecrets(db))
  const open = once(async () => openProvider({ ...options, trustProxy, onError }, await secrets()))
  const host = new URL(publicUrl).host

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    setSafeHeaders(res)
    if (req.headers.host !== host) return sendText(res, 421, 'The demo has another address')
    const answering = await open()
    await answering(req, res)
  }

  return {
    issuer: publicUrl + demoPath,
    clientId,
    clientSecret: async () => (await secrets()).clientSecret,
    path: demoPath,
    handle(req, res) {
      answer(req, res).catch((error: unknown) => {
        if (isDisconnect(error, req)) return
        onError(error)
        if (res.headersSent) res.destroy()
        else if (isOutage(error)) sendOutage(req, res, { productName: siteName, publicUrl })
        else sendText(res, 500, 'The demo sign-in failed')
      })
    },
  }
}

function openProvider(options: Required<DemoProviderOptions>, secrets: DemoSecrets): Answering {
  const { db, publicUrl, siteName, accounts, trustProxy, onError } = options
  const files = staticFiles()
  const stylesheet = `${publicUrl}${demoPath}/page.css?v=${fingerprint(files.get('/page.css'))}`
  const document = (title: string, page: Html) => documentOf({ title, siteName, publicUrl, stylesheet }, page)
  const dismissed = () => document('This sign-in has expired', dismissedPage(publicUrl))

  const client = { clientId, redirectUri: `${publicUrl}/auth/callback` }
  const configuration = providerConfiguration({
    db,
    accounts,
    secrets,
    client,
    path: demoPath,
    siteName,
    publicUrl,
    dismissed,
  })
  const provider = new Provider(publicUrl + demoPath, configuration)
  provider.on('server_error', (_, error) => onError(error))
  const framework: EventEmitter = provider
  framework.on('error', (error: unknown, { req }: { req: IncomingMessage }) => {
    if (!isDisconnect(error, req)) onError(error)
  })
  const protocol = provider.callback()
  const choice: AccountChoice = { db, provider, publicUrl, siteName, accounts, document, dismissed }

  return async (req, res) => {
    const path = stripPath(req)
    const file = files.get(path)
    if (file) sendFile(res, file)
    // The provider's router ignores case and a final slash.
    else if (/^\/auth\/?$/i.test(path) && !(await mayStart(req, res, { db, trustProxy }))) return
    else if (path.startsWith('/account/')) await chooseAccount(choice, req, res)
    else await protocol(forgetSession(req), res)
  }
}

/** Whether this request may store a new sign-in; responds if it may not. */
async function mayStart(
  req: IncomingMessage,
  res: ServerResponse,
  { db, trustProxy }: Pick<Required<DemoProviderOptions>, 'db' | 'trustProxy'>,
): Promise<boolean> {
  if (req.method !== 'GET') sendText(res.setHeader('Allow', 'GET'), 405, 'Method not allowed')
  else if ((req.url?.length ?? 0) > maxRequestLength) sendText(res, 414, 'This address is too long')
  else {
    const forwardedFor = req.headers['x-forwarded-for']?.toString()
    const address = addressBehind(req.socket.remoteAddress ?? 'unknown', forwardedFor, trustProxy)
    const limitResult = await limitAddress(db, 'demo-sign-in', address, startLimit)
    if (limitResult.ok) return true
    res.setHeader('Retry-After', limitResult.retryAfterSeconds)
    sendText(res, 429, 'Too many attempts. Please try again later.')
  }
  return false
}

function isDisconnect(error: unknown, { socket }: IncomingMessage): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return (
    socket.destroyed && /^(ECONNRESET|ECONNABORTED|EPIPE|HPE_|ERR_STREAM_PREMATURE_CLOSE)/.test(String(code))
  )
}

/** Removes the mount path from `url`; the provider finds it by comparing with `originalUrl`. */
function stripPath(req: IncomingMessage & { originalUrl?: string }): string {
  req.originalUrl = req.url
  const rest = req.url?.slice(demoPath.length) ?? ''
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  return req.url.split('?', 1)[0] ?? '/'
}

/**
 * Drops the provider's session from a request. With a session, another person signing in by the same browser would
 * first see a sign-out page that needs inline scripts.
 */
function forgetSession(req: IncomingMessage): IncomingMessage {
  const cookies = req.headers.cookie?.split(/; */) ?? []
  req.headers.cookie = cookies.filter((cookie) => !/^demo-session(\.sig)?=/.test(cookie)).join('; ')
  return req
}
