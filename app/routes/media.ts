import { addAbortSignal, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { LoaderFunctionArgs } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { openImage } from '#domain/media/files.server.ts'

/** A size of a stored image. It never changes, so whoever has it need not ask again. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { id = '', file = '' } = params
  const [, width] = /^([1-9]\d{1,3})\.webp$/.exec(file) ?? []
  const image = width ? await openImage(context.get(servicesContext).files, id, Number(width)) : null
  if (!image) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })

  const etag = `"${id}-${width}"`
  const headers = new Headers({
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const known = request.headers.get('if-none-match')?.includes(etag)
  if (!known) {
    headers.set('content-type', 'image/webp')
    headers.set('content-length', String(image.size))
  }
  if (known || request.method === 'HEAD') {
    image.stream.destroy()
    return new Response(null, { status: known ? 304 : 200, headers })
  }
  // An answer that nobody waits for any more is never read to its end.
  addAbortSignal(request.signal, image.stream)
  return new Response(Readable.toWeb(image.stream) as ReadableStream<Uint8Array> as BodyInit, { headers })
}
