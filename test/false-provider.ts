import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from '#test/listening.ts'

export interface TokenParts {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  /** Replaces the signing key; 'nothing' leaves the token unsigned. */
  key?: KeyObject | 'hmac' | 'nothing'
  /** Changes the finished token. */
  tamper?: (token: string) => string
}

export interface FalseProvider {
  issuer: string
  clientId: string
  /** Changes the next ID tokens before they are signed. */
  forge(change: (honest: TokenParts) => TokenParts): void
  /** Answers the next requests of a path in place of the provider, unless the answer is false. */
  answer(path: '/token' | '/userinfo', respond: Respond): void
  /** The id of the one key that is published. */
  keyId: string
  requests: string[]
  close(): Promise<void>
}

export const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** What a request of the token endpoint has in its header Authorization and its form. */
interface Sent {
  authorization: string | undefined
  form: URLSearchParams
}

type Respond = (sent: Sent, res: ServerResponse) => unknown

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const clientId = 'dojo'

/** A provider that signs in 'someone' without a prompt, with options to make its ID tokens invalid. */
export async function openFalseProvider(): Promise<FalseProvider> {
  const server = createServer()
  const issuer = await listening(server)
  let change = (honest: TokenParts) => honest
  const requests: string[] = []
  const answers = new Map<string, Respond>()
  let keyId = 'one'

  server.on('request', async (req, res) => {
    const url = new URL(req.url ?? '/', issuer)
    requests.push(url.pathname)
    const json = (value: unknown) =>
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))
    const sent = await sentBy(req)
    if (answers.get(url.pathname)?.(sent, res)) return
    if (url.pathname === '/.well-known/openid-configuration') return json(metadata(issuer))
    if (url.pathname === '/jwks')
      return json({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: keyId }] })
    if (url.pathname === '/userinfo') return json({ sub: 'someone', email: 'someone@dojo.example' })
    if (url.pathname === '/token') {
      const nonce = sent.form.get('code')?.replace('a-code.', '') ?? ''
      const id_token = tokenOf(change(honestParts(issuer, nonce)))
      return json({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token })
    }
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({
      code: `a-code.${url.searchParams.get('nonce')}`,
      state: url.searchParams.get('state') ?? '',
    }).toString()
    res.writeHead(303, { Location: back.href }).end()
  })

  return {
    issuer,
    clientId,
    requests,
    forge(next) {
      change = next
    },
    answer: (path, respond) => answers.set(path, respond),
    get keyId() {
      return keyId
    },
    set keyId(next) {
      keyId = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function sentBy(req: IncomingMessage): Promise<Sent> {
  return { authorization: req.headers.authorization, form: new URLSearchParams(await text(req)) }
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

function honestParts(issuer: string, nonce: string): TokenParts {
  const now = Math.floor(Date.now() / 1000)
  return {
    header: { alg: 'RS256', kid: 'one' },
    claims: {
      iss: issuer,
      sub: 'someone',
      aud: clientId,
      nonce,
      iat: now,
      exp: now + 300,
      email: 'someone@dojo.example',
      email_verified: true,
    },
  }
}

function tokenOf({ header, claims, key = keys.privateKey, tamper = (token) => token }: TokenParts): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode(header)}.${encode(claims)}`
  return tamper(`${content}.${signature(content, key)}`)
}

function signature(content: string, key: KeyObject | 'hmac' | 'nothing'): string {
  if (key === 'nothing') return ''
  if (key !== 'hmac') return sign('sha256', Buffer.from(content), key).toString('base64url')
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' })
  return createHmac('sha256', publicKey).update(content).digest('base64url')
}
