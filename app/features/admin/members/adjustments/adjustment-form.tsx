import { useFetcher } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { memberName } from '#app/ui/names.ts'
import type { MemberRow } from '#domain/members/admin-list.server.ts'
import type { AdjustmentFormProps, AdjustmentRefusal } from './adjustments.ts'

/** The life of a change in the browser: its form, whether it is on its way, what was refused and about whom. */
export function useAdjustmentForm({ member, refused }: Pick<AdjustmentFormProps, 'member' | 'refused'>) {
  const { Form, state, data } = useFetcher<AdjustmentRefusal>()
  const pending = state !== 'idle'
  const answer = data ?? refused
  return {
    Form,
    pending,
    /** The last answer, whose texts stay in the fields. */
    values: refused?.values ?? none,
    member: answer?.member ?? member,
    message: (!pending && answer?.message) || null,
    errors: (!pending && answer?.errors) || none,
  }
}

const none: Record<string, string> = {}

/** Whose points or rank it is, and what they have now. */
export function MemberSummary({ member, children }: { member: MemberRow; children: React.ReactNode }) {
  const { displayName, email, photoUrl, rank } = member
  return (
    <div className="mb-6 flex items-center gap-4">
      <Avatar photoUrl={photoUrl} rank={rank} size="large" />
      <div className="min-w-0">
        <p className="truncate font-semibold">{memberName(displayName)}</p>
        {email && <p className="truncate text-small text-muted">{email}</p>}
        <div className="mt-1 text-small">{children}</div>
      </div>
    </div>
  )
}
