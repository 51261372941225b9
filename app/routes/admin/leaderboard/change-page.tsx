import { ButtonLink } from '#app/ui/controls/button.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import type { HandChange } from '#domain/points/history.server.ts'
import { adminPath } from '../lists/confirmation.ts'
import type { ChangeFormProps } from './changing.ts'
import { HandHistory } from './hand-history.tsx'
import { LEADERBOARD_PATH } from './places.ts'

interface Props extends Omit<ChangeFormProps, 'cancel'> {
  title: string
  changes: HandChange[]
  form: React.ComponentType<ChangeFormProps>
}

/** A change by hand as a page of its own: for browsers without scripts, and with what was changed before. */
export function ChangePage({ title, changes, form: Form, ...props }: Props) {
  const { member, refused } = props
  // The answer to a form has the form's own address, which does not name the list.
  const sentFrom = refused?.values?.returnTo
  const returnTo = sentFrom === undefined ? props.returnTo : adminPath(sentFrom, LEADERBOARD_PATH)
  return (
    <div className="admin-page">
      <PageHeader
        title={title}
        crumbs={[{ label: 'Leaderboard Management', to: returnTo }, { label: nameOf(member.displayName) }]}
      />
      <div className="grid grid-cols-1 items-start gap-7 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
        <div className="card card-body">
          <Form
            {...props}
            returnTo={returnTo}
            cancel={
              <ButtonLink to={returnTo} look="quiet">
                Cancel
              </ButtonLink>
            }
          />
        </div>
        <HandHistory changes={changes} />
      </div>
    </div>
  )
}
