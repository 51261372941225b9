import { createHash } from 'node:crypto'
import { type Encoding, encode, isPage, variesByEncoding } from './compress.server.ts'

interface Encoded {
  headers: Record<string, string>
  body: Buffer
}

/** A page that many visitors get. */
export interface Copy {
  /** When its rendering began, and until when no other is needed; by `performance.now()`. */
  begun: number
  freshUntil: number
  headers: Record<string, string>
  plain: Buffer
  /** In the encodings that were asked for. */
  encoded: Map<Encoding, Encoded>
}

/** Undefined for a response to one visitor only, which is left unread. Hashes take the place of the nonce. */
export async function toCopy(
  page: Response,
  nonce: string,
  secure: (scripts: readonly string[]) => Record<string, string>,
): Promise<Copy | undefined> {
  if (page.status !== 200 || !isPage(page.headers) || page.headers.has('set-cookie')) return undefined
  if (/no-store|private/.test(page.headers.get('cache-control') ?? '')) return undefined
  const { text, scripts } = withoutNonces(await page.text(), nonce)
  const { 'content-length': _, ...own } = Object.fromEntries(page.headers)
  const headers = { ...own, vary: variesByEncoding(own.vary), ...secure(scripts) }
  return { begun: 0, freshUntil: 0, headers, plain: Buffer.from(text), encoded: new Map() }
}

/** The copy in an encoding, with an entity tag. */
export async function encodeCopy({ plain, headers, encoded }: Copy, encoding: Encoding): Promise<Encoded> {
  const body = await encode(plain, encoding)
  const tag = `"${hash(plain, 'base64url').slice(0, 22)}-${encoding}"`
  const own: Record<string, string> = { ETag: tag, 'Content-Length': String(body.byteLength) }
  if (encoding !== 'identity') own['Content-Encoding'] = encoding
  const sent = { headers: { ...headers, ...own }, body }
  encoded.set(encoding, sent)
  return sent
}

/** The page without its nonces, and the CSP sources of the inline scripts that had one. Linear in any text of members. */
function withoutNonces(page: string, nonce: string): { text: string; scripts: string[] } {
  const pieces = page.split(` nonce="${nonce}"`)
  const scripts = new Set<string>()
  for (const [at, piece] of pieces.slice(1).entries()) {
    const before = pieces[at] ?? ''
    const script = piece.slice(piece.indexOf('>') + 1, piece.indexOf('</script>'))
    const isScript = before.startsWith('<script', before.lastIndexOf('<')) && script !== ''
    if (isScript) scripts.add(`'sha256-${hash(script, 'base64')}'`)
  }
  return { text: pieces.join(''), scripts: [...scripts] }
}

function hash(content: string | Buffer, form: 'base64' | 'base64url'): string {
  return createHash('sha256').update(content).digest(form)
}
