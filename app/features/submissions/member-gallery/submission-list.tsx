import { Link } from 'react-router'
import { Chip } from '#app/ui/badge.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Image } from '#app/ui/image.tsx'
import { Count } from '#app/ui/number.tsx'
import { excerpt } from '#app/ui/page-meta.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { SubmissionCard } from '#app/ui/submission-card.tsx'
import { submissionPath } from '#app/ui/submission-path.ts'
import { Time } from '#app/ui/time.tsx'
import type { PlayableSubmission } from './gallery.server.ts'

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'

export function SubmissionList({ entries, reviewed, onPlay }: SubmissionGridProps) {
  return (
    <ul className="grid gap-4">
      {entries.map((entry) => (
        <li key={entry.id}>
          <SubmissionRow entry={entry} reviewed={reviewed} onPlay={onPlay} />
        </li>
      ))}
    </ul>
  )
}

interface Props {
  entry: PlayableSubmission
  reviewed: boolean
  onPlay: (entry: PlayableSubmission) => void
}

/** An entry in the list view: what a card shows, and what it was made with (SUB-50). */
function SubmissionRow({ entry, reviewed, onPlay }: Props) {
  return (
    <article className="card card-link grid overflow-hidden sm:grid-cols-[17rem_minmax(0,1fr)]">
      <Image
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
      </Image>
      <div className="flex min-w-0 flex-col items-start p-5 sm:px-6">
        <h2 className="text-card">
          <Link to={submissionPath(entry)} prefetch="intent" className="card-cover">
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

interface SubmissionGridProps {
  entries: readonly PlayableSubmission[]
  /** Entries wait for approval before others see them. */
  reviewed: boolean
  onPlay: (entry: PlayableSubmission) => void
}

export function SubmissionGrid({ entries, reviewed, onPlay }: SubmissionGridProps) {
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

interface PlayLinkProps {
  entry: PlayableSubmission
  onPlay: (entry: PlayableSubmission) => void
}

/** 'Play Audio' or 'Play Video' opens the player; without scripts the entry's own page has one. */
function PlayLink({ entry, onPlay }: PlayLinkProps) {
  if (!entry.content) return null
  function play(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPlay(entry)
  }
  return (
    <a href={submissionPath(entry)} onClick={play} className="play-link" aria-haspopup="dialog">
      <Icon name="play" className="size-4 fill-current" />
      {entry.kind === 'audio' ? 'Play Audio' : 'Play Video'}
      <span className="sr-only">: {entry.title}</span>
    </a>
  )
}
