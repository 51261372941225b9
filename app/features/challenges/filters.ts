import { filterBy } from '#app/ui/lists/segmented.tsx'
import {
  type ChallengeType,
  KINDS,
  type Kind,
  kindLabel,
  TYPES,
  typeLabel,
} from '#domain/challenges/rules.ts'

interface TypeAndKind {
  types: readonly ChallengeType[]
  kind: Kind | null
}

export function typeAndKindFilters({ types, kind }: TypeAndKind, to: (chosen: TypeAndKind) => string) {
  return [
    {
      label: 'Filter by type',
      segments: filterBy(types, TYPES, {
        all: 'All types',
        labelOf: typeLabel,
        to: (chosen) => to({ types: chosen, kind }),
      }),
    },
    {
      label: 'Filter by kind',
      segments: kindFilter(kind, 'All kinds', (chosen) => to({ types, kind: chosen })),
    },
  ]
}

export function kindFilter(kind: Kind | null, all: string, to: (kind: Kind | null) => string) {
  return filterBy(kind ? [kind] : [], KINDS, { all, labelOf: kindLabel, to: ([chosen = null]) => to(chosen) })
}
