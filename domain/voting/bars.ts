/** Why votes are voided, as members read it. */
export const VOID_REASONS = {
  several_accounts: 'One person voted with several accounts',
  new_accounts: 'Accounts were made for this vote',
  agreed: 'Votes were given by agreement',
  suspended: 'The voter was suspended',
  other: 'Against the rules of the contest',
} as const

export type VoidReason = keyof typeof VOID_REASONS

/** Why a member may not vote in a challenge: a voided vote, a look at hidden counts, or a limit of the challenge. */
export type VoterBar =
  | { cause: 'voided'; reason: VoidReason }
  | { cause: 'looked' }
  | { cause: 'not verified' }
  | { cause: 'joined late'; votingOpened: string | null }

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function voterRefusal(bar: VoterBar): string {
  if (bar.cause === 'voided')
    return `The organisers voided your vote in this challenge: ${VOID_REASONS[bar.reason].toLowerCase()}.`
  if (bar.cause === 'looked')
    return 'You have looked at the hidden counts of this challenge, so you can no longer vote in it or change your vote.'
  if (bar.cause === 'not verified')
    return 'Only members with a verified e-mail address may vote in this challenge. Verify yours where you sign in, then sign in again.'
  const opened = bar.votingOpened ? ` on ${moment.format(new Date(bar.votingOpened))} UTC` : ''
  return `Only members who joined before voting opened${opened} may vote in this challenge.`
}
