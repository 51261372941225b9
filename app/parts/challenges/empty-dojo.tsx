import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { EmptyState } from '#app/ui/states.tsx'

export const NO_ACTIVE_CHALLENGES =
  'No active challenges at the moment. Check back soon for new creative opportunities!'

export const NO_SUBMISSIONS = 'No submissions available yet. Be the first to submit to a challenge!'

/** The empty state while no challenge exists (NAV-48). */
export function EmptyDojo({ isAdmin, children }: { isAdmin: boolean; children: React.ReactNode }) {
  return (
    <EmptyState heading="The dojo is quiet" action={isAdmin ? <CreateChallenge /> : howItWorks}>
      {children}
    </EmptyState>
  )
}

const howItWorks = (
  <ButtonLink to="/community" variant="secondary">
    How the dojo works
  </ButtonLink>
)

export function CreateChallenge() {
  return (
    <ButtonLink to="/admin/challenges/new" size="large">
      <Icon name="plus" className="size-4" />
      Create New Challenge
    </ButtonLink>
  )
}
