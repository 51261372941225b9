import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { InteractionResults } from 'oidc-provider'
import type { Db } from '#platform/database/database.server.ts'
import { plainPage, plainPageHeaders } from '#platform/http/plain-pages.server.ts'
import { cookieName } from '#platform/identity/cookies.ts'
import { once } from '#platform/once.ts'
import { singleLine } from '#platform/text/text.ts'
import type { DemoAccount } from './accounts.ts'
import { providerConfiguration } from './configuration.server.ts'
import style from './page.css?raw'
import { accountPage, dismissedPage } from './pages.server.ts'
import { type PersonInput, storePerson, validatePerson } from './people.server.ts'
import { type DemoSecrets, demoSecrets } from './secrets.server.ts'

interface DemoProviderOptions {
  db: Db
  publicUrl: string
  siteName(): string
  accounts: readonly DemoAccount[]
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
const maxFormLength = 8_192
const canceled = { error: 'access_denied', error_description: 'The sign-in was canceled' }

/** Same-origin referrers: a form posted without a referrer has the Origin 'null' and would be refused. */
const safeHeaders = {
  ...plainPageHeaders(style),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/**
 * An OpenID provider for the demo: the protocol of a real one, with a page to choose an account instead of a
 * password. It serves one client, this site, and keeps no session between sign-ins. It uses the database from the
 * first request on.
 */
export function createDemoProvider(options: DemoProviderOptions): DemoProvider {
  const { db, publicUrl, onError = () => undefined } = options
  const secrets = once(() => demoSecrets(db))
  // Imported on demand: the package takes 20 MB.
  const open = once(async () =>
    openProvider(await import('oidc-provider'), { ...options, onError }, await secrets()),
  )
  return {
    issuer: publicUrl + demoPath,
    clientId,
    clientSecret: async () => (await secrets()).clientSecret,
    path: demoPath,
    async handle(req, res) {
      res.setHeaders(new Headers(safeHeaders))
      try {
        const answering = await open()
        await answering(req, res)
      } catch (error) {
        if (!req.socket.destroyed) onError(error)
        if (res.headersSent) res.destroy()
        else sendText(res.setHeader('Retry-After', 5), 503, 'The demo sign-in failed. Please try again.')
      }
    },
  }
}

function openProvider(
  { Provider, errors }: typeof import('oidc-provider'),
  options: Required<DemoProviderOptions>,
  secrets: DemoSecrets,
): Answering {
  const { db, publicUrl, siteName, accounts, onError } = options
  const site = { productName: siteName(), publicUrl }
  const dismissed = plainPage(site, { title: 'This sign-in has expired', main: dismissedPage(), style })
  const sessionName = cookieName('session', publicUrl)
  const client = { clientId, redirectUri: `${publicUrl}/auth/callback` }
  const provider = new Provider(
    publicUrl + demoPath,
    providerConfiguration({ db, accounts, secrets, client, path: demoPath, dismissed, errors }),
  )
  provider.on('server_error', (_, error) => onError(error))
  const framework: EventEmitter = provider
  framework.on('error', (error: unknown, { req }: { req: IncomingMessage }) => {
    if (!req.socket.destroyed) onError(error)
  })
  const protocol = provider.callback()

  async function chooseAccount(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const interaction = await provider.interactionDetails(req, res).catch((error) => {
      if (error instanceof errors.SessionNotFound) return undefined
      throw error
    })
    if (!interaction) {
      const login = loginPageBefore(req)
      return login ? redirect(res, login) : sendPage(res, 400, dismissed)
    }
    if (req.method !== 'POST') return show(res, interaction.result?.refused as PersonInput | undefined)
    if (req.headers.origin !== publicUrl) return sendText(res, 403, 'This form was sent from another site')
    const form = await readForm(req)
    if (!form) return sendText(res, 400, 'This is not the form of this page')

    const finish = (result: InteractionResults) =>
      provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
    const signIn = (accountId: string) => finish({ login: { accountId, remember: false } })
    if (form.has('cancel')) return finish(canceled)
    const chosen = accounts.find((account) => account.subject === form.get('account'))
    if (chosen) return signIn(chosen.subject)
    const input = { name: singleLine(form.get('name') ?? ''), email: singleLine(form.get('email') ?? '') }
    const problems = validatePerson(input, accounts)
    if (Object.keys(problems).length === 0) return signIn((await storePerson(db, input)).subject)
    // Back to a page that answered a form would show an error page of the browser.
    interaction.result = { refused: input }
    await interaction.save(interaction.exp - Math.floor(Date.now() / 1_000))
    return redirect(res, `${demoPath}/account/${interaction.uid}`)
  }

  /** For Back after a sign-in, and a form sent again there: the login page sends a member on to where it began. */
  function loginPageBefore({ method, headers }: IncomingMessage): string | undefined {
    const { referer, origin, cookie = '' } = headers
    if (method === 'POST') {
      const isMember = cookie.split(/; */).some((pair) => pair.startsWith(`${sessionName}=`))
      return isMember && origin === publicUrl ? `${publicUrl}/login` : undefined
    }
    if (referer?.startsWith(`${publicUrl}${demoPath}/account/`)) return `${publicUrl}/login`
    const isLogin = referer === `${publicUrl}/login` || referer?.startsWith(`${publicUrl}/login?`)
    return isLogin ? referer : undefined
  }

  /** The page to choose an account, with the input of a form that was refused. */
  function show(res: ServerResponse, refused?: PersonInput): void {
    const input = refused ?? { name: '', email: '' }
    const problems = refused ? validatePerson(refused, accounts) : {}
    const title = refused ? 'Problem: choose an account' : 'Choose an account'
    const main = accountPage({ siteName: siteName(), accounts, input, errors: problems })
    sendPage(res, refused ? 422 : 200, plainPage(site, { title, main, style }))
  }

  return async (req, res) => {
    const path = stripPath(req)
    if (path.startsWith('/account/')) await chooseAccount(req, res)
    else await protocol(withoutSession(req), res)
  }
}

/** Removes the mount path from `url`; the provider finds it by comparing with `originalUrl`. */
function stripPath(req: IncomingMessage & { originalUrl?: string }): string {
  req.originalUrl = req.url
  const rest = req.url?.slice(demoPath.length) ?? ''
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  return req.url.split('?', 1)[0] ?? '/'
}

/** With the provider's session, another person signing in by the same browser would first see a sign-out page. */
function withoutSession(req: IncomingMessage): IncomingMessage {
  const cookies = req.headers.cookie?.split(/; */) ?? []
  req.headers.cookie = cookies.filter((cookie) => !/^demo-session(\.sig)?=/.test(cookie)).join('; ')
  return req
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams | undefined> {
  const isForm = req.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (!isForm || !(Number(req.headers['content-length']) <= maxFormLength)) return undefined
  return new URLSearchParams(await text(req))
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { Location: location }).end()
}

function sendPage(res: ServerResponse, status: number, document: string): void {
  res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(document)
}

function sendText(res: ServerResponse, status: number, content: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${content}\n`)
}
