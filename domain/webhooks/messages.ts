import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import type { TEST_KIND, WebhookDetails, WebhookKind } from './rules.ts'

export interface EventChallenge {
  id: string
  title: string
  kind: string
  type: string
  status: ChallengeStatus
  startsAt: Date | null
  deadline: Date | null
  /** Null without voting. */
  votingOpensAt: Date | null
  votingEndsAt: Date | null
}

export interface EventSubmission {
  id: string
  title: string
  /** The id is null for a deleted account. */
  author: { id: string | null; name: string }
}

export interface EventResults {
  entries: number
  votes: number
  /** The first places, in order; only the first of equal votes wins. Without a vote there is none. */
  places: { place: number; votes: number; submission: EventSubmission }[]
}

/** What a webhook is told, as a visitor may read it when it is sent. */
export interface WebhookEvent extends WebhookDetails {
  kind: WebhookKind | typeof TEST_KIND
  at: Date
  /** Only a test is of no challenge. */
  challenge?: EventChallenge
  submission?: EventSubmission
  results?: EventResults
}

export interface WebhookSite {
  productName: string
  /** An origin. */
  publicUrl: string
}

/** The body of the standard format: type, timestamp and data, as Standard Webhooks want (HOOK-3). */
export function standardMessage(event: WebhookEvent, site: WebhookSite): object {
  const { kind, at, challenge, submission, results, deadline } = event
  const submissionOf = ({ author, ...shown }: EventSubmission) => ({
    ...shown,
    ...(challenge && addressesOf(site, challenge).submission(shown.id)),
    author: { name: author.name, url: author.id && `${site.publicUrl}/profile/${author.id}` },
  })
  return {
    type: kind,
    timestamp: at,
    data: {
      site: { name: site.productName, url: site.publicUrl },
      ...(challenge && { challenge: { ...challenge, ...addressesOf(site, challenge).challenge } }),
      ...(deadline && { deadline }),
      ...(submission && { submission: submissionOf(submission) }),
      ...(results && {
        results: {
          ...results,
          places: results.places.map((one) => ({ ...one, submission: submissionOf(one.submission) })),
        },
      }),
    },
  }
}

/** The pages about a challenge, with their share pictures. */
export function addressesOf({ publicUrl }: WebhookSite, { id }: EventChallenge) {
  const challenge = `${publicUrl}/challenges/${id}`
  const page = (url: string) => ({ url, image: `${url}/share.png` })
  return {
    challenge: page(challenge),
    results: `${challenge}/results`,
    submission: (submissionId: string) => page(`${challenge}/submissions/${submissionId}`),
  }
}
