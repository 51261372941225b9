import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { Failure } from '#platform/failure.ts'
import { withLoader } from './loader.ts'
import type { Control } from './report.ts'
import { copyOut, withSnapshot } from './snapshot.ts'

interface MoveOptions extends Control {
  from: pg.ClientConfig
  to: pg.ClientConfig
  migrations: string
}

interface Moved {
  snapshotAt: string
  tables: { name: string; rows: number }[]
}

/** Copies all rows of a database, which may be in use, into an empty one. */
export function moveDatabase({ from, to, migrations, report, signal }: MoveOptions): Promise<Moved> {
  return withSnapshot(from, signal, (source) => {
    const options = { connection: to, migrations, applied: source.migrations, signal }
    return withLoader(options, async (target) => {
      const moved: Moved = { snapshotAt: source.snapshotAt, tables: [] }
      for (const table of source.tables) {
        const [rows, copied] = [copyOut(source, table), target.copyIn(table)]
        rows.on('data', () => report(table.name, rows.rowCount))
        await pipeline(rows, copied, { signal })
        if (copied.rowCount !== rows.rowCount)
          throw new Failure(`${table.name}: ${copied.rowCount} of ${rows.rowCount} rows arrived`)
        moved.tables.push({ name: table.name, rows: rows.rowCount })
      }
      await target.commit(source.sequences)
      return moved
    })
  })
}
