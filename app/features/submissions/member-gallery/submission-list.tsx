import { submissionPath } from '#app/parts/paths.ts'
import { Cover, cardRatio, RoomLink } from '#app/parts/submissions/submission-cover.tsx'
import { Chip, ChipLink } from '#app/ui/badge.tsx'
import { Card, CoverLink } from '#app/ui/card.tsx'
import { Count } from '#app/ui/number.tsx'
import { excerpt } from '#app/ui/text/excerpt.ts'
import { Time } from '#app/ui/time.tsx'
import { PlayLink, type ShownSubmission, StateBadge, type SubmissionsProps } from './submission-grid.tsx'

export function SubmissionList({ submissions, ...shown }: SubmissionsProps) {
  return (
    <ul className="grid gap-4">
      {submissions.map((submission, index) => (
        <li key={submission.id}>
          <SubmissionRow submission={submission} eager={index === 0} {...shown} />
        </li>
      ))}
    </ul>
  )
}

/** A submission in the list view, with its tools (SUB-50). */
function SubmissionRow({ submission, eager, reviewed, onPlay, walk }: ShownSubmission & { eager: boolean }) {
  return (
    <Card as="article" flush link className="flex flex-wrap overflow-hidden">
      <div className="w-28 p-3 pr-0 sm:w-68 sm:p-4 sm:pr-0">
        <div className={`@container mx-auto w-[min(100%,calc(var(--ratio)*12rem))] ${cardRatio(submission)}`}>
          <Cover submission={submission} eager={eager} sizes="(min-width: 40rem) 256px, 100px">
            {!submission.content && <RoomLink submission={submission} walk={walk} />}
            <span className="absolute right-2 bottom-2 z-1">
              <PlayLink submission={submission} onPlay={onPlay} />
            </span>
          </Cover>
        </div>
      </div>
      <div className="flex min-w-0 flex-[1_1_10rem] flex-col items-start p-3 sm:p-5 sm:px-6">
        <h2 className="text-card">
          <CoverLink dir="auto" to={submissionPath(submission)}>
            {submission.title}
          </CoverLink>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
          <StateBadge submission={submission} reviewed={reviewed} on="plain" />
          <Time value={submission.submittedAt} />
          {submission.cardVotes !== null && <Count value={submission.cardVotes} one="vote" />}
        </p>
        <p dir="auto" className="mt-2 line-clamp-3 text-calm text-muted">
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
