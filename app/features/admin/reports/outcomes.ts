/** What an administrator decides on a report: also hide its comment, only agree, or take no action. */
export const OUTCOMES = { hide: 'Hide Comment', uphold: 'Uphold Report', dismiss: 'Dismiss Report' } as const

export type ReportOutcome = keyof typeof OUTCOMES
