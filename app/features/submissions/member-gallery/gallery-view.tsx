import { useState } from 'react'
import { Link } from 'react-router'
import type { Profile } from '#app/middleware/profile.server.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { AdminBadge, YouBadge } from '#app/ui/member.tsx'
import { memberName } from '#app/ui/names.ts'
import { formatCount, NumberText } from '#app/ui/number.tsx'
import { type PageMeta, shareImage } from '#app/ui/page-meta.ts'
import { Pager } from '#app/ui/pager.tsx'
import { usePendingNavigation } from '#app/ui/pending-navigation.ts'
import { RankBadge } from '#app/ui/rank.tsx'
import { RidgeScene } from '#app/ui/scene.tsx'
import { CardSkeletons } from '#app/ui/skeleton.tsx'
import { submissionPath } from '#app/ui/submission-path.ts'
import { Time } from '#app/ui/time.tsx'
import { Player } from '../player.tsx'
import type { MemberGallery, PlayableSubmission } from './gallery.server.ts'
import { GalleryControls } from './gallery-controls.tsx'
import { memberGalleryPath } from './gallery-params.ts'
import { SubmissionGrid, SubmissionList } from './submission-list.tsx'

/** A member's gallery (SUB-45). */
export function MemberGalleryView({ page }: { page: MemberGallery }) {
  const { profile, gallery, asked, tools, isMine } = page
  const bare = gallery?.total === 0 && asked.tool === null
  return (
    <>
      <GalleryHead profile={profile} isMine={isMine} />
      <div id="submissions" className="page pt-10">
        {gallery === null && <ErrorPanel message="Failed to load submissions. Please try again later." />}
        {gallery && !bare && <GalleryControls asked={asked} tools={tools} />}
        {bare && <NoSubmissions isMine={isMine} />}
        {gallery?.total === 0 && !bare && <NoMatch page={page} />}
        {gallery && gallery.total > 0 && <Submissions page={page} submissions={gallery.submissions} />}
      </div>
    </>
  )
}

function Submissions({
  page,
  submissions,
}: {
  page: MemberGallery
  submissions: readonly PlayableSubmission[]
}) {
  const { asked, last, reviewed } = page
  const arriving = usePendingNavigation() !== null
  const [playing, setPlaying] = useState<PlayableSubmission | null>(null)
  const View = asked.view === 'list' ? SubmissionList : SubmissionGrid
  return (
    <>
      {arriving ? (
        <CardSkeletons count={submissions.length} label="Loading submissions" />
      ) : (
        <View submissions={submissions} reviewed={reviewed} onPlay={setPlaying} />
      )}
      <Pager
        current={asked.page}
        last={last}
        to={(other) => memberGalleryPath({ ...asked, page: other }, 'submissions')}
        label="Pages of submissions"
      />
      <PlayerDialog submission={playing} onClose={() => setPlaying(null)} />
    </>
  )
}

function NoSubmissions({ isMine }: { isMine: boolean }) {
  return (
    <EmptyState
      subject="scroll"
      heading="No Submissions Yet"
      action={isMine && <ButtonLink to="/challenges">Browse Challenges</ButtonLink>}
    >
      {isMine
        ? 'What you hand in to a challenge will hang here.'
        : 'What this ninja hands in to a challenge will hang here.'}
    </EmptyState>
  )
}

function NoMatch({ page }: { page: MemberGallery }) {
  const all = memberGalleryPath({ ...page.asked, sort: 'newest', tool: null, page: 1 })
  return (
    <EmptyState
      heading="No Matching Submissions"
      action={
        <ButtonLink to={all} variant="secondary" preventScrollReset>
          Reset Filters
        </ButtonLink>
      }
    >
      None of the submissions here was made with this tool.
    </EmptyState>
  )
}

interface Props {
  profile: Profile
  isMine: boolean
}

/** Whose gallery it is, with their figures (SUB-46). */
function GalleryHead({ profile, isMine }: Props) {
  return (
    <>
      <div className="hero banner">
        <RidgeScene subject="cranes" />
        <div className="page pt-6 pb-36 lg:pb-24">
          <Link
            to={isMine ? '/profile' : `/profile/${profile.id}`}
            className="inline-flex min-h-8 items-center gap-2 text-small hover:underline"
          >
            <Icon name="back" className="size-4" />
            Back to Profile
          </Link>
          <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-5">
            <Avatar photoUrl={profile.photoUrl} rank={profile.rank} size="huge" />
            <Name profile={profile} isMine={isMine} />
          </div>
        </div>
      </div>
      <div className="page relative -mt-12">
        <Facts facts={figuresOf(profile)} />
      </div>
    </>
  )
}

function Name({ profile, isMine }: Props) {
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="eyebrow text-ink">Submissions</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-page">{memberName(profile.displayName)}</h1>
        {profile.isAdmin && <AdminBadge />}
        {isMine && <YouBadge />}
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-small">
        <RankBadge rank={profile.rank} className="text-ink!" />
        <span>
          Joined <Time value={profile.joinedAt} style="month" />
        </span>
      </p>
      {isMine && (
        <ButtonLink to="/profile/edit" variant="secondary" size="small" className="mt-4 bg-ground/70">
          Edit Profile
        </ButtonLink>
      )}
    </div>
  )
}

/** Wins stand here only for those who have some. */
function figuresOf({ points, submissionCount, votesReceived, wins }: Profile) {
  const figures = [
    { label: 'Points', count: points },
    { label: 'Submissions', count: submissionCount },
    { label: 'Total Votes', count: votesReceived },
    ...(wins > 0 ? [{ label: 'Wins', count: wins }] : []),
  ]
  return figures.map(({ label, count }) => ({
    label,
    value: <NumberText value={count} className="fact-figure" />,
  }))
}

interface PlayerDialogProps {
  /** What plays; null while nothing does. */
  submission: PlayableSubmission | null
  onClose: () => void
}

/** The player over the page. Closing takes its frame away, and so ends the sound. */
function PlayerDialog({ submission, onClose }: PlayerDialogProps) {
  return (
    <Dialog open={submission !== null} onClose={onClose} title={submission?.title ?? ''}>
      {submission?.content && (
        <>
          {/* The first control, so the focus begins here: a frame would keep the Escape key to itself. */}
          <p className="-mt-2 mb-5 text-small text-muted">
            <Link to={submissionPath(submission)} className="text-link">
              View the submission
            </Link>{' '}
            to {submission.challengeTitle}
          </p>
          <Player kind={submission.kind} title={submission.title} {...submission.content} playing />
        </>
      )}
    </Dialog>
  )
}

/** A member's gallery has one true address, whichever way one came to it. */
export function galleryMeta({ profile, asked: { tool, page } }: MemberGallery): PageMeta {
  const { id, displayName, rank, submissionCount, votesReceived } = profile
  const figures = `${formatCount(submissionCount, 'submission')}, ${formatCount(votesReceived, 'vote')} received`
  return {
    title: `Submissions by ${displayName}`,
    description: `Everything that ${displayName}, ${rank}, has handed in: ${figures}.`,
    canonicalPath: memberGalleryPath({
      path: `/profile/${id}/submissions`,
      sort: 'newest',
      tool,
      view: 'grid',
      page,
    }),
    image: shareImage(`/profile/${id}`, `${displayName}, ${rank}`),
  }
}
