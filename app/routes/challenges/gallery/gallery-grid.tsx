import { ButtonLink } from '#app/ui/controls/button.tsx'
import { useArriving } from '#app/ui/lists/arriving.ts'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { CardSkeletons } from '#app/ui/surfaces/skeleton.tsx'
import { useHydrated } from '#app/ui/time/hydrated.ts'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import type { Gallery } from '#domain/submissions/queries.server.ts'
import { GALLERY_STEP } from '#domain/submissions/rules.ts'
import { type GalleryAddress, galleryPath, MOST_SHOWN, readGalleryAddress } from './address.ts'
import { GalleryCard } from './gallery-card.tsx'
import { useVotedFor } from './use-voted-for.ts'
import { emptyText } from './words.ts'

interface Props {
  challenge: ChallengeDetail
  gallery: Gallery
  votedForId: string | null
  viewerId: string | null
  /** Entries wait for approval before others see them. */
  reviewed: boolean
  asked: GalleryAddress
  now: Date
}

export function GalleryGrid(props: Props) {
  const { challenge, gallery, votedForId, viewerId, reviewed, asked, now } = props
  const votedFor = useVotedFor(challenge.id, votedForId)
  const arriving = useMore(gallery)
  if (gallery.entries.length === 0) {
    return <EmptyState subject="scroll">{emptyText(challenge, now)}</EmptyState>
  }
  return (
    <>
      <ul id="submissions" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {gallery.entries.map((entry, position) => (
          <li key={entry.id} id={`entry-${position + 1}`} className="grid">
            <GalleryCard
              entry={entry}
              challenge={challenge}
              votedForId={votedForId}
              votedForSoon={votedFor}
              viewerId={viewerId}
              reviewed={reviewed}
              eager={position === 0}
              from={galleryPath(challenge.id, asked, `entry-${position + 1}`)}
              now={now}
            />
          </li>
        ))}
      </ul>
      {arriving > 0 && (
        <div className="mt-6">
          <CardSkeletons count={arriving} label="Loading more submissions" />
        </div>
      )}
      <Steps challengeId={challenge.id} total={gallery.total} asked={asked} />
    </>
  )
}

/** How many more entries are on their way. */
function useMore({ entries, total }: Gallery): number {
  const next = useArriving()
  return next ? Math.max(0, Math.min(readGalleryAddress(next).shown, total) - entries.length) : 0
}

interface StepsProps {
  challengeId: string
  total: number
  asked: GalleryAddress
}

/**
 * Six more at each step; once all are shown, back to the first six. Where the page loads anew it opens at the first
 * of the six; where it does not, they unfold under the eye and the button keeps the focus.
 */
function Steps({ challengeId, total, asked }: StepsProps) {
  const { shown } = asked
  const firstNew = useHydrated() ? undefined : `entry-${shown + 1}`
  if (total <= GALLERY_STEP) return null
  const allShown = shown >= total || shown >= MOST_SHOWN
  const to = allShown
    ? galleryPath(challengeId, { ...asked, shown: GALLERY_STEP }, 'submissions')
    : galleryPath(challengeId, { ...asked, shown: shown + GALLERY_STEP }, firstNew)
  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      <ButtonLink to={to} look="quiet" preventScrollReset>
        {allShown ? 'Show Less' : 'Show More Submissions'}
      </ButtonLink>
      <p className="text-small text-muted">
        {Math.min(shown, total)} of {total} shown
      </p>
    </div>
  )
}
