import { useEffect, useRef, useState } from 'react'
import { ReasonField } from '#app/parts/fields/confirm-form.tsx'
import { RankBadge } from '#app/parts/members/rank.tsx'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { formatNumber, NumberText } from '#app/ui/number.tsx'
import type { MemberRow } from '#domain/members/admin-list.server.ts'
import {
  ADJUSTMENT_MESSAGES,
  maxPoints,
  parsePointsChange,
  totalAfter,
} from '#domain/points/adjustment-rules.ts'
import { rankFor } from '#domain/points/ranks.ts'
import { adjustmentPath } from '../paths.ts'
import { type AdjustmentFormProps, MemberSummary, useAdjustmentForm } from './adjustment-form.tsx'

/** Adds or removes a member's points (ADM-51). */
export function PointsForm({ returnTo, cancel, ...props }: AdjustmentFormProps) {
  const { Form, pending, member, message, errors, values, onInput, onSubmit } = useAdjustmentForm(props)
  const { field, input, read } = useInput(values.change)
  const hydrated = useHydrated()
  const change = parsePointsChange(input)
  const fits = change !== null && totalAfter(member.points, change) <= maxPoints
  return (
    <Form
      method="post"
      action={adjustmentPath(member.id, 'points')}
      preventScrollReset
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <MemberSummary member={member}>
        Current points: <NumberText value={member.points} className="font-semibold" />
      </MemberSummary>
      <div className="grid gap-5">
        <TextField
          ref={field}
          label="Points Change"
          name="change"
          type="number"
          step={1}
          min={-maxPoints}
          max={maxPoints}
          required
          placeholder="e.g. 100 or -50"
          defaultValue={values.change}
          onInput={read}
          error={errors.change}
        />
        <ReasonField
          label="Reason for Change"
          placeholder={ADJUSTMENT_MESSAGES.defaultDescription}
          defaultValue={values.reason}
          error={errors.reason}
        />
      </div>
      {(hydrated || input) && <NewTotal member={member} change={change ?? 0} />}
      <input type="hidden" name="seen" value={member.lastChange ?? ''} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormProblem problem={message} />
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        <Button pending={pending} pendingLabel="Processing..." disabled={hydrated && !pending && !fits}>
          Update Points
        </Button>
      </div>
    </Form>
  )
}

interface Props {
  member: MemberRow
  /** 0 while the field is empty. */
  change: number
}

function NewTotal({ member, change }: Props) {
  const total = totalAfter(member.points, change)
  const tooMany = total > maxPoints
  const floored = member.points + change < 0
  const rank = change === 0 ? member.rank : rankFor(total).name
  return (
    <Card as="output" tone="sunken" flush className="mt-5 mb-6 block px-5 py-4">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-muted">New total will be</span>
        <span className="flex flex-wrap items-baseline gap-x-4">
          <RankBadge rank={rank} />
          <NumberText value={total} className="font-display text-card font-bold" />
        </span>
      </span>
      {tooMany && <Remark bad>A total cannot exceed {formatNumber(maxPoints)}.</Remark>}
      {floored && (
        <Remark>The total cannot go below 0: {formatNumber(member.points)} points are removed.</Remark>
      )}
      {rank !== member.rank && (
        <Remark>
          The rank changes from {member.rank} to {rank}.
        </Remark>
      )}
    </Card>
  )
}

function Remark({ bad, children }: { bad?: boolean; children: React.ReactNode }) {
  return <span className={`mt-1 block text-small ${bad ? 'text-bad' : 'text-muted'}`}>{children}</span>
}

/** The value of an uncontrolled field, including input from before hydration. */
function useInput(start = '') {
  const field = useRef<HTMLInputElement>(null)
  const [input, setInput] = useState(start)
  const read = useRef(() => setInput(field.current?.value ?? ''))
  useEffect(() => read.current(), [])
  return { field, input, read: read.current }
}
