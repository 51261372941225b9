import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { Failure } from '#platform/failure.ts'
import type { Context } from './context.ts'
import { withLoader } from './loader.ts'
import { rowsIn } from './manifest.ts'
import { withSnapshot } from './snapshot.ts'

export interface Moved {
  snapshotAt: string
  tables: { name: string; rows: number }[]
}

/** Copies all rows of a database, which may be in use, into an empty one. */
export function moveDatabase({ to, ...context }: Context & { to: pg.ClientConfig }): Promise<Moved> {
  return withSnapshot(context, ({ applied, tables, snapshotAt, copyOut }) =>
    withLoader({ ...context, connection: to }, applied, async (copyIn) => {
      const moved: Moved = { snapshotAt, tables: [] }
      for (const table of tables) {
        const [source, copied] = [copyOut(table), copyIn(table)]
        let rows = 0
        source.on('data', (bytes) => {
          rows += rowsIn(bytes)
          context.report(table.name, rows)
        })
        await pipeline(source, copied)
        if (copied.rowCount !== rows)
          throw new Failure(`${table.name}: ${copied.rowCount} of ${rows} rows arrived`)
        moved.tables.push({ name: table.name, rows })
      }
      return moved
    }),
  )
}
