import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { redirect } from 'react-router'
import { openArchive } from '#domain/accounts/export.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { textResponse } from '#platform/http/text-response.ts'
import type { Route } from './+types/download.ts'
import { openAccountForm } from './account-form.server.ts'
import { ACCOUNT_PATH } from './paths.ts'

const memberLimit = { name: 'download', rateLimit: { points: 3, seconds: 3_600 } }

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = await openAccountForm(args, { memberLimit })
  try {
    const archive = await openArchive(services, viewer.id, args.request.signal)
    return new Response(Readable.toWeb(archive) as ReadableStream<Uint8Array> as BodyInit, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="my-data-${new Date().toISOString().slice(0, 10)}.zip"`,
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    if (args.request.signal.aborted) return new Response(null, { status: 499 })
    if (!isOutage(error)) throw error
    throw busy()
  }
}

function busy(): Response {
  return textResponse(503, 'Temporarily unavailable. Please try again.', { 'Retry-After': '5' })
}

export function loader() {
  return redirect(ACCOUNT_PATH)
}
