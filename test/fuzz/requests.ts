import { seededRandom } from '#test/faults/random.ts'
import { formNames } from '#test/form-names.ts'
import { patterns } from '#test/routes.ts'

/** The bytes of an HTTP message or of its beginning. */
export interface FuzzRequest {
  /** A short description for reports. */
  title: string
  bytes: Buffer
  /** Set if the message is incomplete, so that no response is required. */
  unfinished: boolean
}

export interface FuzzWorld {
  origin: string
  /** Cookie headers of a visitor, a member and an administrator. */
  cookies: Record<'visitor' | 'member' | 'admin', string>
  /** Ids of challenges, submissions and members. */
  ids: string[]
}

const methods = [
  ...Array(9).fill('GET'),
  ...Array(9).fill('POST'),
  'HEAD',
  'PUT',
  'OPTIONS',
  'BREW',
] as string[]
/** Valid fields of each form, of which a few are replaced. */
const forms: { paths: RegExp; fields: Record<string, string> }[] = [
  {
    paths: /\/(submit|submissions\/:submissionId\/edit)$/,
    fields: {
      title: 'A title',
      description: 'Text',
      creationProcess: '',
      prompt: '',
      aiTools: 'Suno, Udio',
      contentUrl: '',
      imageAlt: '',
      termsAccepted: 'on',
      imageId: '',
    },
  },
  {
    paths: /^\/profile\/edit$/,
    fields: { displayName: 'Paper Otter', bio: 'Folds', avatar: '1', imageId: '' },
  },
  {
    paths: /^\/admin\/challenges\/(new|:id\/edit)$/,
    fields: {
      title: 'A challenge',
      description: 'Text',
      requirements: '',
      kind: 'image',
      voters: 'everyone',
      type: 'weekly',
      status: 'draft',
      startDate: '',
      deadline: '2030-06-08T12:00',
      votingOpensAt: '',
      votingClosesAt: '',
      timeZone: 'UTC',
      version: '1',
    },
  },
  { paths: /\/points$/, fields: { change: '5', reason: '', seen: '', returnTo: '/admin/leaderboard' } },
  { paths: /\/rank$/, fields: { rank: 'Elite Ninja', seen: '', returnTo: '/admin/leaderboard' } },
  {
    paths: /^\/admin\/submissions\/(approve|reject)$/,
    fields: {
      chosen: '019a0000-0000-7000-8000-000000000000:1:pending',
      returnTo: '/admin/submissions',
    },
  },
  {
    paths: /^\/admin\/submissions\/undo$/,
    fields: {
      chosen: '019a0000-0000-7000-8000-000000000000:1',
      judgement: 'approved',
      returnTo: '/admin/submissions',
    },
  },
  { paths: /:id\/reject$/, fields: { reason: 'No', version: '1', returnTo: '/admin/submissions' } },
  {
    paths: /\/undo$/,
    fields: { version: '1', judgement: 'approved', returnTo: '/admin/submissions' },
  },
  {
    paths: /^\/admin\/submissions\/[^/]+\/(approve|delete)$/,
    fields: { version: '1', returnTo: '/admin' },
  },
  { paths: /\/steps\/:step$/, fields: { version: '1', reason: 'No', days: '3', returnTo: '/admin' } },
  { paths: /\/delete$/, fields: { returnTo: '/admin' } },
  { paths: /\/(un)?vote$/, fields: { from: '/' } },
  { paths: /^\/theme$/, fields: { theme: 'dark', returnTo: '/' } },
  { paths: /^\/cookies\/consent$/, fields: { consent: 'accepted', returnTo: '/' } },
  { paths: /^\/login\/start$/, fields: { redirect: '/' } },
]
const oddIds = [
  'x',
  '%00',
  '..%2f..%2fetc%2fpasswd',
  "'%20or%201=1--",
  '%E2%80%AE',
  '%',
  '0'.repeat(36),
  'X'.repeat(3_000),
]
const otherPaths = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/notifications/unread.data',
  '/__manifest',
  '/favicon.ico',
  '/assets/none.js',
  '/demo-identity',
  '//evil.example',
  '/demo-identity/auth',
  '/demo-identity/token',
  '/demo-identity/account/x',
  '/demo-identity/.well-known/openid-configuration',
  '/.git/config',
  '/_root.data',
  '/.data',
  '/index.php',
  '*',
  'http://a@b/',
  '/a/../admin',
  '/media/x/480.webp',
  '/%2e%2e/',
]
const values = [
  '',
  ' ',
  '1',
  '-1',
  '0',
  '1e309',
  'NaN',
  'on',
  'active',
  'image',
  'null',
  '\u0000',
  '\u202e',
  '\ud800',
  '\ufeff',
  "';--",
  '%00',
  '../../etc/passwd',
  '//evil.example',
  'javascript:alert(1)',
  'https://example.org/x',
  '2026-02-30T25:61',
  '+275760-09-13T00:00',
  'Europe/Berlin',
  'x'.repeat(5_000),
  '<script>alert(1)</script>',
  '{"a":1}',
  '019a0000-0000-7000-8000-000000000000',
]
const heavyValues = [
  Array.from({ length: 20_000 }, (_, place) => place.toString(36)).join(','),
  '\ufdfa'.repeat(20_000),
  ','.repeat(60_000),
  ' '.repeat(60_000),
  '\r\n'.repeat(30_000),
  'e\u0301'.repeat(20_000),
  '%25'.repeat(20_000),
]
const types = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'application/json',
  'text/plain',
  'text/x-script',
  '',
  'multipart/form-data; boundary=',
  'image/png',
  ';;;',
  'x'.repeat(500),
]
const extraHeaders = [
  'Accept: text/html',
  'Accept: application/json',
  `Accept: */*;q=${'9'.repeat(200)}`,
  'Accept-Encoding: gzip',
  'Accept-Encoding: br;q=0, *',
  'If-None-Match: *',
  `If-None-Match: "${'x'.repeat(3_000)}"`,
  'Range: bytes=0-1,2-3,-4',
  'X-Forwarded-For: 1.2.3.4, x',
  'X-Forwarded-Proto: gopher',
  'X-HTTP-Method-Override: DELETE',
  'Content-Encoding: gzip',
  'Upgrade: websocket',
  'X-Request-Id: \u00ff',
  'If-Modified-Since: never',
  `Cookie: session=${'x'.repeat(43)}`,
  'Cookie: theme=%ZZ; toast-01a2274d-b550-7787-a8c0-15216e87d54c=e30=; consent=x',
  'Sec-Fetch-Site: same-origin',
  'Referer: http://[',
  'Forwarded: for=x',
  'Transfer-Encoding: identity',
  `Accept-Language: ${'de,'.repeat(1_000)}`,
]
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The request number `index` of a seed: always the same bytes. */
export function fuzzRequest(seed: number, index: number, world: FuzzWorld): FuzzRequest {
  const { next: random, pick } = seededRandom(seed, String(index))
  const chance = (share: number) => random() < share
  const who = pick(['visitor', 'member', 'admin'] as const)
  const method = pick(methods)
  const form = method === 'POST' && chance(0.7) ? pick(forms) : undefined
  const target =
    (form ? withIds(pick(patterns.filter((path) => form.paths.test(path)))) : pathOf()) + queryOf()
  const { host } = new URL(world.origin)
  const isSignOut = /sign-?out|account/.test(target) && method === 'POST'
  const origin = isSignOut || chance(0.1) ? pick(['https://evil.example', 'null', '']) : world.origin
  const { type, body } = bodyOf()
  const head = [
    `${method} ${target} HTTP/1.1`,
    chance(0.98) ? `Host: ${host}` : pick(['Host: ', 'Host: a b', `Host: ${host}\r\nHost: ${host}`]),
  ]
  if (origin) head.push(`Origin: ${origin}`)
  if (world.cookies[who]) head.push(`Cookie: ${world.cookies[who]}`)
  if (chance(0.5)) head.push(pick(extraHeaders))
  if (body) head.push(...(type ? [`Content-Type: ${type}`] : []), lengthOf(body.length))
  head.push('Connection: close', '', '')
  const whole = Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), ...(body ? [body] : [])])
  const cut = chance(0.05)
  const bytes = cut ? whole.subarray(0, Math.floor(whole.length * random())) : whole
  const unfinished = cut || /Expect|chunked|Content-Length: \d{8}/.test(head.join())
  return {
    title: `#${index} ${who} ${method} ${target.slice(0, 200)} ${type.slice(0, 40)} ${body?.length ?? 0}`,
    bytes,
    unfinished,
  }

  function withIds(pattern: string): string {
    return pattern.replaceAll(/:\w+/g, () => (chance(0.8) ? pick(world.ids) : pick(oddIds)))
  }

  function pathOf(): string {
    if (chance(0.15)) return pick(otherPaths)
    const path = withIds(pick(patterns))
    if (chance(0.25)) return `${path}.data`
    if (chance(0.85)) return path.replace('*', 'nowhere')
    return pick([
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `${path}%2f..`,
      `${path}%ZZ`,
      `${path};a=b`,
      `${path}\\`,
      path + '/x'.repeat(500),
    ])
  }

  function queryOf(): string {
    if (chance(0.5)) return ''
    const count = chance(0.03) ? 400 : Math.floor(random() * 4)
    const pairs = Array.from(
      { length: count },
      () => `${pick(formNames)}=${encodeURIComponent(pick(values).toWellFormed()).slice(0, 4_000)}`,
    )
    return chance(0.05) ? '?%ZZ&&==&%' : `?${pairs.join('&')}`
  }

  function someValue(): string {
    return (chance(0.06) ? pick(heavyValues) : pick(values)).toWellFormed()
  }

  function bodyOf(): { type: string; body?: Buffer } {
    if (method !== 'POST' && chance(0.9)) return { type: '' }
    const type = form && chance(0.9) ? pick(types.slice(0, 3)) : pick(types)
    const count = chance(0.03) ? 300 : 1 + Math.floor(random() * 8)
    const fields = form ? formFields(form.fields) : Array.from({ length: count }, someField)
    if (type.startsWith('multipart')) return { type, body: multipart(fields) }
    if (chance(0.1))
      return { type, body: Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256))) }
    return { type, body: Buffer.from(new URLSearchParams(fields).toString()) }
  }

  function someField(): [string, string] {
    return [pick(formNames), someValue()]
  }

  function formFields(known: Record<string, string>): [string, string][] {
    const fields = Object.entries(known).map(([name, value]): [string, string] => [
      name,
      chance(0.2) ? someValue() : value,
    ])
    return chance(0.1) ? [...fields, someField()] : fields
  }

  function multipart(fields: [string, string][]): Buffer {
    const parts = fields.map(([name, value]) =>
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    )
    if (chance(0.4)) {
      const content = chance(0.5) ? png : Buffer.alloc(Math.floor(random() * 300_000), 'x')
      parts.push(
        Buffer.from(
          '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
        ),
        content,
        Buffer.from('\r\n'),
      )
    }
    if (chance(0.1)) parts.push(Buffer.from('--b\r\nContent-Disposition: form-data; name="\r\n\r\n'))
    return Buffer.concat([...parts, Buffer.from(chance(0.9) ? '--b--\r\n' : '--b')])
  }

  function lengthOf(length: number): string {
    if (chance(0.96)) return `Content-Length: ${length}`
    return pick([
      `Content-Length: ${length + 20_000_000}`,
      'Content-Length: -1',
      'Transfer-Encoding: chunked',
      `Content-Length: ${length}\r\nExpect: 100-continue`,
    ])
  }
}
