import { createHash } from 'node:crypto'
import { type Encoding, encode, encodingFor, isPage, longestChoice } from './compress.server.ts'

export interface SharedAnswer {
  status: 200 | 304
  /** Names and values in turn, as Node sends them fastest. */
  headers: readonly string[]
  body?: Buffer<ArrayBuffer>
}

/** A page that is the same for many visitors, with the bytes of each encoding that was requested. */
export interface SharedPage {
  /** Undefined if the encoding that the client accepts was not made yet. */
  answer(asked: Asked): SharedAnswer | undefined
  /** Makes the encoding that the client accepts. */
  prepare(asked: Asked): Promise<void>
  /** In memory. */
  bytes(): number
}

/** The headers of a request on which the answer depends. */
export interface Asked {
  'accept-encoding'?: string | string[] | undefined
  'if-none-match'?: string | undefined
}

const offered: readonly Encoding[] = ['br', 'gzip']
/** Beside its bodies, roughly. */
const bytesOfHeaders = 4_000

/**
 * The shareable page of a response whose inline scripts carry `nonce`; undefined for a response to one visitor only,
 * which is left unread. `secure` makes the security headers for the hashes that take the nonce's place.
 */
export async function toSharedPage(
  response: Response,
  nonce: string,
  secure: (scripts: readonly string[]) => Record<string, string>,
): Promise<SharedPage | undefined> {
  const { status, headers } = response
  if (status !== 200 || headers.has('set-cookie') || headers.has('content-encoding')) return undefined
  if (/no-store|private/.test(headers.get('cache-control') ?? '')) return undefined
  if (!isPage(headers)) return undefined

  const { text, scripts } = withoutNonces(await response.text(), nonce)
  if (!/accept-encoding/i.test(headers.get('vary') ?? '')) headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  for (const [name, value] of Object.entries(secure(scripts))) headers.set(name, value)
  return sharedPage(Buffer.from(text), [...headers].flat())
}

/** The page without its nonces, and the CSP sources of the inline scripts that had one. Linear in any text of members. */
function withoutNonces(page: string, nonce: string): { text: string; scripts: string[] } {
  const attribute = ` nonce="${nonce}"`
  const scripts = new Set<string>()
  for (let at = page.indexOf(attribute); at !== -1; at = page.indexOf(attribute, at + attribute.length)) {
    if (!page.startsWith('<script', page.lastIndexOf('<', at))) continue
    const begin = page.indexOf('>', at) + 1
    const script = page.slice(begin, page.indexOf('</script>', begin))
    if (script !== '') scripts.add(`'sha256-${hash(script, 'base64')}'`)
  }
  return { text: page.replaceAll(attribute, ''), scripts: [...scripts] }
}

function hash(content: string | Buffer, form: 'base64' | 'base64url'): string {
  return createHash('sha256').update(content).digest(form)
}

function sharedPage(plain: Buffer<ArrayBuffer>, common: readonly string[]): SharedPage {
  const tag = hash(plain, 'base64url').slice(0, 22)
  const made = new Map<Encoding, Required<SharedAnswer>>([['identity', answerIn('identity', plain)]])
  const preparing = new Map<Encoding, Promise<void>>()

  function answerIn(encoding: Encoding, body: Buffer<ArrayBuffer>): Required<SharedAnswer> {
    const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    const own = ['ETag', tagOf(encoding), ...coding, 'Content-Length', String(body.byteLength)]
    return { status: 200, headers: [...common, ...own], body }
  }

  function tagOf(encoding: Encoding): string {
    return `"${tag}-${encoding}"`
  }

  function wanted(asked: Asked): Encoding {
    return encodingFor(String(asked['accept-encoding'] ?? ''), offered)
  }

  return {
    answer(asked) {
      const encoding = wanted(asked)
      if (names(asked['if-none-match'], tagOf(encoding)))
        return { status: 304, headers: [...common, 'ETag', tagOf(encoding)] }
      return made.get(encoding)
    },
    async prepare(asked) {
      const encoding = wanted(asked)
      if (made.has(encoding)) return
      const ready =
        preparing.get(encoding) ??
        encode(plain, encoding).then((body) => void made.set(encoding, answerIn(encoding, body)))
      preparing.set(encoding, ready)
      await ready
    },
    bytes: () => [...made.values()].reduce((sum, { body }) => sum + body.byteLength, bytesOfHeaders),
  }
}

/** Whether an If-None-Match header names the tag; proxies that compress make tags weak. */
function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch || ifNoneMatch.length > longestChoice) return false
  return ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === tag)
}
