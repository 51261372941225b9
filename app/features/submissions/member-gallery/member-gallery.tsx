import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PROFILE_NOT_FOUND, ProfileError } from '#app/frame/errors/profile-error.tsx'
import { FeedLink } from '#app/frame/feed-link.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import type { Profile } from '#app/middleware/subjects.server.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { AdminBadge, YouBadge } from '#app/parts/members/member.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { RankBadge } from '#app/parts/members/rank.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { CardSkeletons, usePendingNavigation } from '#app/ui/lists/loading.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { edgesOf } from '#app/ui/lists/search-params.ts'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/member-gallery.ts'
import { loadMemberGallery, type MemberGallery, type PlayableSubmission } from './gallery.server.ts'
import { GalleryControls } from './gallery-controls.tsx'
import { memberGalleryPath } from './member-gallery-params.ts'
import { SubmissionGrid } from './submission-grid.tsx'

const SubmissionList = lazyPart(() => import('./submission-list.tsx'), 'SubmissionList')
const PlayerDialog = lazyPart(() => import('./player-dialog.tsx'), 'PlayerDialog')

/** Of a member, or at `/profile/submissions` the viewer's own, for which visitors sign in first (AUTH-21). */
export function loader({ request, params: { userId }, context, url }: Route.LoaderArgs) {
  if (!userId) requireMember(request, context)
  return loadMemberGallery(context, { userId, path: url.pathname, params: url.searchParams })
}

/** The canonical path is the same for both addresses of a gallery. */
export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: PROFILE_NOT_FOUND.heading, hidden: true })
  const { profile, filters } = loaderData
  const { id, displayName, rank, submissionCount, votesReceived } = profile
  const figures = `${formatCount(submissionCount, 'submission')}, ${formatCount(votesReceived, 'vote')} received`
  const title = `Submissions by ${isolated(displayName)}`
  return pageMeta(args, {
    title,
    description: `All submissions by ${isolated(displayName)}, ${rank}: ${figures}.`,
    canonicalPath: memberGalleryPath({
      path: `/profile/${id}/submissions`,
      sort: 'newest',
      tool: filters.tool,
      view: 'grid',
      page: filters.page,
    }),
    image: shareImage(`/profile/${id}`, `${displayName}, ${rank}`),
    feed: { path: feedPath(id), title },
  })
}

export default function MemberGalleryPage({ loaderData: page }: Route.ComponentProps) {
  const { profile, gallery, filters, tools, isMine } = page
  const isEmpty = gallery?.total === 0 && filters.tool === null
  return (
    <>
      <GalleryHead profile={profile} isMine={isMine} />
      <div id="submissions" className="page-wide pt-5">
        {gallery === null && <ErrorPanel message="Failed to load submissions. Please try again later." />}
        {gallery && !isEmpty && <GalleryControls filters={filters} tools={tools} />}
        {isEmpty && <NoSubmissions isMine={isMine} />}
        {gallery?.total === 0 && !isEmpty && <NoMatch page={page} />}
        {gallery && gallery.total > 0 && <Submissions page={page} submissions={gallery.submissions} />}
        <FeedLink path={feedPath(profile.id)} className="mt-8" />
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError error={error} />
}

function Submissions({
  page,
  submissions,
}: {
  page: MemberGallery
  submissions: readonly PlayableSubmission[]
}) {
  const { filters, last, reviewed } = page
  const isLoading = usePendingNavigation() !== null
  const [playing, setPlaying] = useState<PlayableSubmission | null>(null)
  const [hasPlayed, setHasPlayed] = useState(false)
  function play(submission: PlayableSubmission) {
    setPlaying(submission)
    setHasPlayed(true)
  }
  const walk = { list: 'member', tool: filters.tool, sort: filters.sort } as const
  const View = filters.view === 'list' ? SubmissionList : SubmissionGrid
  return (
    <>
      {isLoading ? (
        <CardSkeletons count={submissions.length} label="Loading submissions" />
      ) : (
        <Suspense fallback={<div className="min-h-svh" />}>
          <View submissions={submissions} reviewed={reviewed} onPlay={play} walk={walk} />
        </Suspense>
      )}
      <Pager
        current={filters.page}
        last={last}
        edges={edgesOf(submissions)}
        to={(_, request) => memberGalleryPath({ ...filters, ...request }, 'submissions')}
        label="Pages of submissions"
      />
      <Suspense>
        {hasPlayed && <PlayerDialog submission={playing} onClose={() => setPlaying(null)} />}
      </Suspense>
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
      {isMine ? 'Your submissions appear here.' : 'This ninja’s submissions will appear here.'}
    </EmptyState>
  )
}

function NoMatch({ page }: { page: MemberGallery }) {
  const all = memberGalleryPath({ ...page.filters, sort: 'newest', tool: null, page: 1 })
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

/** The member and their totals (SUB-46). */
function GalleryHead({ profile, isMine }: Props) {
  return (
    <div className="page-wide pt-3 sm:pt-6">
      <Link
        to={isMine ? '/profile' : `/profile/${profile.id}`}
        className="inline-flex min-h-8 items-center gap-2 text-small hover:underline"
      >
        <Icon name="back" className="size-4" />
        Back to Profile
      </Link>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar photoUrl={profile.photoUrl} rank={profile.rank} size="large" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="eyebrow">Submissions</p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 dir="auto" className="min-w-0 text-title">
              {memberName(profile.displayName)}
            </h1>
            {profile.isAdmin && <AdminBadge />}
            {isMine && <YouBadge />}
          </div>
          <p className="mt-1 flex flex-wrap items-center gap-x-4 text-small">
            <RankBadge rank={profile.rank} />
            <span>
              Joined <Time value={profile.joinedAt} format="month" />
            </span>
          </p>
        </div>
        {isMine && (
          <ButtonLink to="/profile/edit" variant="secondary" size="small">
            Edit Profile
          </ButtonLink>
        )}
      </div>
      <Totals profile={profile} />
    </div>
  )
}

function feedPath(memberId: string): string {
  return `/profile/${memberId}/submissions.atom`
}

/** Wins are shown only if there are any. */
function Totals({ profile: { points, submissionCount, votesReceived, wins } }: Pick<Props, 'profile'>) {
  const figures = [
    { label: 'Points', count: points },
    { label: 'Submissions', count: submissionCount },
    { label: 'Total Votes', count: votesReceived },
    ...(wins > 0 ? [{ label: 'Wins', count: wins }] : []),
  ]
  return (
    <dl className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-small sm:gap-x-5">
      {figures.map(({ label, count }) => (
        <div key={label} className="flex gap-1">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
