const furthest = 100_000

/** The page that ?page= names; 1 for anything that is no page number. */
export function pageIn(params: URLSearchParams): number {
  const named = params.get('page') ?? ''
  const page = /^\d{1,6}$/.test(named) ? Number(named) : 1
  return Math.min(Math.max(page, 1), furthest)
}

/** The last page of a list, which is the first where the list is empty. */
export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The choice that a parameter names, or null where it names none of them. */
export function choiceIn<Choice extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const named = params.get(name)
  return choices.find((choice) => choice === named) ?? null
}

/** A path with those parameters that have a value: `pathWith('/challenges', { kind: 'audio', page: null })`. */
export function pathWith(path: string, params: Record<string, string | number | null>, hash = ''): string {
  const set = Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, `${value}`]]))
  const query = new URLSearchParams(set).toString()
  return path + (query && `?${query}`) + (hash && `#${hash}`)
}
