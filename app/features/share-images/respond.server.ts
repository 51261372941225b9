import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { FileStoreError } from '#platform/files/file-store.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { limit, limitRead } from '#platform/http/limits.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import type { ImageProcess } from '#platform/images/image-process.server.ts'
import type { Layout } from './layout.ts'
import { renderShareImage } from './render.server.ts'

interface LoaderContext {
  request: Request
  context: Readonly<RouterContextProvider>
}

// Part of the entity tag: increase it when the same layout is drawn differently.
const version = 4

/**
 * Responds with the image of `subject`, or 404 without one: 304 for a known entity tag, else from the cache. Only
 * rendering is limited: 429 for a client over its rate limit, 503 while too many renderings wait.
 */
export async function respondWithImage<Subject>(
  args: LoaderContext,
  subject: Subject | undefined,
  layoutOf: (subject: Subject, siteName: string) => Layout,
): Promise<Response> {
  if (!subject) return textResponse(404, 'Not Found')
  const { request, context } = args
  const layout = layoutOf(subject, context.get(servicesContext).settings.current().productName)
  const tag = tagOf(layout)
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

  const image = await findOrRender(args, tag, layout)
  if (image instanceof Response) return image
  headers.set('content-length', String(image.length))
  return new Response(image as Uint8Array<ArrayBuffer>, { headers })
}

async function findOrRender(args: LoaderContext, tag: string, layout: Layout): Promise<Buffer | Response> {
  try {
    const found = await args.context.get(servicesContext).renderedImages.find(tag)
    return found ?? (await render(args, tag, layout))
  } catch (error) {
    if (error instanceof FileStoreError) return unavailable()
    throw error
  }
}

async function render(
  { request, context }: LoaderContext,
  tag: string,
  layout: Layout,
): Promise<Buffer | Response> {
  const { db, config, renderedImages, files } = context.get(servicesContext)
  const client = clientAddress(request)
  // Cached images do not count.
  const rateLimit = { points: config.addressLimits.shareImage, seconds: 60 }
  const limitResult = await limitRead(limit(db, 'share image', client, rateLimit))
  if (!limitResult.ok) {
    const headers = { 'retry-after': String(limitResult.retryAfterSeconds) }
    return textResponse(429, 'Too many images. Please try again later.', headers)
  }
  const work = (imageProcess: ImageProcess) => renderShareImage(layout, files, imageProcess)
  return (await renderedImages.render(tag, work)) ?? unavailable()
}

function tagOf(layout: Layout): string {
  const hash = createHash('sha256').update(JSON.stringify([version, layout]))
  return hash.digest('base64url').slice(0, 27)
}

function unavailable(): Response {
  return textResponse(503, 'The image cannot be drawn now. Please try again.', { 'retry-after': '5' })
}
