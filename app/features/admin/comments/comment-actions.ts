import { COMMENT_MESSAGES as MESSAGES } from '#domain/comments/rules.ts'

export const COMMENT_ACTIONS = {
  hide: { title: 'Hide Comment', failed: MESSAGES.hideFailed },
  restore: { title: 'Restore Comment', failed: MESSAGES.restoreFailed },
} as const
