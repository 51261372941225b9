import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { outageAnswer } from '#platform/http/outage-page.server.ts'

interface StaticFile {
  type: string
  body: Buffer
}

const mostBytes = 8_192
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

export function staticFiles(): Map<string, StaticFile> {
  const packages = createRequire(import.meta.url)
  const styles = ['ground.css', 'page.css'].map((name) => readFileSync(new URL(name, import.meta.url)))
  const font = (path: string) => ({ type: 'font/woff2', body: readFileSync(packages.resolve(path)) })
  return new Map([
    ['/page.css', { type: 'text/css; charset=utf-8', body: Buffer.concat(styles) }],
    ['/display.woff2', font('#platform/fonts/shippori-mincho-latin-700-normal.woff2')],
    [
      '/text.woff2',
      font('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
    ],
  ])
}

export function fingerprint(file: StaticFile | undefined): string {
  return createHash('sha256')
    .update(file?.body ?? '')
    .digest('hex')
    .slice(0, 8)
}

/** Same-origin referrers: a form posted without a referrer has the Origin 'null' and would be refused. */
export function setSafeHeaders(res: ServerResponse): void {
  res.setHeader('Content-Security-Policy', policy)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Referrer-Policy', 'same-origin')
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  res.setHeader('Cache-Control', 'no-store')
}

export function sendPage(res: ServerResponse, status: number, document: string): void {
  res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(document)
}

export function sendFile(res: ServerResponse, file: StaticFile): void {
  res.writeHead(200, { 'Content-Type': file.type, 'Cache-Control': 'public, max-age=604800' }).end(file.body)
}

export function sendOutage(
  req: IncomingMessage,
  res: ServerResponse,
  site: { productName: string; publicUrl: string },
): void {
  const { accept, cookie } = req.headers
  const { status, headers, body } = outageAnswer({ ...site, method: req.method, accept, cookie })
  res.writeHead(status, headers).end(body)
}

export function sendText(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

export async function readForm(req: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!req.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
