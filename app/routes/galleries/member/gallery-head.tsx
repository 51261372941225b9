import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { NumberText } from '#app/ui/lists/number-text.tsx'
import { AdminBadge } from '#app/ui/people/admin-badge.tsx'
import { Avatar } from '#app/ui/people/avatar.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import { RankBadge } from '#app/ui/people/rank-badge.tsx'
import { YouBadge } from '#app/ui/people/you-badge.tsx'
import { RidgeScene } from '#app/ui/scenes/ridge-scene.tsx'
import { Facts } from '#app/ui/surfaces/facts.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { Profile } from '#domain/submissions/profile.server.ts'

interface Props {
  profile: Profile
  isMine: boolean
}

/** Whose gallery it is, with their figures (SUB-46). */
export function GalleryHead({ profile, isMine }: Props) {
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
        <h1 className="min-w-0 text-page">{nameOf(profile.displayName)}</h1>
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
        <ButtonLink to="/profile/edit" look="quiet" size="small" className="mt-4 bg-ground/70">
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
