import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Export } from '#domain/reporting/exports.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { BOM, csvLine } from '#platform/text/csv.ts'

interface Args {
  request: Request
  context: Readonly<RouterContextProvider>
}

/**
 * Streams a table as a dated CSV file. An outage before the first row gets 503; an error in the middle breaks the
 * connection, so that the browser reports a failed download.
 */
export async function csvFile(
  { request, context }: Args,
  name: string,
  open: (db: Database, admin: Admin, signal: AbortSignal) => Promise<Export>,
): Promise<Response> {
  const { db, log } = context.get(servicesContext)
  const { signal } = request
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
    'Cache-Control': 'no-store',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  try {
    const table = await open(db, adminOf(context), signal)
    return new Response(
      csvStream(table, (error) => {
        if (!signal.aborted) log.error({ err: error }, 'export failed')
      }),
      { headers },
    )
  } catch (error) {
    if (signal.aborted) return new Response(null, { status: 499 })
    if (!isOutage(error)) throw error
    return new Response('Temporarily unavailable. Please try again.\n', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
    })
  }
}

function csvStream({ heading, rows }: Export, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      start(file) {
        file.enqueue(encoder.encode(BOM + csvLine(heading)))
      },
      async pull(file) {
        try {
          const lines = (await rows.next()).map(csvLine)
          if (lines.length > 0) return file.enqueue(encoder.encode(lines.join('')))
          file.close()
        } catch (error) {
          onError(error)
          file.error(error)
        }
        await rows.close()
      },
      cancel: () => rows.close(),
    },
    // Read rows only when the client takes them.
    { highWaterMark: 0 },
  )
}
