import { useFetchers } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { emptyText } from '#app/ui/gallery-notes.ts'
import { useHydrated } from '#app/ui/hydrated.ts'
import { Pager } from '#app/ui/pager.tsx'
import { usePendingNavigation } from '#app/ui/pending-navigation.ts'
import { CardSkeletons } from '#app/ui/skeleton.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import type { Gallery } from '#domain/submissions/queries.server.ts'
import { GALLERY_PAGE_SIZE, GALLERY_STEP } from '#domain/submissions/rules.ts'
import { GalleryCard } from './gallery-card.tsx'
import {
  type GalleryParams,
  galleryPath,
  lastGalleryPage,
  readGalleryParams,
  submissionsBefore,
} from './gallery-params.ts'

interface Props {
  challenge: ChallengeDetail
  gallery: Gallery
  votedForId: string | null
  /** A vote can no longer be withdrawn. */
  isFinal: boolean
  viewerId: string | null
  /** Entries wait for approval before others see them. */
  reviewed: boolean
  asked: GalleryParams
  now: Date
}

export function GalleryGrid(props: Props) {
  const { challenge, gallery, votedForId, isFinal, viewerId, reviewed, asked, now } = props
  const votedFor = useVotedSubmission(challenge.id, votedForId)
  const next = useNextPath()
  if (gallery.entries.length === 0) {
    return <EmptyState subject="scroll">{emptyText(challenge, now)}</EmptyState>
  }
  if (next && next.page !== asked.page) {
    const count = Math.min(next.shown, gallery.total - submissionsBefore(next.page))
    return <CardSkeletons count={Math.max(1, count)} label="Loading submissions" />
  }
  const arriving = next ? Math.min(next.shown, gallery.total) - gallery.entries.length : 0
  const before = submissionsBefore(asked.page)
  return (
    <>
      <ul id="submissions" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {gallery.entries.map((submission, index) => {
          const anchor = `entry-${before + index + 1}`
          return (
            <li key={submission.id} id={anchor} className="grid">
              <GalleryCard
                submission={submission}
                challenge={challenge}
                votedForId={votedForId}
                isFinal={isFinal}
                votedForSoon={votedFor}
                viewerId={viewerId}
                reviewed={reviewed}
                eager={index === 0}
                from={galleryPath(challenge.id, asked, anchor)}
                now={now}
              />
            </li>
          )
        })}
      </ul>
      {arriving > 0 && (
        <div className="mt-6">
          <CardSkeletons count={arriving} label="Loading more submissions" />
        </div>
      )}
      <Steps challengeId={challenge.id} gallery={gallery} asked={asked} />
    </>
  )
}

/** The part of this gallery that is being loaded, if any. */
function useNextPath(): GalleryParams | null {
  const params = usePendingNavigation()
  return params && readGalleryParams(params)
}

interface StepsProps {
  challengeId: string
  gallery: Gallery
  asked: GalleryParams
}

/**
 * Six more at each step, then the next page; at the end back to the first six. Without scripts the page opens at the
 * first of the new entries; with scripts they are added in place and the button keeps the focus.
 */
function Steps({ challengeId, gallery: { entries: submissions, total }, asked }: StepsProps) {
  const before = submissionsBefore(asked.page)
  const firstNew = useHydrated() ? undefined : `entry-${before + asked.shown + 1}`
  if (total <= GALLERY_STEP) return null
  const end = before + submissions.length
  const last = lastGalleryPage(total)
  const first = { ...asked, page: 1, shown: GALLERY_STEP }
  const allShown = end >= total || (asked.page === last && asked.shown === GALLERY_PAGE_SIZE)
  const more =
    asked.shown < GALLERY_PAGE_SIZE
      ? galleryPath(challengeId, { ...asked, shown: asked.shown + GALLERY_STEP }, firstNew)
      : galleryPath(challengeId, { ...asked, page: asked.page + 1 }, 'submissions')
  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      <ButtonLink
        to={allShown ? galleryPath(challengeId, first, 'submissions') : more}
        variant="secondary"
        preventScrollReset
      >
        {allShown ? 'Show Less' : 'Show More Submissions'}
      </ButtonLink>
      <p className="text-small text-muted">
        {before > 0 ? `${before + 1} to ${end}` : end} of {total} shown
      </p>
      <Pager
        current={asked.page}
        last={last}
        to={(page) => galleryPath(challengeId, { ...asked, page, shown: GALLERY_PAGE_SIZE }, 'submissions')}
        label="Pages of submissions"
      />
    </div>
  )
}

/** The entry that has the viewer's vote, counting a vote that is on its way as arrived. */
function useVotedSubmission(challengeId: string, loaded: string | null): string | null {
  const inFlight = useFetchers().map(({ formAction }) => findVoteIn(formAction, challengeId))
  const latest = inFlight.findLast((vote) => vote !== null)
  if (!latest) return loaded
  return latest.withdrawn ? null : latest.submissionId
}

function findVoteIn(formAction: string | undefined, challengeId: string) {
  const address = formAction?.match(/^\/challenges\/([^/]+)\/submissions\/([^/]+)\/(un)?vote$/)
  if (!address || address[1] !== challengeId) return null
  return { submissionId: address[2] ?? null, withdrawn: address[3] === 'un' }
}
