import { memberName } from '#app/parts/members/names.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { adminPath } from '../../confirmation/confirmation.ts'
import { LEADERBOARD_PATH } from '../paths.ts'
import type { AdjustmentFormProps } from './adjustment-form.tsx'

interface Props extends Omit<AdjustmentFormProps, 'cancel'> {
  title: string
  form: React.ComponentType<AdjustmentFormProps>
}

/** An adjustment form as a separate page for browsers without scripts. */
export function AdjustmentPage({ title, form: Form, ...props }: Props) {
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
      <Card className="max-w-136">
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
    </>
  )
}
