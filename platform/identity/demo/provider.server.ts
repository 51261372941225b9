import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { Db } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { addressBehind } from '#platform/http/client-address.ts'
import { limitAddress } from '#platform/http/limits.server.ts'
import { once } from '#platform/once.ts'
import { type Html, html } from '#platform/text/html.ts'
import { type AccountChoice, chooseAccount, dismissedPage } from './account-choice.server.ts'
import type { DemoAccount } from './accounts.ts'
import { providerConfiguration } from './configuration.server.ts'
import {
  fingerprint,
  sendFile,
  sendOutage,
  sendText,
  setSafeHeaders,
  staticFiles,
} from './responses.server.ts'
import { type DemoSecrets, demoSecrets } from './secrets.server.ts'

const mark = html`
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path class="ring" d="M26.800 9.200A12.600 12.600 0 1 1 19.600 3.900" />
    <path class="slit" d="M9.200 12.600h13.600c.8 0 1.300.8 1 1.500a8.300 8.300 0 0 1-15.600 0c-.3-.7.2-1.500 1-1.500Z" />
  </svg>`

const scene = html`
  <svg class="scene" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle class="orb" cx="1072" cy="318" r="132" />
    <path class="ridge-1" d="M0 620c110-80 200-112 330-58 104 43 168 20 262-44 120-82 220-62 338 12 140 88 262 62 510-86v456H0Z" />
    <path class="ridge-2" d="M0 706c170-84 300-78 456-22 166 60 300 30 446-36 180-82 330-40 538 44v208H0Z" />
    <path class="ridge-3" d="M0 790c220-60 420-44 610-4 270 58 520 10 830-52v166H0Z" />
    <path class="ridge-4" d="M0 852c300-40 520-18 760-6 260 14 460-12 680-38v92H0Z" />
  </svg>`

interface DemoProviderOptions {
  db: Db
  publicUrl: string
  siteName: string
  accounts: readonly DemoAccount[]
  trustProxy?: number
  onError?: (error: unknown) => void
}

interface DemoProvider {
  issuer: string
  clientId: string
  clientSecret(): Promise<string>
  path: string
  handle(req: IncomingMessage, res: ServerResponse): void
}

type Answering = (req: IncomingMessage, res: ServerResponse) => Promise<void>

const demoPath = '/demo-identity'
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

interface DocumentFrame {
  title: string
  siteName: string
  publicUrl: string
  stylesheet: string
}

function documentOf(frame: DocumentFrame, page: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${frame.title} | ${frame.siteName}</title>
  <link rel="stylesheet" href="${frame.stylesheet}">
  <link rel="icon" href="${frame.publicUrl}/favicon.svg" type="image/svg+xml">
</head>
<body>
  ${scene}
  <header><a class="home" href="${frame.publicUrl}/">${mark}<span>${frame.siteName}</span></a></header>
  <main>${page}</main>
</body>
</html>
`.text
}
