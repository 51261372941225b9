/** Characters of the reason that an administrator gives for an action. */
export const MAX_REASON_LENGTH = 500

export const ACTIONS = {
  challenge_created: 'Challenge created',
  challenge_updated: 'Challenge updated',
  challenge_completed: 'Challenge completed',
  challenge_extended: 'Challenge extended',
  challenge_deleted: 'Challenge deleted',
  challenge_opened: 'Challenge opened',
  challenge_entries_closed: 'Entries closed',
  challenge_voting_started: 'Voting started',
  challenge_canceled: 'Challenge canceled',
  challenge_reopened: 'Challenge reopened',
  challenge_votes_voided: 'Votes voided',
  challenge_votes_restored: 'Votes restored',
  challenge_result_held: 'Result held',
  challenge_result_released: 'Result released',
  challenge_recounted: 'Votes counted again',
  challenge_counts_viewed: 'Hidden counts viewed',
  challenge_defaults_changed: 'Site settings changed',
  challenge_series_created: 'Series created',
  challenge_series_updated: 'Series updated',
  challenge_series_deleted: 'Series deleted',
  challenge_template_created: 'Template created',
  challenge_template_renamed: 'Template renamed',
  challenge_template_deleted: 'Template deleted',
  submission_approved: 'Submission approved',
  submission_rejected: 'Submission rejected',
  submission_deleted: 'Submission deleted',
  submission_moderation_undone: 'Moderation undone',
  submission_comment_hidden: 'Comment hidden',
  submission_comment_restored: 'Comment restored',
  submission_report_resolved: 'Report resolved',
  member_report_resolved: 'Report on a member resolved',
  suggestion_declined: 'Suggestion declined',
  announcement_sent: 'Announcement sent',
  announcement_withdrawn: 'Announcement withdrawn',
  webhook_created: 'Webhook created',
  webhook_changed: 'Webhook changed',
  webhook_secret_renewed: 'Webhook has a new secret',
  webhook_deleted: 'Webhook deleted',
  points_adjusted: 'Points adjusted',
  rank_changed: 'Rank changed',
  admin_granted: 'Role given',
  admin_revoked: 'Role removed',
  admin_invited: 'Invited to a role',
  admin_invitation_ended: 'Invitation ended',
  member_suspended: 'Member suspended',
  member_reinstated: 'Member reinstated',
  member_deleted: 'Account deleted',
  settings_changed: 'Site settings changed',
  page_changed: 'Page changed',
} as const

export type AuditAction = keyof typeof ACTIONS

export const SUBJECT_TYPES = [
  'challenge',
  'series',
  'submission',
  'suggestion',
  'member',
  'webhook',
  'settings',
] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

export type AuditValue = string | number | boolean | null | readonly string[]

/** The recorded fields of the subject, by their names in the database. */
export type AuditState = Record<string, AuditValue>

/** Only the fields that differ, with their old and new values. */
export function changesBetween(
  before: AuditState,
  after: AuditState,
): { before: AuditState; after: AuditState } {
  const names = Object.keys({ ...before, ...after })
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (state: AuditState) =>
    Object.fromEntries(changed.flatMap((name) => (name in state ? [[name, state[name] ?? null]] : [])))
  return { before: pick(before), after: pick(after) }
}
