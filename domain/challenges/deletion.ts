export const DELETION_MESSAGES = {
  title: 'Delete Challenge',
  deleted: 'Challenge deleted successfully',
  failed: 'Failed to delete challenge',
  hasEntries: 'Failed to delete challenge. Only challenges without entries can be deleted.',
  stale: 'Failed to delete challenge. It has changed since you opened it; please check it again.',
} as const

/** Only what no one has entered can be deleted (ADM-16). */
export function canDelete({ hasSubmissions }: { hasSubmissions: boolean }): boolean {
  return !hasSubmissions
}
