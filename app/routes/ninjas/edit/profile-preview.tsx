import { Avatar } from '#app/ui/people/avatar.tsx'
import { RankBadge } from '#app/ui/people/rank-badge.tsx'
import { Eyebrow } from '#app/ui/surfaces/card.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { OwnProfile } from '#domain/members/queries.server.ts'
import { normaliseDisplayName } from '#domain/members/rules.ts'
import { rawBeginning } from '#platform/raw-limits.ts'

interface Props {
  profile: OwnProfile | null
  displayName: string
  bio: string
  photoUrl: string | null
}

/** The profile as others will see it, while it is typed. */
export function ProfilePreview({ profile, displayName, bio, photoUrl }: Props) {
  return (
    <section aria-label="Preview" className="card card-body lg:sticky lg:top-24">
      <Eyebrow className="mb-6">Preview</Eyebrow>
      <div className="flex flex-col items-center text-center">
        <Avatar photoUrl={photoUrl} rank={profile?.rank} size="huge" />
        <p className="mt-5 max-w-full text-balance wrap-anywhere font-display text-title font-bold">
          {normaliseDisplayName(rawBeginning(displayName, 'line')) || 'Anonymous Ninja'}
        </p>
        {profile && (
          <p className="mt-3 flex flex-wrap items-center justify-center gap-x-5 gap-y-1">
            <RankBadge rank={profile.rank} className="text-ink!" />
            <span className="text-small text-muted">
              Joined <Time value={profile.joinedAt} style="month" />
            </span>
          </p>
        )}
      </div>
      {bio.trim() && <p className="mt-6 wrap-anywhere border-t border-line pt-5">{bio}</p>}
    </section>
  )
}
