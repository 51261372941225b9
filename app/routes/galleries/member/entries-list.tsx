import type { EntriesProps } from './entries-grid.tsx'
import { EntryRow } from './entry-row.tsx'

export function EntriesList({ entries, reviewed, onPlay }: EntriesProps) {
  return (
    <ul className="grid gap-4">
      {entries.map((entry) => (
        <li key={entry.id}>
          <EntryRow entry={entry} reviewed={reviewed} onPlay={onPlay} />
        </li>
      ))}
    </ul>
  )
}
