import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { usePendingBallot } from '#app/features/submissions/votes/use-vote.ts'
import { emptyText } from '#app/parts/gallery-notes.ts'
import { FIRST_ROW, SubmissionRows } from '#app/parts/submission-cover.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { useKeptRows } from '#app/ui/kept-rows.tsx'
import { CardSkeletons, usePendingNavigation } from '#app/ui/loading.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { edgesOf } from '#app/ui/search-params.ts'
import { EmptyState } from '#app/ui/states.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import type { GalleryPage } from '#domain/submissions/galleries.server.ts'
import { GALLERY_PAGE_SIZE, GALLERY_STEP, MAX_SHOWN } from '#domain/submissions/rules.ts'
import type { Ballot } from '#domain/voting/rules.ts'
import { lastPage } from '#platform/paging.ts'
import { GalleryCard } from './gallery-card.tsx'
import { type GalleryParams, galleryPath, readGalleryParams, submissionsBefore } from './gallery-params.ts'

interface Props {
  challenge: ChallengeDetail
  gallery: GalleryPage
  ballot: Ballot
  viewerId: string | null
  /** Submissions need approval before others see them. */
  reviewed: boolean
  filters: GalleryParams
  now: Date
}

export function GalleryGrid(props: Props) {
  const { challenge, gallery, ballot, viewerId, reviewed, filters, now } = props
  const pendingBallot = usePendingBallot(challenge.id, ballot)
  const next = useNextFilters()
  const { rows } = useKeptRows(gallery.submissions)
  if (gallery.submissions.length === 0) {
    return <EmptyState subject="scroll">{emptyText(challenge, now)}</EmptyState>
  }
  if (next && next.page !== filters.page) {
    const count = Math.min(next.shown, gallery.total - submissionsBefore(next.page))
    return <CardSkeletons count={Math.max(1, count)} label="Loading submissions" />
  }
  const loadingCount = next ? Math.min(next.shown, gallery.total) - gallery.submissions.length : 0
  const anchorOf = (index: number) => `entry-${submissionsBefore(filters.page) + index + 1}`
  return (
    <>
      <SubmissionRows
        id="submissions"
        submissions={rows}
        anchor={anchorOf}
        card={(submission, index) => (
          <GalleryCard
            submission={submission}
            challenge={challenge}
            ballot={ballot}
            pendingBallot={pendingBallot}
            viewerId={viewerId}
            reviewed={reviewed}
            eager={index < FIRST_ROW}
            from={galleryPath(challenge.id, filters, anchorOf(index))}
            order={filters.order}
            now={now}
          />
        )}
      />
      {loadingCount > 0 && (
        <div className="mt-6">
          <CardSkeletons count={loadingCount} label="Loading more submissions" />
        </div>
      )}
      <Steps challengeId={challenge.id} gallery={gallery} filters={filters} />
    </>
  )
}

/** Filters of the gallery page that is loading; null if none is. */
function useNextFilters(): GalleryParams | null {
  const params = usePendingNavigation()
  return params && readGalleryParams(params)
}

interface StepsProps {
  challengeId: string
  gallery: GalleryPage
  filters: GalleryParams
}

/**
 * The first page shows six more at each step, the first 300 by themselves when the button comes near; at the end, back to
 * the first six, after which nothing is loaded by itself. Only what is beyond MAX_SHOWN is on another page. Without scripts the page opens at the first new submission; with scripts the
 * button keeps the focus.
 */
function Steps({ challengeId, gallery: { submissions, total }, filters }: StepsProps) {
  const previousCount = submissionsBefore(filters.page)
  const firstNew = useHydrated() ? undefined : `entry-${previousCount + filters.shown + 1}`
  const end = previousCount + submissions.length
  const allShown = end >= total
  const { steps, stop } = useLoadingNear(filters.page === 1 && !allShown && filters.shown < GALLERY_PAGE_SIZE)
  if (total <= GALLERY_STEP) return null
  const last = lastPage(total, GALLERY_PAGE_SIZE)
  const edges = edgesOf(submissions)
  const first = { ...filters, page: 1, shown: GALLERY_STEP }
  const more =
    filters.shown < MAX_SHOWN
      ? galleryPath(challengeId, { ...filters, shown: filters.shown + GALLERY_STEP }, firstNew)
      : galleryPath(challengeId, { ...filters, page: MAX_SHOWN / GALLERY_PAGE_SIZE + 1 }, 'submissions')
  return (
    <div ref={steps} className="mt-8 flex flex-col items-center gap-3">
      {filters.page === 1 && (
        <ButtonLink
          onClick={allShown ? stop : undefined}
          to={allShown ? galleryPath(challengeId, first, 'submissions') : more}
          variant="secondary"
          preventScrollReset
          replace
        >
          {allShown ? 'Show Less' : 'Show More Submissions'}
        </ButtonLink>
      )}
      <p className="text-small text-muted">
        {previousCount > 0 && `${formatNumber(previousCount + 1)} to `}
        {formatNumber(end)} of {formatNumber(total)} shown
      </p>
      <Pager
        current={filters.page}
        last={last}
        edges={edges}
        to={(_, request) =>
          galleryPath(challengeId, { ...filters, ...request, shown: GALLERY_PAGE_SIZE }, 'submissions')
        }
        label="Pages of submissions"
      />
    </div>
  )
}

/** Follows the first link of `steps` whenever it comes near the window, until `stop`. */
function useLoadingNear(hasMore: boolean) {
  const steps = useRef<HTMLDivElement>(null)
  const [stopped, setStopped] = useState(false)
  const isIdle = useNavigation().state === 'idle'
  const isWatching = hasMore && isIdle && !stopped
  useEffect(() => {
    const link = steps.current?.querySelector('a')
    if (!isWatching || !link) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && link.click(), {
      rootMargin: '300px',
    })
    watch.observe(link)
    return () => watch.disconnect()
  }, [isWatching])
  return { steps, stop: () => setStopped(true) }
}
