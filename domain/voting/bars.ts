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
  | {
      cause: 'joined late'
      votingOpened: string | null
      /** The time zone of the member, where it is known. */
      zone: string | null
    }
  | {
      cause: 'new account'
      /** The least age of an account that may vote on the site. */
      days: number
      mayVoteFrom: string
      zone: string | null
    }

/** For pages, which word the time between the texts in the zone of the browser. */
export interface BarText {
  text: string
  at: string | null
  end: string
}

export function voterRefusal(bar: VoterBar): BarText {
  if (bar.cause === 'new account') {
    const text = `Only accounts older than ${bar.days === 1 ? 'a day' : `${bar.days} days`} may vote. Yours may from`
    return { text, at: bar.mayVoteFrom, end: 'on.' }
  }
  if (bar.cause !== 'joined late') return { text: reasonOf(bar), at: null, end: '' }
  const at = bar.votingOpened
  const text = `Only members who joined before voting opened${at ? ' on' : ''}`
  return { text, at, end: 'may vote in this challenge.' }
}

function reasonOf(bar: Exclude<VoterBar, { zone: string | null }>): string {
  if (bar.cause === 'voided')
    return `The organisers voided your vote in this challenge: ${VOID_REASONS[bar.reason].toLowerCase()}.`
  if (bar.cause === 'looked')
    return 'You have looked at the hidden counts of this challenge, so you can no longer vote in it or change your vote.'
  return 'Only members with a verified e-mail address may vote in this challenge. Verify yours where you sign in, then sign in again.'
}
