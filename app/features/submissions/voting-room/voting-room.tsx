import { isRouteErrorResponse } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useOpenedReport } from '#app/parts/opened-report.ts'
import { AuthorLink } from '#app/parts/submission-card.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Count, formatNumber } from '#app/ui/number.tsx'
import { Paragraphs } from '#app/ui/paragraphs.tsx'
import { Progress } from '#app/ui/progress-bar.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { SubmissionNotFound } from '../submission-not-found.tsx'
import { useVote } from '../votes/use-vote.ts'
import { CreationDetails, Media } from '../work.tsx'
import type { Route } from './+types/voting-room.ts'
import { type LoadedRoom, loadRoom } from './room.server.ts'
import { RoomBar } from './room-bar.tsx'
import { roomPath } from './room-params.ts'
import { useSteps } from './use-steps.ts'

export function loader({ params, request, context }: Route.LoaderArgs) {
  return loadRoom(context, request, params)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: 'Submission Not Found', hidden: true })
  const { submission } = loaderData
  const title = `${placeText(loaderData)}: ${submission.title}`
  // Search engines get the submission's page.
  return pageMeta(args, { title, description: submission.description, hidden: true })
}

export default function VotingRoom({ loaderData: page }: Route.ComponentProps) {
  const { submission, challenge, content, vote, room, filters, reportsViews } = page
  const to = (id: string | null) => id && roomPath(challenge.id, id, filters)
  const steps = { previous: to(room.previousId), next: to(room.nextId) }
  const swiped = useSteps<HTMLDivElement>(steps)
  const voteForm = useVote(submission, vote === 'voted')
  useOpenedReport(challenge.id, submission.id, reportsViews)
  return (
    <div className="page flex min-h-[calc(100svh-4rem)] flex-col pt-6 pb-3 sm:pt-8">
      <RoomHead {...page} />
      <div ref={swiped} className="flex-1 touch-pan-y transition-[translate,opacity] duration-160">
        <article
          key={submission.id}
          className="grid content-start gap-x-9 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23rem]"
        >
          <div className="grid content-start gap-6">
            <Media submission={submission} content={content} />
          </div>
          <div>
            <h1 dir="auto" className="text-page">
              {submission.title}
            </h1>
            <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-calm text-muted">
              <AuthorLink author={submission.author} />
              {submission.votes !== null && (
                <Count value={Math.max(0, submission.votes + voteForm.change)} one="vote" />
              )}
            </div>
            <Paragraphs text={submission.description} className="mt-5 mb-8" />
            <CreationDetails submission={submission} />
          </div>
        </article>
      </div>
      <RoomBar
        {...page}
        {...steps}
        voteForm={voteForm}
        here={roomPath(challenge.id, submission.id, filters)}
      />
    </div>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  return <SubmissionNotFound challengeId={params.id} failed={!isNotFound} />
}

/** Where the viewer is, how much they have seen, and what they walk through. */
function RoomHead(page: LoadedRoom) {
  const { challenge, isMember, room } = page
  const crumbs = [
    { label: 'Challenges', to: '/challenges' },
    { label: challenge.title, to: `/challenges/${challenge.id}` },
    { label: 'Submissions', to: `/challenges/${challenge.id}/submissions?mode=voting` },
  ]
  return (
    <header className="mb-5">
      <Breadcrumb crumbs={crumbs} />
      <div className="flex min-h-10.5 flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p className="font-display text-card">
          {placeText(page)}
          {!room.place && <span className="sr-only"> from your shortlist</span>}
        </p>
        {isMember && <ListChoice {...page} />}
      </div>
      <Progress
        className="mt-2 h-1!"
        aria-label={isMember ? 'Submissions seen' : 'Position'}
        max={room.entries}
        value={isMember ? room.seen : (room.place ?? 0)}
      />
      <div className="mt-1.5 flex min-h-7 flex-wrap items-center justify-between gap-x-8 text-small text-muted">
        {isMember && <Seen {...page} />}
        <p className="noscript:hidden">
          <span className="pointer-coarse:hidden">The arrow keys ← and → move on.</span>
          <span className="hidden pointer-coarse:inline">Swipe to move on.</span>
        </p>
      </div>
    </header>
  )
}

function Seen({ challenge, room, filters }: LoadedRoom) {
  const { seen, entries, nextUnseenId } = room
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      Seen {formatNumber(seen)} of {formatNumber(entries)}
      {nextUnseenId && (
        <ArrowLink to={roomPath(challenge.id, nextUnseenId, { ...filters, shortlistOnly: false })}>
          Next unseen
        </ArrowLink>
      )}
    </p>
  )
}

function ListChoice({ challenge, submission, room, filters }: LoadedRoom) {
  const { shortlistOnly } = filters
  const all = { ...filters, shortlistOnly: false }
  const shortlist = { ...filters, shortlistOnly: true }
  if (room.shortlisted === 0 && !shortlistOnly) {
    return (
      <p className="flex items-center gap-1.5 text-small text-muted max-sm:hidden">
        <Icon name="star" className="size-4" />
        Star what you like. Only you see your shortlist.
      </p>
    )
  }
  return (
    <Segmented
      label="Submissions to walk through"
      segments={[
        {
          to: roomPath(challenge.id, submission.id, all),
          label: 'All',
          current: !shortlistOnly,
          icon: 'grid',
        },
        {
          // From a submission that is not on it, to its first.
          to: roomPath(challenge.id, room.isShortlisted || shortlistOnly ? submission.id : null, shortlist),
          label: `Shortlist ${formatNumber(room.shortlisted)}`,
          current: shortlistOnly,
          icon: 'star',
        },
      ]}
    />
  )
}

function placeText({ room: { place, total } }: Pick<LoadedRoom, 'room'>): string {
  return place ? `Entry ${formatNumber(place)} of ${formatNumber(total)}` : 'Removed'
}
