export const SUGGESTION_LIMITS = { title: 120, brief: 2000, open: 3, perPage: 20 } as const

export const SUGGESTION_MESSAGES = {
  title: `Please enter a title of at most ${SUGGESTION_LIMITS.title} characters.`,
  brief: `Please say in at most ${SUGGESTION_LIMITS.brief} characters what members should make.`,
  kind: 'Please choose a kind.',
  tooMany: `${SUGGESTION_LIMITS.open} of your suggestions are open. Withdraw one first.`,
  signIn: 'Please sign in to suggest a challenge',
  notFound: 'There is no such open suggestion.',
  used: 'A challenge was made of this suggestion already.',
  tooOften: 'Too many suggestions. Please try again later.',
  sent: 'Suggestion sent',
  sendFailed: 'Failed to send the suggestion',
  withdrawn: 'Suggestion withdrawn',
  withdrawFailed: 'Failed to withdraw the suggestion',
  declined: 'Suggestion declined',
  declineFailed: 'Failed to decline the suggestion',
} as const

export type SuggestionState = 'open' | 'used' | 'declined'
