import { useState } from 'react'
import { useVisit } from '../browser/visit.ts'

interface Kept<Row> {
  visit: string
  loaded: readonly Row[]
  rows: readonly Row[]
  gone: ReadonlySet<string>
}

/**
 * Keeps the order of the rows until the next navigation, so that no other row moves under the pointer after an action.
 * `gone` has the ids of rows that left the list.
 */
export function useKeptRows<Row extends { id: string }>(loaded: readonly Row[]): Kept<Row> {
  const visit = useVisit()
  const [kept, setKept] = useState<Kept<Row>>({ visit, loaded, rows: loaded, gone: new Set() })
  if (kept.loaded === loaded && kept.visit === visit) return kept
  const shown = kept.visit === visit ? kept.rows : []
  const current = { visit, loaded, ...merge(shown, loaded) }
  setKept(current)
  return current
}

function merge<Row extends { id: string }>(shown: readonly Row[], loaded: readonly Row[]) {
  const fresh = new Map(loaded.map((row) => [row.id, row]))
  const gone = new Set(shown.map(({ id }) => id).filter((id) => !fresh.has(id)))
  const rows = shown.map((row) => fresh.get(row.id) ?? row)
  for (const { id } of shown) fresh.delete(id)
  return { rows: [...rows, ...fresh.values()], gone }
}
