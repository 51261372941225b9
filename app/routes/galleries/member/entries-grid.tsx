import { SubmissionCard } from '#app/ui/entries/entry-card.tsx'
import { StatusBadge } from '#app/ui/entries/status-badge.tsx'
import { PlayLink } from './play-link.tsx'
import type { PlayableEntry } from './playable.server.ts'

export interface EntriesProps {
  entries: readonly PlayableEntry[]
  /** Entries wait for approval before others see them. */
  reviewed: boolean
  onPlay: (entry: PlayableEntry) => void
}

export function EntriesGrid({ entries, reviewed, onPlay }: EntriesProps) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {entries.map((entry) => (
        <li key={entry.id} className="grid">
          <SubmissionCard
            entry={entry}
            without="author"
            headingLevel="h2"
            sizes={SIZES}
            badge={<StatusBadge status={entry.status} reviewed={reviewed} />}
            corner={<PlayLink entry={entry} onPlay={onPlay} />}
          />
        </li>
      ))}
    </ul>
  )
}

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'
