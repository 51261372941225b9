import type { RAW_LIMITS } from '#platform/text/raw-limits.ts'

/** The fields of a draft, with their raw limits. */
export const DRAFT_FIELDS = {
  title: 'line',
  description: 'text',
  creationProcess: 'text',
  prompt: 'text',
  aiTools: 'list',
  contentUrl: 'address',
  imageAlt: 'list',
} as const satisfies Record<string, keyof typeof RAW_LIMITS>

/** Drafts that a member's overview lists. */
export const mostListedDrafts = 12

export const DRAFT_MESSAGES = {
  saved: 'Draft saved',
  kept: 'Draft saved, only you see it',
  savedWithoutImage: 'Draft saved without the image.',
  failed: 'Your draft could not be saved.',
  nothingToSave: 'There is nothing to save yet.',
  deleted: 'Your draft was deleted.',
  deleteFailed: 'Failed to delete your draft. Please try again.',
} as const
