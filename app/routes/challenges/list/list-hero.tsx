import { Segmented } from '#app/ui/controls/segmented.tsx'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import { KINDS, type Kind, kindLabel } from '#domain/challenges/rules.ts'
import { listAddress } from './address.ts'

/** The list's head with its filter by kind; each choice is a link, so it can be shared (CHL-42). */
export function ListHero({ kind }: { kind: Kind | null }) {
  const choices = [null, ...KINDS].map((choice) => ({
    to: listAddress(choice),
    label: choice ? kindLabel(choice) : 'All',
    current: choice === kind,
  }))
  return (
    <PageBanner
      eyebrow="Make, enter, vote"
      title="Challenges"
      subtitle="A subject, a deadline, any AI tool you like. One entry each; the dojo votes for the winner."
    >
      <Segmented label="Filter by kind" segments={choices} />
    </PageBanner>
  )
}
