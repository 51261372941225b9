import { Segmented } from '#app/ui/lists/segmented.tsx'
import { SORTS, type Sort } from '#domain/submissions/rules.ts'

interface Props {
  current: Sort
  to: (sort: Sort) => string
}

export function SortChoice({ current, to }: Props) {
  const segments = SORTS.map((sort) => ({ to: to(sort), label: LABELS[sort], current: sort === current }))
  return <Segmented label="Sort" segments={segments} />
}

const LABELS: Record<Sort, string> = { newest: 'Newest', oldest: 'Oldest', votes: 'Most Votes' }
