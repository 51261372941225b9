import { choiceIn, pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import type { AllFilters } from '#domain/challenges/all.server.ts'
import { type ChallengeStatus, KINDS, STATUSES, TYPES } from '#domain/challenges/rules.ts'

export const ALL_STATUSES = STATUSES.filter((status) => status !== 'draft')

/** Of the sections of open challenges. */
export const CURRENT: readonly ChallengeStatus[] = ['upcoming', 'active', 'voting']
export const FINISHED: readonly ChallengeStatus[] = ['completed', 'canceled']

export const NO_FILTERS: AllFilters = { statuses: [], types: [], kind: null, page: 1 }

/** Reads ?status=active-voting&type=daily&kind=audio&page=2; unknown values are ignored. */
export function readAllParams(params: URLSearchParams): AllFilters {
  return {
    statuses: choicesIn(params, 'status', ALL_STATUSES),
    types: choicesIn(params, 'type', TYPES),
    kind: choiceIn(params, 'kind', KINDS),
    page: pageIn(params),
  }
}

export function allPath({ statuses, types, kind, page }: AllFilters, hash?: string): string {
  const values = { status: listOf(statuses), type: listOf(types), kind, page: page > 1 ? page : null }
  return pathWith('/challenges/all', values, hash)
}

function choicesIn<Choice extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice[] {
  const named = (params.get(name) ?? '').split('-')
  return choices.filter((choice) => named.includes(choice))
}

function listOf(values: readonly string[]): string | null {
  return values.length > 0 ? values.join('-') : null
}
