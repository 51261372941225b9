import { submissionPath } from '#app/parts/paths.ts'
import { SubmissionCard } from '#app/parts/submission-card.tsx'
import { Cover, cardRatio, FIRST_ROW, SubmissionRows } from '#app/parts/submission-cover.tsx'
import { ProgressBadge, StatusBadge } from '#app/parts/submission-status.tsx'
import { Chip, ChipLink } from '#app/ui/badge.tsx'
import { Card, CoverLink } from '#app/ui/card.tsx'
import { excerpt } from '#app/ui/excerpt.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Count } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import type { PlayableSubmission } from './gallery.server.ts'

export function SubmissionList({ submissions, reviewed, onPlay }: SubmissionGridProps) {
  return (
    <ul className="grid gap-4">
      {submissions.map((submission, index) => (
        <li key={submission.id}>
          <SubmissionRow submission={submission} eager={index === 0} reviewed={reviewed} onPlay={onPlay} />
        </li>
      ))}
    </ul>
  )
}

interface Props {
  submission: PlayableSubmission
  eager: boolean
  reviewed: boolean
  onPlay: (submission: PlayableSubmission) => void
}

/** A submission in the list view, with its tools (SUB-50). */
function SubmissionRow({ submission, eager, reviewed, onPlay }: Props) {
  return (
    <Card as="article" flush link className="grid overflow-hidden sm:grid-cols-[17rem_minmax(0,1fr)]">
      <div className={`p-4 pb-0 sm:pr-0 sm:pb-4 ${cardRatio(submission)}`}>
        <Cover submission={submission} eager={eager}>
          <span className="absolute top-2 left-2">
            <StateBadge submission={submission} reviewed={reviewed} />
          </span>
          <span className="absolute right-2 bottom-2 z-1">
            <PlayLink submission={submission} onPlay={onPlay} />
          </span>
        </Cover>
      </div>
      <div className="flex min-w-0 flex-col items-start p-5 sm:px-6">
        <h2 className="text-card">
          <CoverLink dir="auto" to={submissionPath(submission)}>
            {submission.title}
          </CoverLink>
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted">
          <Time value={submission.submittedAt} />
          {submission.cardVotes !== null && <Count value={submission.cardVotes} one="vote" />}
        </p>
        <p dir="auto" className="mt-2 text-calm text-muted">
          {excerpt(submission.description, 220)}
        </p>
        <div className="mt-auto flex w-full flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-4">
          <Tools tools={submission.tools} />
          <ChipLink to={`/challenges/${submission.challengeId}`} className="relative z-1 min-w-0">
            <span dir="auto" className="truncate">
              {submission.challengeTitle}
            </span>
          </ChipLink>
        </div>
      </div>
    </Card>
  )
}

function StateBadge({ submission, reviewed }: Pick<Props, 'submission' | 'reviewed'>) {
  const { status, progress } = submission
  return progress ? (
    <ProgressBadge progress={progress} reviewed={reviewed} />
  ) : (
    <StatusBadge status={status} reviewed={reviewed} />
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
  submissions: readonly PlayableSubmission[]
  /** Submissions need approval before others see them. */
  reviewed: boolean
  onPlay: (submission: PlayableSubmission) => void
}

export function SubmissionGrid({ submissions, reviewed, onPlay }: SubmissionGridProps) {
  return (
    <SubmissionRows
      submissions={submissions}
      card={(submission, index) => (
        <SubmissionCard
          submission={submission}
          eager={index < FIRST_ROW}
          without="author"
          headingLevel="h2"
          badge={<StateBadge submission={submission} reviewed={reviewed} />}
          corner={<PlayLink submission={submission} onPlay={onPlay} />}
        />
      )}
    />
  )
}

interface PlayLinkProps {
  submission: PlayableSubmission
  onPlay: (submission: PlayableSubmission) => void
}

/** 'Play Audio' or 'Play Video' opens the player; without scripts it links to the submission. */
function PlayLink({ submission, onPlay }: PlayLinkProps) {
  const { content } = submission
  if (!content) return null
  function play(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPlay(submission)
  }
  return (
    <a
      href={submissionPath(submission)}
      onClick={play}
      className="inline-flex min-h-9 items-center gap-2 rounded-full bg-shade py-1 pr-3.75 pl-3 text-compact font-semibold text-on-shade transition-[background-color] duration-160 hover:bg-[#080b11]"
      aria-haspopup="dialog"
    >
      <Icon name="play" className="size-4 fill-current" />
      {submission.kind === 'audio' ? 'Play Audio' : 'Play Video'}
      <span className="sr-only">
        : <bdi>{submission.title}</bdi>
      </span>
    </a>
  )
}
