import { pathWith } from '#app/forms/search-params.ts'
import type { SectionName } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'

export interface SectionTexts {
  name: SectionName
  id: string
  title: string
  allTitle: string
  subtitle: string
  empty: string
  failed: string
}

/** The sections of open challenges, in order (CHL-41, CHL-48, CHL-49). */
export const SECTIONS: readonly SectionTexts[] = [
  {
    name: 'daily',
    id: 'daily-challenge',
    title: "Today's Challenge",
    allTitle: 'Daily Challenges',
    subtitle: 'One day to make it, one day to vote.',
    empty: 'No daily challenges available today',
    failed: 'Failed to load daily challenges. Please try again.',
  },
  {
    name: 'weekly',
    id: 'weekly-challenges',
    title: 'Weekly Challenges',
    allTitle: 'Weekly Challenges',
    subtitle: 'More time to make it, then three days of voting.',
    empty: 'No weekly challenges match your filter criteria',
    failed: 'Failed to load weekly challenges. Please try again.',
  },
  {
    name: 'special',
    id: 'special-challenges',
    title: 'Special Challenges',
    allTitle: 'Special Challenges',
    subtitle: 'Festivals, experiments and the long monthly ones.',
    empty: 'No special challenges match your filter criteria',
    failed: 'Failed to load special challenges. Please try again.',
  },
]

/** Path of the list filtered by kind. With a page, it opens at that page of the completed challenges. */
export function listPath(kind: Kind | null, page?: number): string {
  const pageParam = page !== undefined && page > 1 ? page : null
  return pathWith('/challenges', { kind, page: pageParam }, page === undefined ? '' : 'completed-challenges')
}

export function sectionPath(
  section: SectionName,
  { kind, page = 1 }: { kind: Kind | null; page?: number },
  hash?: string,
): string {
  return pathWith(`/challenges/current/${section}`, { kind, page: page > 1 ? page : null }, hash)
}
