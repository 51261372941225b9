import { memberName } from '#app/parts/names.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import type { AdjustmentRow } from '#domain/points/adjustments.server.ts'
import { adminPath } from '../../confirmation/confirmation.ts'
import { LEADERBOARD_PATH } from '../paths.ts'
import type { AdjustmentFormProps } from './adjustment-form.tsx'
import { AdjustmentHistory } from './adjustment-history.tsx'

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
        <Card>
          <AdjustmentHistory changes={changes} />
        </Card>
      </div>
    </>
  )
}
