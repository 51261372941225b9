import { ButtonLink } from '#app/ui/controls/button.tsx'
import { AdminBadge } from '#app/ui/people/admin-badge.tsx'
import { Avatar } from '#app/ui/people/avatar.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import { RankBadge } from '#app/ui/people/rank-badge.tsx'
import { YouBadge } from '#app/ui/people/you-badge.tsx'
import { RidgeScene } from '#app/ui/scenes/ridge-scene.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { Profile } from '#domain/submissions/profile.server.ts'

export function ProfileHead({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const { displayName, photoUrl, rank, joinedAt } = profile
  return (
    <div className="hero banner mb-10">
      <RidgeScene subject="gate" />
      <div className="page flex flex-wrap items-end gap-x-8 gap-y-5 pt-10 pb-38 lg:pt-16 lg:pb-28">
        <Avatar photoUrl={photoUrl} rank={rank} size="huge" />
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 className="min-w-0 text-page">{nameOf(displayName)}</h1>
            {profile.isAdmin && <AdminBadge />}
            {isMine && <YouBadge />}
          </div>
          <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1">
            <RankBadge rank={rank} className="text-ink!" />
            <span className="text-small">
              Joined <Time value={joinedAt} style="month" />
            </span>
          </p>
        </div>
        {isMine && (
          <ButtonLink to="/profile/edit" look="quiet" className="bg-ground/70">
            Edit Profile
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
