import { submissionPath, type Walk } from '#app/parts/paths.ts'
import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import { eagerAt, SubmissionRows } from '#app/parts/submissions/submission-cover.tsx'
import { ProgressBadge, StatusBadge } from '#app/parts/submissions/submission-status.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { PlayableSubmission } from './gallery.server.ts'

export interface ShownSubmission {
  submission: PlayableSubmission
  /** Submissions need approval before others see them. */
  reviewed: boolean
  onPlay: (submission: PlayableSubmission) => void
  walk: Walk
}

export interface SubmissionsProps extends Omit<ShownSubmission, 'submission'> {
  submissions: readonly PlayableSubmission[]
}

export function SubmissionGrid({ submissions, reviewed, onPlay, walk }: SubmissionsProps) {
  return (
    <SubmissionRows
      submissions={submissions}
      card={(submission, index) => (
        <SubmissionCard
          submission={submission}
          eager={eagerAt(index)}
          without="author"
          headingLevel="h2"
          badge={<StateBadge submission={submission} reviewed={reviewed} />}
          {...(!submission.content && { walk })}
          corner={<PlayLink submission={submission} onPlay={onPlay} />}
        />
      )}
    />
  )
}

interface StateProps extends Pick<ShownSubmission, 'submission' | 'reviewed'> {
  on?: 'image' | 'plain'
}

export function StateBadge({ submission: { status, progress }, ...shown }: StateProps) {
  return progress ? (
    <ProgressBadge progress={progress} {...shown} />
  ) : (
    <StatusBadge status={status} {...shown} />
  )
}

/** 'Play Audio' or 'Play Video' opens the player; without scripts it links to the submission. */
export function PlayLink({ submission, onPlay }: Pick<ShownSubmission, 'submission' | 'onPlay'>) {
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
      className="inline-flex min-h-9 items-center gap-2 rounded-full bg-shade px-3 py-1 text-compact font-semibold text-on-shade transition-[background-color] duration-160 hover:bg-[#080b11]"
      aria-haspopup="dialog"
    >
      <Icon name="play" className="size-4 fill-current" />
      <span className="@max-[9rem]:sr-only">{submission.kind === 'audio' ? 'Play Audio' : 'Play Video'}</span>
      <span className="sr-only">
        : <bdi>{submission.title}</bdi>
      </span>
    </a>
  )
}
