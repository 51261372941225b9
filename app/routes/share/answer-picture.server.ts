import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { drawSheet } from './draw-sheet.server.ts'
import type { Sheet } from './sheet.ts'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

// To be raised whenever the same sheet comes to look different.
const edition = 1

/** Everybody gets the picture that visitors get: it ends up in the caches of others. */
export function visitorScope(context: Readonly<RouterContextProvider>): Scope {
  return { viewer: null, moderation: context.get(servicesContext).config.moderation }
}

/**
 * The picture for `sheet`, or 404 without one. Who has it already is told so before anything is drawn; while too
 * many wait for pictures the answer is 503.
 */
export async function answerPicture(
  { request, context }: Asked,
  sheet: Sheet | undefined,
): Promise<Response> {
  if (!sheet) return refusal('Not found', 404)
  const etag = tagOf(sheet)
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

  const { imageQueue, files } = context.get(servicesContext)
  const drawn = await imageQueue.run(() => drawSheet(sheet, files), 'share images')
  if (!drawn) return refusal('Too many pictures at once. Please try again.\n', 503, { 'retry-after': '5' })
  headers.set('content-length', String(drawn.length))
  return new Response(new Uint8Array(drawn), { headers })
}

function tagOf(sheet: Sheet): string {
  const hash = createHash('sha256').update(JSON.stringify([edition, sheet]))
  return `"${hash.digest('base64url').slice(0, 27)}"`
}

function refusal(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'cache-control': 'no-store', ...headers } })
}
