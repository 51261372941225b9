import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { memberName } from '#app/ui/names.ts'
import { formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Time } from '#app/ui/time.tsx'
import type { AdjustmentRow } from '#domain/points/adjustments.server.ts'
import { adminPath } from '../../components/confirmation.ts'
import { LEADERBOARD_PATH } from '../paths.ts'
import type { AdjustmentFormProps } from './adjustments.ts'

interface Props extends Omit<AdjustmentFormProps, 'cancel'> {
  title: string
  changes: AdjustmentRow[]
  form: React.ComponentType<AdjustmentFormProps>
}

/** An adjustment form as a separate page for browsers without scripts, with the last adjustments. */
export function AdjustmentPage({ title, changes, form: Form, ...props }: Props) {
  const { member, refused } = props
  // After a refusal the address is that of the form action, which has no returnTo.
  const submittedReturnTo = refused?.values?.returnTo
  const returnTo =
    submittedReturnTo === undefined ? props.returnTo : adminPath(submittedReturnTo, LEADERBOARD_PATH)
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          { label: 'Leaderboard Management', to: returnTo },
          { label: memberName(member.displayName) },
        ]}
      />
      <div className="grid grid-cols-1 items-start gap-7 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
        <Card>
          <Form
            {...props}
            returnTo={returnTo}
            cancel={
              <ButtonLink to={returnTo} variant="secondary">
                Cancel
              </ButtonLink>
            }
          />
        </Card>
        <AdjustmentHistory changes={changes} />
      </div>
    </>
  )
}

function AdjustmentHistory({ changes }: { changes: AdjustmentRow[] }) {
  return (
    <Card as="section" aria-labelledby="manual-changes">
      <h2 id="manual-changes" className="text-card">
        Manual changes
      </h2>
      {changes.length === 0 && <p className="mt-3 text-calm text-muted">No manual changes yet.</p>}
      <ol className="mt-2 divide-y divide-line">
        {changes.map((change) => (
          <Adjustment key={change.id} change={change} />
        ))}
      </ol>
    </Card>
  )
}

function Adjustment({ change }: { change: AdjustmentRow }) {
  const { points, oldTotal, newTotal, oldRank, newRank, description, adminName, at } = change
  return (
    <li className="py-3.5">
      <p className="flex justify-between gap-x-4 text-calm">
        <span className="min-w-0 wrap-anywhere whitespace-pre-line">{description}</span>
        {oldTotal !== newTotal && <b className="tabular-nums shrink-0">{signed(points)}</b>}
      </p>
      <p className="tabular-nums mt-1 text-small text-muted">
        {oldTotal !== newTotal && `${formatNumber(oldTotal)} → ${formatNumber(newTotal)} points. `}
        {oldRank !== newRank && `${oldRank} → ${newRank}. `}
        {memberName(adminName)}, <Time value={at} style="shorttime" />
      </p>
    </li>
  )
}

/** '+100' or '−50', with a minus sign as wide as the plus sign. */
function signed(points: number): string {
  return points > 0 ? `+${formatNumber(points)}` : `\u2212${formatNumber(-points)}`
}
