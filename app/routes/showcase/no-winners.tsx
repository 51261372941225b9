import { ButtonLink } from '#app/ui/controls/button.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { type Kind, kindLabel } from '#domain/challenges/rules.ts'
import { showcasePath } from './address.ts'

export function NoWinners({ kind }: { kind: Kind | null }) {
  if (kind) {
    return (
      <EmptyState
        heading="No Winners Found"
        action={
          <ButtonLink to={showcasePath(null)} look="quiet" preventScrollReset>
            All Winners
          </ButtonLink>
        }
      >
        No challenge in the {kindLabel(kind)} category has been won yet.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      heading="No Winners Found"
      action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}
    >
      No challenge has been won yet. The first winner will hang here as soon as the votes are counted.
    </EmptyState>
  )
}
