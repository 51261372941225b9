import { useFetcher } from 'react-router'
import { useOnAccepted, useSendOnce } from '#app/forms/life-cycle.ts'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { useFieldErrors } from '#app/ui/fields/form-message.tsx'
import type { MemberRow } from '#domain/members/admin-list.server.ts'

/** A refused adjustment with the submitted values and, if found, the current member. */
export interface AdjustmentRefusal {
  message: string | null
  errors?: Record<string, string>
  values?: Record<string, string>
  member?: MemberRow
}

export interface AdjustmentFormProps {
  member: MemberRow
  returnTo: string
  refused?: AdjustmentRefusal
  onAccepted?: () => void
  cancel: React.ReactNode
}

export function useAdjustmentForm({
  member,
  refused,
  onAccepted,
}: Omit<AdjustmentFormProps, 'returnTo' | 'cancel'>) {
  const { Form, state, data } = useFetcher<AdjustmentRefusal>()
  useOnAccepted({ state, data }, onAccepted)
  const pending = state !== 'idle'
  const refusal = data ?? refused
  const fields = useFieldErrors((!pending && refusal?.errors) || none)
  return {
    Form,
    pending,
    onSubmit: useSendOnce(pending),
    values: refused?.values ?? none,
    member: refusal?.member ?? member,
    message: (!pending && refusal?.message) || null,
    ...fields,
  }
}

const none: Record<string, string> = {}

export function MemberSummary({ member, children }: { member: MemberRow; children: React.ReactNode }) {
  const { displayName, email, photoUrl, rank } = member
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar photoUrl={photoUrl} rank={rank} size="large" />
      <div className="min-w-0 flex-1 basis-36">
        <p dir="auto" className="wrap-anywhere font-semibold">
          {memberName(displayName)}
        </p>
        {email && <p className="wrap-anywhere text-small text-muted">{email}</p>}
        <div className="mt-1 text-small">{children}</div>
      </div>
    </div>
  )
}
