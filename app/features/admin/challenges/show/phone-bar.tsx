import { ActionBar } from '#app/parts/action-bar.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ConfirmLink } from '../../confirmation/confirm-dialog.tsx'
import type { MainAction } from './main-action.ts'
import type { SteeringAction } from './steering-actions.ts'

interface Props {
  main: MainAction
  steering: readonly SteeringAction[]
  about: string
}

/** On phones the most useful action stays in view, beside one that steers. */
export function PhoneBar({ main, steering, about }: Props) {
  const first = steering.find(({ isHandy }) => isHandy)
  return (
    <ActionBar label="Next" className="hidden phone:flex">
      {first && (
        <ConfirmLink path={first.path} title={first.title} about={about} look="button">
          {first.label}
        </ConfirmLink>
      )}
      <ButtonLink to={main.to} variant={main.isPrimary ? 'primary' : 'secondary'}>
        {main.label}
      </ButtonLink>
    </ActionBar>
  )
}
