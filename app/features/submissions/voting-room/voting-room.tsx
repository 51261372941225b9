import { pageMeta } from '#app/frame/page-meta.ts'
import { roomPath } from '#app/parts/paths.ts'
import { useOpenedReport } from '#app/parts/submissions/opened-report.ts'
import { usePreloaded } from '#app/parts/use-preloaded.ts'
import { isolated } from '#platform/text/isolated.ts'
import { SubmissionError } from '../submission-error.tsx'
import { useZoom } from '../use-zoom.ts'
import type { Route } from './+types/voting-room.ts'
import { loadRoom } from './room.server.ts'
import { RoomControls } from './room-controls.tsx'
import { RoomPanel } from './room-panel.tsx'
import { walkedPath } from './room-params.ts'
import { placeText } from './room-text.ts'
import { useClose } from './use-close.ts'
import { useSteps } from './use-steps.ts'
import { isPicture, ROOM_SIZES, RoomWork } from './work.tsx'

export function loader({ params, request, context }: Route.LoaderArgs) {
  return loadRoom(context, request, params)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: 'Submission Not Found', hidden: true })
  const { submission, room } = loaderData
  const title = [placeText(room), isolated(submission.title)].filter(Boolean).join(': ')
  // Search engines get the submission's page.
  return pageMeta(args, { title, description: submission.description, hidden: true })
}

/** The submissions of a challenge, or of another gallery, one at a time in the whole window (VOTE-26, SUB-86). */
export default function VotingRoom({ loaderData: page }: Route.ComponentProps) {
  const { submission, challenge, content, steps, walk, reportsViews } = page
  const here = roomPath(challenge.id, submission.id, walk)
  const close = useClose(walkedPath(challenge.id, submission.author.id, walk))
  const zoom = useZoom<HTMLDivElement>(isPicture(page) ? submission.id : '')
  const swiped = useSteps<HTMLDivElement>({ ...steps, onZoomKey: zoom.onZoomKey })
  usePreloaded(steps.nextImage, ROOM_SIZES)
  useOpenedReport(challenge.id, submission.id, reportsViews)
  return (
    <article data-full-screen="" className="flex flex-1 flex-col overflow-hidden lg:flex-row">
      <div className="relative min-h-56 flex-1 overflow-hidden bg-panel">
        <div
          ref={swiped}
          className="absolute inset-0 touch-pan-y transition-[translate,opacity] duration-160"
        >
          <RoomWork
            key={submission.id}
            submission={submission}
            content={content}
            frame={zoom.frame}
            level={zoom.level}
          />
        </div>
        <RoomControls {...page} here={here} close={close} />
      </div>
      <RoomPanel {...page} here={here} />
    </article>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <SubmissionError challengeId={params.id} error={error} />
}
