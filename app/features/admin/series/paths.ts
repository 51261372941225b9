export const SERIES = { to: '/admin/series', label: 'Series' } as const

export function seriesPath(id: string): string {
  return `${SERIES.to}/${id}`
}

/** The form of a prompt, or of a new one. */
export function promptPath(seriesId: string, promptId = 'new'): string {
  return `${seriesPath(seriesId)}/prompts/${promptId}`
}

/** What is confirmed about a series, by the last part of its path, with its title and its failure. */
export const VERBS = {
  pause: { title: 'Pause Series', failed: 'Failed to pause series' },
  resume: { title: 'Resume Series', failed: 'Failed to resume series' },
  skip: { title: 'Skip Date', failed: 'Failed to change the date' },
  restore: { title: 'Restore Date', failed: 'Failed to change the date' },
  delete: { title: 'Delete Series', failed: 'Failed to delete series' },
} as const

export function datePath(seriesId: string, verb: 'skip' | 'restore', heldOn: string): string {
  return `${seriesPath(seriesId)}/${verb}?date=${heldOn}`
}
