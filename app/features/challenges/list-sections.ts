import { pathWith } from '#app/forms/search-params.ts'
import type { ChallengeSections } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'

export interface SectionTexts {
  name: keyof ChallengeSections
  id: string
  title: string
  subtitle: string
  empty: string
  failed: string
}

/** The sections of open challenges in their order (CHL-41, CHL-48, CHL-49). */
export const SECTIONS: readonly SectionTexts[] = [
  {
    name: 'daily',
    id: 'daily-challenge',
    title: "Today's Challenge",
    subtitle: 'One day to make it, one day to vote.',
    empty: 'No daily challenges available today',
    failed: 'Failed to load daily challenges. Please try again.',
  },
  {
    name: 'weekly',
    id: 'weekly-challenges',
    title: 'Weekly Challenges',
    subtitle: 'Time to think twice. Three days of voting follow.',
    empty: 'No weekly challenges match your filter criteria',
    failed: 'Failed to load weekly challenges. Please try again.',
  },
  {
    name: 'special',
    id: 'special-challenges',
    title: 'Special Challenges',
    subtitle: 'Festivals, experiments and the long monthly ones.',
    empty: 'No special challenges match your filter criteria',
    failed: 'Failed to load special challenges. Please try again.',
  },
]

/** The list's address with a kind chosen; with a page given, it opens at the completed challenges of that page. */
export function listPath(kind: Kind | null, page?: number): string {
  const turned = page !== undefined && page > 1 ? page : null
  return pathWith('/challenges', { kind, page: turned }, page === undefined ? '' : 'completed-challenges')
}
