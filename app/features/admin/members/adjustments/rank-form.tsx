import { useState } from 'react'
import { memberRank } from '#app/parts/members/names.ts'
import { RankBadge } from '#app/parts/members/rank.tsx'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { RANKS } from '#domain/points/ranks.ts'
import { adjustmentPath } from '../paths.ts'
import type { AdjustmentFormProps } from './adjustment-form.tsx'
import { MemberSummary, useAdjustmentForm } from './adjustment-form.tsx'

const options = RANKS.map(({ name, minimum }) => ({
  value: name,
  label: `${name} (${formatNumber(minimum)}+ points)`,
}))

/** Sets a member's rank (ADM-52). */
export function RankForm({ returnTo, cancel, ...props }: AdjustmentFormProps) {
  const { Form, pending, member, message, values, onSubmit } = useAdjustmentForm(props)
  const current = memberRank(member.rank)
  const [chosen, choose] = useState(values.rank ?? current)
  const alive = useHydrated()
  return (
    <Form method="post" action={adjustmentPath(member.id, 'rank')} preventScrollReset onSubmit={onSubmit}>
      <MemberSummary member={member}>
        <span className="flex flex-wrap items-center gap-x-2">
          Current rank: <RankBadge rank={current} />
        </span>
      </MemberSummary>
      <Notice tone="gold">
        Manually changing a rank bypasses the points requirement and should only be done in special cases. It
        lasts until points cross a threshold or are edited.
      </Notice>
      <Select
        label="New Rank"
        name="rank"
        options={options}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        className="my-6"
      />
      <input type="hidden" name="seen" value={member.lastChange ?? ''} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormProblem problem={message} />
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        <Button
          pending={pending}
          pendingLabel="Processing..."
          disabled={alive && !pending && chosen === current}
        >
          Update Rank
        </Button>
      </div>
    </Form>
  )
}
