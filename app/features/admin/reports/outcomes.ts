/** What an administrator decides on a report: also hide its comment, only agree, or take no action. */
export const OUTCOMES = { hide: 'Hide Comment', uphold: 'Uphold Report', dismiss: 'Dismiss Report' } as const

export type ReportOutcome = keyof typeof OUTCOMES

export function isReportOutcome(text: string | undefined): text is ReportOutcome {
  return text !== undefined && Object.hasOwn(OUTCOMES, text)
}
