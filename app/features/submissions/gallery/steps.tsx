import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { edgesOf } from '#app/ui/lists/search-params.ts'
import { formatNumber } from '#app/ui/number.tsx'
import type { GalleryPage } from '#domain/submissions/galleries.server.ts'
import { GALLERY_PAGE_SIZE, GALLERY_STEP, MAX_SHOWN } from '#domain/submissions/rules.ts'
import { lastPage } from '#platform/paging.ts'
import { type GalleryParams, galleryPath, submissionsBefore } from './gallery-params.ts'
import { useStillRows } from './still-rows.ts'

interface Props {
  challengeId: string
  gallery: GalleryPage
  filters: GalleryParams
  /** The key of the last location at which a link was followed. */
  left: RefObject<string>
}

/**
 * The first page shows six more at each step, the first 300 by themselves when the button comes near; at the end, back to
 * the first six, after which nothing is loaded by itself. Only what is beyond MAX_SHOWN is on another page. Without scripts the page opens at the first new submission; with scripts the
 * button keeps the focus.
 */
export function Steps({ challengeId, gallery: { submissions, total }, filters, left }: Props) {
  const previousCount = submissionsBefore(filters.page)
  const firstNew = useHydrated() ? undefined : `entry-${previousCount + filters.shown + 1}`
  const end = previousCount + submissions.length
  const allShown = end >= total
  const { steps, stop, isLoading } = useLoadingNear(
    filters.page === 1 && !allShown && filters.shown < GALLERY_PAGE_SIZE,
    left,
  )
  useStillRows('submissions', submissions.length)
  if (total <= GALLERY_STEP) return null
  const last = lastPage(total, GALLERY_PAGE_SIZE)
  const edges = edgesOf(submissions)
  const first = { ...filters, page: 1, shown: GALLERY_STEP }
  const more =
    filters.shown < MAX_SHOWN
      ? galleryPath(challengeId, { ...filters, shown: filters.shown + GALLERY_STEP }, firstNew)
      : galleryPath(challengeId, { ...filters, page: MAX_SHOWN / GALLERY_PAGE_SIZE + 1 }, 'submissions')
  return (
    <div
      ref={steps}
      data-more={isLoading || undefined}
      className="mt-auto flex flex-col items-center gap-3 pt-8"
    >
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

/** Follows the first link of `steps` whenever it is a screen away or nearer, until `stop` or another link is followed. */
function useLoadingNear(hasMore: boolean, left: RefObject<string>) {
  const steps = useRef<HTMLDivElement>(null)
  const [stopped, setStopped] = useState(false)
  const { key } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const isWatching = hasMore && isIdle && !stopped
  useEffect(() => {
    // From here on the router tells of it; Back leads to the same key again.
    if (!isIdle) left.current = ''
    const link = steps.current?.querySelector('a')
    if (!isWatching || !link) return
    const watch = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && left.current !== key && link.click(),
      { rootMargin: '100%' },
    )
    watch.observe(link)
    return () => watch.disconnect()
  }, [isIdle, isWatching, key, left])
  return { steps, stop: () => setStopped(true), isLoading: hasMore && !stopped }
}
