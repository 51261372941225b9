import { Avatar } from '#app/ui/people/avatar.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import type { MemberRow } from '#domain/points/table.server.ts'

/** Whose points or rank it is, and what they have now. */
export function MemberHead({ member, children }: { member: MemberRow; children: React.ReactNode }) {
  const { displayName, email, photoUrl, rank } = member
  return (
    <div className="mb-6 flex items-center gap-4">
      <Avatar photoUrl={photoUrl} rank={rank} size="large" />
      <div className="min-w-0">
        <p className="truncate font-semibold">{nameOf(displayName)}</p>
        {email && <p className="truncate text-small text-muted">{email}</p>}
        <div className="mt-1 text-small">{children}</div>
      </div>
    </div>
  )
}
