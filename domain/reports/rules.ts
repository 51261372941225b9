export const REPORT_REASONS = {
  abuse: 'Insults or threatens someone',
  spam: 'Spam or advertising',
  stolen: 'Copies the work of someone else',
  rules: 'Breaks the rules of the challenge',
  other: 'Something else',
} as const

export type ReportReason = keyof typeof REPORT_REASONS

/** What can be reported, with its label. */
export const REPORTABLE = { submission: 'Submission', comment: 'Comment', member: 'Member' } as const
export type Reportable = keyof typeof REPORTABLE

export const REPORT_LIMITS = {
  /** Characters of a note. */
  note: 500,
  perPage: 25,
  /** Reports are counted, and listed, up to it. */
  mostCounted: 1_000,
} as const

export const REPORT_MESSAGES = {
  sent: 'Thank you. Administrators will look at it, and you will be told what they decide.',
  signIn: 'Sign in to report',
  notFound: 'Nothing to report was found here',
  own: 'You cannot report yourself or your own work',
  known: 'You have reported this already. Administrators will look at it.',
  reason: 'Choose what is wrong',
  noteLength: `The note has at most ${REPORT_LIMITS.note} characters`,
  note: 'Say what is wrong',
  sendFailed: 'Failed to send the report. Please try again.',
  dismissed: 'Report dismissed',
  upheld: 'Report upheld',
  commentHidden: 'Comment hidden and report resolved',
  resolvedAlready: 'Another administrator has resolved this report',
  noComment: 'Only comments can be hidden',
  ownSubject:
    'This report is about you or your work, so another administrator reads the note and resolves it.',
  resolveFailed: 'Failed to resolve the report',
} as const

export function isReportReason(text: unknown): text is ReportReason {
  return typeof text === 'string' && Object.hasOwn(REPORT_REASONS, text)
}

export function isReportable(text: unknown): text is Reportable {
  return typeof text === 'string' && Object.hasOwn(REPORTABLE, text)
}
