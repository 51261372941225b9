import { Button } from '#app/ui/controls/button.tsx'
import { TextArea, TextField } from '#app/ui/controls/text-field.tsx'
import { FormProblem } from '#app/ui/forms/form-message.tsx'
import { NumberText } from '#app/ui/lists/number-text.tsx'
import { useHydrated } from '#app/ui/time/hydrated.ts'
import { ADJUSTING, changeOf, longestAdjustmentReason, mostPoints, totalAfter } from '#domain/points/rules.ts'
import type { ChangeFormProps } from '../changing.ts'
import { MemberHead } from '../member-head.tsx'
import { changePath } from '../places.ts'
import { useChange } from '../use-change.ts'
import { NewTotal } from './new-total.tsx'
import { useTyped } from './use-typed.ts'

/** Gives to or takes from a member's points (ADM-51). */
export function PointsForm({ returnTo, cancel, ...props }: ChangeFormProps) {
  const { Form, pending, member, message, errors, values } = useChange(props)
  const { field, typed, read } = useTyped(values.change)
  const alive = useHydrated()
  const change = changeOf(typed)
  const fits = change !== null && totalAfter(member.points, change) <= mostPoints
  return (
    <Form method="post" action={changePath(member.id, 'points')} preventScrollReset>
      <MemberHead member={member}>
        Current points: <NumberText value={member.points} className="font-semibold" />
      </MemberHead>
      <div className="grid gap-5">
        <TextField
          ref={field}
          label="Points Change"
          name="change"
          type="number"
          step={1}
          min={-mostPoints}
          max={mostPoints}
          required
          placeholder="e.g. 100 or -50"
          defaultValue={values.change}
          onInput={read}
          error={errors.change}
        />
        <TextArea
          label="Reason for Change"
          name="reason"
          rows={3}
          maxLength={longestAdjustmentReason}
          placeholder={ADJUSTING.defaultDescription}
          defaultValue={values.reason}
          error={errors.reason}
        />
      </div>
      {(alive || typed) && <NewTotal member={member} change={change ?? 0} />}
      <input type="hidden" name="seen" value={member.lastChange ?? ''} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormProblem problem={message} />
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        <Button pending={pending} pendingLabel="Processing..." disabled={alive && !pending && !fits}>
          Update Points
        </Button>
      </div>
    </Form>
  )
}
