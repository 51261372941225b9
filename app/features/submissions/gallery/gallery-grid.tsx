import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { eagerAt, SubmissionRows } from '#app/parts/submissions/submission-cover.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { useKeptRows } from '#app/ui/lists/kept-rows.ts'
import { CardSkeletons, usePendingNavigation } from '#app/ui/lists/loading.tsx'
import { pageRequestIn } from '#app/ui/lists/search-params.ts'
import { EmptyState } from '#app/ui/states.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import type { Ballot } from '#domain/voting/rules.ts'
import type { Gallery } from './gallery.tsx'
import { GalleryCard } from './gallery-card.tsx'
import { type GalleryParams, galleryPath, submissionsBefore } from './gallery-params.ts'
import { stateInFlight, useBallotInFlight } from './pending-vote.ts'

const Steps = lazyPart(() => import('./steps.tsx'), 'Steps')

interface Props {
  challenge: ChallengeDetail
  gallery: Gallery
  /** In place of submissions. */
  empty: string
  ballot: Ballot
  /** Submissions need approval before others see them. */
  reviewed: boolean
  filters: GalleryParams
  now: Date
}

export function GalleryGrid(props: Props) {
  const { challenge, gallery, empty, ballot, reviewed, filters, now } = props
  const inFlight = useBallotInFlight(challenge.id, ballot)
  const pending = usePendingNavigation()
  const { rows } = useKeptRows(gallery.submissions)
  const left = useLeft()
  if (gallery.submissions.length === 0) {
    return <EmptyState subject="scroll">{empty}</EmptyState>
  }
  if (pending && pageRequestIn(pending).page !== filters.page) {
    return <CardSkeletons count={rows.length} label="Loading submissions" />
  }
  const anchorOf = (index: number) => `entry-${submissionsBefore(filters.page) + index + 1}`
  return (
    <div className={ROOM_FOR_MORE}>
      <SubmissionRows
        id="submissions"
        submissions={rows}
        anchor={anchorOf}
        card={(submission, index) => (
          <GalleryCard
            submission={submission}
            challenge={challenge}
            state={stateInFlight(submission.id, submission.vote, inFlight)}
            reviewed={reviewed}
            eager={eagerAt(index)}
            from={galleryPath(challenge.id, filters, anchorOf(index))}
            order={filters.order}
            now={now}
          />
        )}
      />
      <Suspense>
        <Steps challengeId={challenge.id} gallery={gallery} filters={filters} left={left} />
      </Suspense>
    </div>
  )
}

/** What loads by itself comes in below the window: without room for it, it would move the button that is in view. */
const ROOM_FOR_MORE = 'flex flex-col [@media(scripting:enabled)]:has-[[data-more]]:min-h-svh'

/** The key of the last location at which a link was followed: the router says so only a moment later. */
function useLeft(): RefObject<string> {
  const left = useRef('')
  const { key } = useLocation()
  useEffect(() => {
    function note({ target, defaultPrevented }: MouseEvent) {
      if (defaultPrevented && (target as Element).closest('a')) left.current = key
    }
    addEventListener('click', note)
    return () => removeEventListener('click', note)
  }, [key])
  return left
}
