import { TextField } from '#app/ui/controls/text-field.tsx'
import { formatTime } from '#app/ui/time/format.ts'
import { useHydrated } from '#app/ui/time/hydrated.ts'
import type { OwnProfile } from '#domain/members/queries.server.ts'

/** What a member can read here and not change (PROF-16). */
export function AccountFields({ profile }: { profile: OwnProfile }) {
  const zone = useHydrated() ? undefined : 'UTC'
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextField
        label="Email"
        type="email"
        readOnly
        value={profile.email ?? ''}
        hint="It comes from your sign-in and is not shown to others."
      />
      <TextField label="Joined" readOnly value={formatTime(new Date(profile.joinedAt), 'date', zone)} />
    </div>
  )
}
