import { pathWith } from '#app/ui/lists/search-params.ts'
import type { AllFilters } from '#domain/challenges/all.server.ts'
import { type Kind, SECTION_TYPES, type SectionName } from '#domain/challenges/rules.ts'
import { CURRENT, NO_FILTERS } from './all-params.ts'

export interface SectionTexts {
  name: SectionName
  id: string
  title: string
  empty: string
  failed: string
}

/** The sections of open challenges, in order (CHL-41, CHL-48, CHL-49). */
export const SECTIONS: readonly SectionTexts[] = [
  {
    name: 'daily',
    id: 'daily-challenge',
    title: "Today's Challenge",
    empty: 'No daily challenges available today',
    failed: 'Failed to load daily challenges. Please try again.',
  },
  {
    name: 'weekly',
    id: 'weekly-challenges',
    title: 'Weekly Challenges',
    empty: 'No weekly challenges match your filter criteria',
    failed: 'Failed to load weekly challenges. Please try again.',
  },
  {
    name: 'special',
    id: 'special-challenges',
    title: 'Special Challenges',
    empty: 'No special challenges match your filter criteria',
    failed: 'Failed to load special challenges. Please try again.',
  },
]

/** Path of the list filtered by kind. With a page, it opens at that page of the completed challenges. */
export function listPath(kind: Kind | null, page?: number): string {
  const pageParam = page !== undefined && page > 1 ? page : null
  return pathWith('/challenges', { kind, page: pageParam }, page === undefined ? '' : 'completed-challenges')
}

export function sectionFilters(section: SectionName, kind: Kind | null): AllFilters {
  return { ...NO_FILTERS, statuses: CURRENT, types: SECTION_TYPES[section], kind }
}
