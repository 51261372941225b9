import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { Failure } from '#platform/failure.ts'
import type { Report } from './report.ts'
import { assertEmpty, openLoader, openSnapshot, UnknownCommit } from './tables.ts'

interface MoveOptions {
  from: pg.ClientConfig
  to: pg.ClientConfig
  migrations: string
  report: Report
  signal: AbortSignal
}

/** Copies all rows of a database, which may be in use, into an empty one. Returns the time of the snapshot. */
export async function moveDatabase({ from, to, migrations, report, signal }: MoveOptions): Promise<Date> {
  await assertEmpty(to, signal, 'create an empty one for the copy')
  const source = await openSnapshot(from, signal)
  const snapshotAt = new Date()
  try {
    const target = await openLoader(to, migrations, source.migrations, source.tables, signal)
    try {
      for (const table of source.tables) {
        const [rows, copied] = [source.copyOut(table), target.copyIn(table)]
        rows.on('data', () => report.progress(table.name, rows.rowCount))
        await pipeline(rows, copied, { signal })
        if (copied.rowCount !== rows.rowCount)
          throw new Failure(`${table.name}: ${copied.rowCount} of ${rows.rowCount} rows arrived`)
        report.done(table.name, copied.rowCount)
      }
      await target.commit(source.sequences).catch(explainUnknown)
      return snapshotAt
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function explainUnknown(error: unknown): never {
  if (!(error instanceof UnknownCommit)) throw error
  throw new UnknownCommit(
    `${error.message}. Run 'npm run check:invariants' with the new DATABASE_URL: if that database is empty, move again; ` +
      'otherwise the rows are moved',
  )
}
