import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { Export } from '#domain/reporting/exports.server.ts'
import { BOM, csvLine } from '#platform/csv.ts'
import type { Database } from '#platform/database/database.server.ts'
import { isOutage } from '#platform/database/outage.ts'

interface Args {
  request: Request
  context: Readonly<RouterContextProvider>
}

/**
 * A table as a file to keep, named after what is in it and today. It is written while it is read, a stretch at a time.
 * What cannot be read at all is an error page and no file; what breaks off in the middle breaks the connection, so that
 * no browser takes half a table for a whole one.
 */
export async function csvFile(
  { request, context }: Args,
  name: string,
  open: (db: Database) => Promise<Export>,
): Promise<Response> {
  const { db, log } = context.get(servicesContext)
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
    'Cache-Control': 'no-store',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  try {
    const table = await open(db)
    return new Response(
      csvStream(table, (error) => log.error({ err: error }, 'an export broke off')),
      { headers },
    )
  } catch (error) {
    if (!isOutage(error)) throw error
    return new Response('Resting for a moment. Please try again.\n', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
    })
  }
}

function csvStream({ heading, rows }: Export, onFault: (error: unknown) => void): ReadableStream<Uint8Array> {
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
          onFault(error)
          file.error(error)
        }
        await rows.close()
      },
      cancel: () => rows.close(),
    },
    // Nothing is read ahead of who takes it.
    { highWaterMark: 0 },
  )
}
