import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { isFileStoreError } from '#platform/files/file-store.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { limitAddress } from '#platform/http/limits.server.ts'
import { drawSheet } from './draw-sheet.server.ts'
import type { Sheet } from './sheet.ts'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

// To be raised whenever the same sheet comes to look different.
const edition = 1
/** How many images one client may have drawn; those that are kept already do not count. */
const allowance = { points: 60, seconds: 60 }

/** Everybody gets the picture that visitors get: it ends up in the caches of others. */
export function visitorScope(context: Readonly<RouterContextProvider>): Scope {
  return { viewer: null, moderation: context.get(servicesContext).config.moderation }
}

/**
 * The image of `sheet`, or 404 without one. A known entity tag is answered with 304, an image drawn before from the
 * cache. Only drawing is limited: 429 for a client that has too many drawn, 503 while too many wait.
 */
export async function answerPicture(asked: Asked, sheet: Sheet | undefined): Promise<Response> {
  if (!sheet) return refusal('Not found', 404)
  const { request, context } = asked
  const tag = tagOf(sheet)
  const etag = `"${tag}"`
  const headers = new Headers({
    etag,
    'cache-control': 'public, max-age=600',
    'x-content-type-options': 'nosniff',
  })
  if (request.headers.get('if-none-match')?.includes(etag)) {
    return new Response(null, { status: 304, headers })
  }
  headers.set('content-type', 'image/png')
  if (request.method === 'HEAD') return new Response(null, { headers })

  const kept = await context.get(servicesContext).drawnImages.find(tag)
  const image = kept ?? (await draw(asked, tag, sheet))
  if (image instanceof Response) return image
  headers.set('content-length', String(image.length))
  return new Response(new Uint8Array(image), { headers })
}

async function draw({ request, context }: Asked, tag: string, sheet: Sheet): Promise<Buffer | Response> {
  const { db, drawnImages, files } = context.get(servicesContext)
  const client = clientAddress(request)
  const allowed = await limitAddress(db, 'share image', client, allowance)
  if (!allowed.ok) {
    const headers = { 'retry-after': String(allowed.retryAfterSeconds) }
    return refusal('Too many images. Please try again later.\n', 429, headers)
  }
  try {
    const drawing = drawnImages.draw(tag, client, () => drawSheet(sheet, files))
    return drawing ? await drawing : unavailable()
  } catch (error) {
    if (isFileStoreError(error)) return unavailable()
    throw error
  }
}

function tagOf(sheet: Sheet): string {
  const hash = createHash('sha256').update(JSON.stringify([edition, sheet]))
  return hash.digest('base64url').slice(0, 27)
}

function unavailable(): Response {
  return refusal('The image cannot be drawn now. Please try again.\n', 503, { 'retry-after': '5' })
}

function refusal(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'cache-control': 'no-store', ...headers } })
}
