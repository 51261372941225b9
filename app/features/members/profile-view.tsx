import { type PageMeta, shareImage } from '#app/frame/page-meta.ts'
import type { Profile } from '#app/middleware/subjects.server.ts'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { AdminBadge, YouBadge } from '#app/parts/members/member.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { RankBadge } from '#app/parts/members/rank.tsx'
import { RankProgress } from '#app/parts/members/rank-progress.tsx'
import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import { eagerAt, SubmissionRows } from '#app/parts/submissions/submission-cover.tsx'
import { StatusBadge } from '#app/parts/submissions/submission-status.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Figure } from '#app/ui/figures/facts.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { RidgeScene, Sky } from '#app/ui/landscape.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { ArrowLink, TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { PROFILE_PREVIEW_SIZE } from '#domain/submissions/rules.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { ProfilePageData } from './profile.server.ts'

export function ProfileView({ page }: { page: ProfilePageData }) {
  const { profile } = page
  return (
    <>
      <ProfileHead profile={profile} isMine={page.isMine} />
      <div className="page grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <ProfileSubmissions page={page} />
        <div className="grid gap-6 lg:order-first">
          <ProfileStats profile={profile} isMine={page.isMine} />
          {profile.bio && (
            <Card as="section">
              <h2 className="mb-3 text-card">About Me</h2>
              <p dir="auto">{profile.bio}</p>
            </Card>
          )}
          <Card as="section">
            <h2 className="mb-3 text-card">Achievements</h2>
            <p className="flex items-center gap-3 text-calm text-muted">
              <Icon name="clock" />
              The achievement system is coming soon!
            </p>
          </Card>
          {!page.isMine && (
            <TextLink
              to={`/report/member/${profile.id}`}
              className="inline-block min-h-6 justify-self-start text-small"
            >
              Report this member
            </TextLink>
          )}
        </div>
      </div>
    </>
  )
}

function ProfileHead({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const { displayName, photoUrl, rank, joinedAt } = profile
  return (
    <Sky className="mb-6 sm:mb-8">
      <div className="max-sm:hidden">
        <RidgeScene subject="gate" />
      </div>
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-5 py-5 sm:items-end sm:gap-x-8 sm:pt-6 sm:pb-38 lg:pt-16 lg:pb-28">
        <Avatar photoUrl={photoUrl} rank={rank} size="huge" />
        <div className="min-w-0 flex-1 basis-48 sm:basis-64">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 dir="auto" className="min-w-0 text-title sm:text-page">
              {memberName(displayName)}
            </h1>
            {profile.isAdmin && <AdminBadge />}
            {isMine && <YouBadge />}
          </div>
          <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 sm:mt-3">
            <RankBadge rank={rank} />
            <span className="text-small">
              Joined <Time value={joinedAt} format="month" />
            </span>
          </p>
        </div>
        {isMine && (
          <ButtonLink to="/profile/edit" variant="overlay">
            Edit Profile
          </ButtonLink>
        )}
      </div>
    </Sky>
  )
}

function ProfileStats({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const figures = [
    { label: 'Total Points', value: profile.points },
    { label: 'Total Submissions', value: profile.submissionCount },
    { label: 'Total Votes Received', value: profile.votesReceived },
  ]
  return (
    <Card as="section">
      <h2 className="mb-2 text-card">Ninja Stats</h2>
      <dl className="divide-y divide-line">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-3">
            <dt className="text-calm text-muted">{label}</dt>
            <dd>
              <Figure>{formatNumber(value)}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 mb-3 eyebrow font-sans">Rank Progress</h3>
      <RankProgress points={profile.points} rank={profile.rank} />
      {isMine && (
        <p className="mt-4">
          <ArrowLink to="/profile/points">How you earned your points</ArrowLink>
        </p>
      )}
    </Card>
  )
}

/** The four newest submissions and a link to all (PROF-9). */
function ProfileSubmissions({ page }: { page: ProfilePageData }) {
  const { profile, submissions, isMine, reviewed } = page
  const all = isMine ? '/profile/submissions' : `/profile/${profile.id}/submissions`
  const total = profile.submissionCount
  return (
    <Card as="section">
      <div className="mb-5 flex items-center justify-between gap-4">
        <h2 className="text-card">Submissions</h2>
        {submissions && submissions.length > 0 && <ArrowLink to={all}>View All</ArrowLink>}
      </div>
      {submissions === null && <ErrorPanel message="Failed to load submissions. Please try again later." />}
      {submissions?.length === 0 && <NoSubmissions isMine={isMine} />}
      {submissions && submissions.length > 0 && (
        <SubmissionRows
          submissions={submissions}
          card={(submission, index) => (
            <SubmissionCard
              submission={submission}
              eager={eagerAt(index)}
              without="author"
              badge={<StatusBadge status={submission.status} reviewed={reviewed} />}
              walk={{ list: 'member' }}
            />
          )}
        />
      )}
      {total > PROFILE_PREVIEW_SIZE && (
        <ButtonLink to={all} variant="secondary" wide className="mt-6">
          View All {formatNumber(total)} Submissions
        </ButtonLink>
      )}
    </Card>
  )
}

function NoSubmissions({ isMine }: { isMine: boolean }) {
  return (
    <EmptyState
      subject="scroll"
      action={
        <ButtonLink to="/challenges" variant={isMine ? 'primary' : 'secondary'}>
          Browse Challenges
        </ButtonLink>
      }
    >
      {isMine ? 'You have not entered a challenge yet.' : 'No submissions yet.'}
    </EmptyState>
  )
}

/** '/profile' and '/profile/{id}' show the same profile: the canonical path is the latter. */
export function profileMeta({ profile }: ProfilePageData): PageMeta {
  const { id, displayName, rank, points, submissionCount, bio } = profile
  const figures = `${rank}, ${formatCount(points, 'point')}, ${formatCount(submissionCount, 'submission')}.`
  return {
    title: displayName,
    description: bio ? `${isolated(bio)} ${figures}` : figures,
    canonicalPath: `/profile/${id}`,
    image: shareImage(`/profile/${id}`, `${displayName}, ${rank}`),
    about: 'profile',
    feed: { path: `/profile/${id}/submissions.atom`, title: `Submissions by ${isolated(displayName)}` },
  }
}
