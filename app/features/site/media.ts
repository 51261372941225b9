import { addAbortSignal, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { LoaderFunctionArgs } from 'react-router'
import { type Services, servicesContext } from '#app/context.ts'
import { readSession } from '#app/middleware/viewer.server.ts'
import { visitorScope } from '#domain/challenges/scope.server.ts'
import { openImage } from '#domain/media/files.server.ts'
import { visibleImageWidths } from '#domain/submissions/queries.server.ts'
import { FileStoreError, type StoredFile } from '#platform/files/file-store.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { isId } from '#platform/id.server.ts'

const HEADERS: Record<'public' | 'private', Record<string, string>> = {
  // Programs of other sites show them with what they read from the API.
  public: {
    'cache-control': 'public, max-age=3600, must-revalidate',
    'cross-origin-resource-policy': 'cross-origin',
  },
  private: { 'cache-control': 'private, no-store' },
}

/**
 * A stored image in one size, for viewers who may see what it belongs to. Its visibility can change: public images are
 * cached for an hour, others not at all.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const services = context.get(servicesContext)
  const { id = '', file = '' } = params
  const [, digits] = /^([1-9]\d{1,3})\.webp$/.exec(file) ?? []
  const width = Number(digits)
  const visibility = digits && isId(id) ? await visibilityOf(services, request, id, width) : null
  if (!visibility) return textResponse(404, 'Not Found')

  const etag = `"${id}-${width}"`
  const headers = new Headers({ ...HEADERS[visibility], 'x-content-type-options': 'nosniff' })
  if (visibility === 'public') {
    headers.set('etag', etag)
    if (request.headers.get('if-none-match')?.includes(etag)) {
      return new Response(null, { status: 304, headers })
    }
  }
  const image = await openStoredImage(services, id, width)
  if (!image) return textResponse(503, 'Temporarily unavailable', { 'retry-after': '5' })

  headers.set('content-type', 'image/webp')
  headers.set('content-length', String(image.size))
  if (request.method === 'HEAD') {
    image.stream.destroy()
    return new Response(null, { headers })
  }
  // The stream of an aborted request is never read to its end.
  addAbortSignal(request.signal, image.stream)
  return new Response(Readable.toWeb(image.stream) as ReadableStream<Uint8Array> as BodyInit, { headers })
}

/** One statement for public images, which are the most; the session is read for other images only. */
async function visibilityOf(
  services: Services,
  request: Request,
  id: string,
  width: number,
): Promise<'public' | 'private' | null> {
  const { db, settings } = services
  const { moderation } = settings.current()
  if ((await visibleImageWidths(db, visitorScope(moderation), id))?.includes(width)) return 'public'
  const { viewer } = await readSession(services, request)
  if (!viewer) return null
  return (await visibleImageWidths(db, { viewer, moderation }, id))?.includes(width) ? 'private' : null
}

/** null if the store fails or has lost the file. */
async function openStoredImage(
  { files, log }: Services,
  id: string,
  width: number,
): Promise<StoredFile | null> {
  try {
    const image = await openImage(files, id, width)
    if (!image) log.error({ image: id, width }, 'the file of an image is missing')
    return image
  } catch (error) {
    if (error instanceof FileStoreError) return null
    throw error
  }
}
