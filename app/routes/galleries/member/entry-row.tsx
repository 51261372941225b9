import { Link } from 'react-router'
import { StatusBadge } from '#app/ui/entries/status-badge.tsx'
import { Count } from '#app/ui/lists/number-text.tsx'
import { excerpt } from '#app/ui/page-meta.ts'
import { Picture } from '#app/ui/pictures/picture.tsx'
import { Chip } from '#app/ui/surfaces/badge.tsx'
import { Time } from '#app/ui/time/time.tsx'
import { entryPath } from '../../entries/entry-path.ts'
import { PlayLink } from './play-link.tsx'
import type { PlayableEntry } from './playable.server.ts'

interface Props {
  entry: PlayableEntry
  reviewed: boolean
  onPlay: (entry: PlayableEntry) => void
}

/** An entry in the list view: what a card shows, and what it was made with (SUB-50). */
export function EntryRow({ entry, reviewed, onPlay }: Props) {
  return (
    <article className="card card-link grid overflow-hidden sm:grid-cols-[17rem_minmax(0,1fr)]">
      <Picture
        picture={entry.picture}
        fallback="entry"
        alt=""
        sizes="(min-width: 40rem) 272px, 100vw"
        className="aspect-video sm:aspect-auto sm:min-h-48"
      >
        <span className="absolute top-3 left-3">
          <StatusBadge status={entry.status} reviewed={reviewed} />
        </span>
        <span className="card-above absolute right-3 bottom-3">
          <PlayLink entry={entry} onPlay={onPlay} />
        </span>
      </Picture>
      <div className="flex min-w-0 flex-col items-start p-5 sm:px-6">
        <h2 className="text-card">
          <Link to={entryPath(entry)} prefetch="intent" className="card-cover">
            {entry.title}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted">
          <Time value={entry.submittedAt} />
          {entry.votes !== null && <Count value={entry.votes} one="vote" />}
        </p>
        <p className="mt-2 text-calm text-muted">{excerpt(entry.description, 220)}</p>
        <div className="mt-auto flex w-full flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-4">
          <Tools tools={entry.tools} />
          <Link to={`/challenges/${entry.challengeId}`} className="card-above chip chip-link">
            {entry.challengeTitle}
          </Link>
        </div>
      </div>
    </article>
  )
}

function Tools({ tools }: { tools: readonly string[] }) {
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-small text-muted">
      Tools: {tools.length === 0 && 'Not specified'}
      {tools.map((tool) => (
        <Chip key={tool}>{tool}</Chip>
      ))}
    </p>
  )
}
