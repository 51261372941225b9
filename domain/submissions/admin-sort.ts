/** The columns that sort the administrators' list. */
export const SORT_COLUMNS = ['submitted', 'title', 'votes', 'status', 'challenge'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

export interface AdminSort {
  column: SortColumn
  descending: boolean
}

export const newestFirst: AdminSort = { column: 'submitted', descending: true }

/** Whether votes can sort the list: no index does so for a search, and rejected submissions have none. */
export function sortsByVotes(filters: {
  search: string
  status: string | null
  challengeId: string | null
}): boolean {
  return filters.status !== 'rejected' && (filters.search === '' || filters.challengeId !== null)
}

/** The sort as a query parameter: 'title', or '-title' for descending; '' for the default. */
export function sortParam({ column, descending }: AdminSort): string {
  if (column === newestFirst.column && descending === newestFirst.descending) return ''
  return `${descending ? '-' : ''}${column}`
}
