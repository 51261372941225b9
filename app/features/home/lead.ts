import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { type CardAction, cardAction, continuesDraft } from '#domain/challenges/rules.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import type { HomeChallenges, WinningSubmission } from '#domain/reporting/home.server.ts'
import { isolated } from '#platform/text/isolated.ts'

export interface Lead {
  challenge: { id: string; title: string; description: string; submissionCount: number | null }
  image: StoredImage | null
  /** The image is a submission instead of the art of the challenge. */
  isWork: boolean
  eyebrow: string
  until: Date | null
  voting: boolean
  action: { label: string; to: string }
  /** The member has not done it yet. */
  primary: boolean
}

/** The challenge that is open, else one to vote in, else the last result (NAV-44). */
export function leadOf(
  challenges: HomeChallenges,
  latestWinner: WinningSubmission | undefined,
  now: Date,
): Lead | null {
  if (challenges.featured) return leadToEnter(challenges.featured, now)
  const votable = challenges.voting.find(({ mayVote }) => mayVote)
  if (votable) return leadToVote(votable)
  return latestWinner ? leadToResult(latestWinner) : null
}

function leadToEnter(challenge: ChallengeSummary, now: Date): Lead {
  const action = cardAction(challenge, true, now)
  return {
    challenge,
    image: challenge.image,
    isWork: false,
    eyebrow: challenge.type === 'daily' ? 'Today’s challenge' : 'Next to close',
    until: challenge.deadline,
    voting: false,
    action: { to: action.to, label: entryLabel(challenge, action, 'Finish your draft') },
    primary: action.label !== 'Submitted',
  }
}

function leadToVote(challenge: ChallengeSummary): Lead {
  return {
    challenge,
    image: challenge.image,
    isWork: false,
    eyebrow: 'Voting is open',
    until: challenge.votingEndsAt,
    voting: true,
    action: { to: `/challenges/${challenge.id}/voting-room`, label: 'Start voting' },
    primary: true,
  }
}

function leadToResult({ challengeId, challengeTitle, image, title }: WinningSubmission): Lead {
  return {
    challenge: {
      id: challengeId,
      title: challengeTitle,
      description: `Won by “${isolated(title)}”`,
      submissionCount: null,
    },
    image,
    isWork: true,
    eyebrow: 'Latest result',
    until: null,
    voting: false,
    action: { to: `/challenges/${challengeId}/results`, label: 'See the results' },
    primary: true,
  }
}

export function entryLabel(challenge: ChallengeSummary, action: CardAction, draftLabel: string): string {
  if (action.label === 'Submitted') return 'View My Submission'
  if (action.label === 'Edit Rejected Entry') return action.label
  if (continuesDraft(challenge, action)) return draftLabel
  return challenge.type === 'daily' ? 'Enter today’s challenge' : 'Enter the challenge'
}
