import { Segmented } from '#app/ui/segmented.tsx'
import { KINDS, type Kind, kindLabel } from '#domain/challenges/rules.ts'

interface Props {
  current: Kind | null
  to: (kind: Kind | null) => string
}

/** Links to the list of all kinds or of one, so that a filtered list can be shared (CHL-42). */
export function KindFilter({ current, to }: Props) {
  const choices = [null, ...KINDS].map((choice) => ({
    to: to(choice),
    label: choice ? kindLabel(choice) : 'All',
    current: choice === current,
  }))
  return <Segmented label="Filter by kind" segments={choices} />
}
