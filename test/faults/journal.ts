/** The client's knowledge of a write. `unknown`: no response, or one that asks to retry. */
export type Knowledge = 'acknowledged' | 'unknown' | 'refused'

/** Possible votes of a member in a challenge; null is no vote. More than one while a result is unknown. */
export interface VoteState {
  userId: string
  challengeId: string
  possible: Set<string | null>
  history: string[]
}

export interface SubmissionState {
  userId: string
  challengeId: string
  /** Titles of all attempts; at most one is stored. */
  titles: string[]
  acknowledged: boolean
  withImage: boolean
  history: string[]
}

/** All writes that clients attempted, with their results. */
export class Journal {
  readonly votes = new Map<string, VoteState>()
  readonly submissions = new Map<string, SubmissionState>()
  /** Responses that no fault explains. */
  readonly anomalies: string[] = []
  readonly counts = { acknowledged: 0, unknown: 0, refused: 0 }

  voteOf(userId: string, challengeId: string): VoteState {
    const key = `${userId} ${challengeId}`
    const known = this.votes.get(key)
    if (known) return known
    const state = { userId, challengeId, possible: new Set<string | null>([null]), history: [] }
    this.votes.set(key, state)
    return state
  }

  submissionOf(userId: string, challengeId: string): SubmissionState | undefined {
    return this.submissions.get(`${userId} ${challengeId}`)
  }

  /** Records the result of casting (`wanted` is a submission) or withdrawing (`wanted` is null) a vote. */
  recordVote(
    userId: string,
    challengeId: string,
    wanted: string | null,
    knowledge: Knowledge,
    answer: string,
  ) {
    const state = this.voteOf(userId, challengeId)
    this.counts[knowledge]++
    state.history.push(`${wanted === null ? 'withdraw' : `vote ${wanted}`}: ${answer}`)
    if (knowledge === 'acknowledged') state.possible = new Set([wanted])
    else if (knowledge === 'unknown') state.possible.add(wanted)
  }

  recordSubmission(
    userId: string,
    challengeId: string,
    attempt: { title: string; withImage: boolean },
    knowledge: Knowledge,
    answer: string,
  ) {
    const key = `${userId} ${challengeId}`
    const state = this.submissions.get(key) ?? {
      userId,
      challengeId,
      titles: [],
      acknowledged: false,
      withImage: attempt.withImage,
      history: [],
    }
    this.submissions.set(key, state)
    this.counts[knowledge]++
    state.history.push(`submit ${attempt.title}: ${answer}`)
    if (knowledge !== 'refused') state.titles.push(attempt.title)
    if (knowledge === 'acknowledged') state.acknowledged = true
  }

  /** Votes and submissions whose result no client knows. */
  unknownVotes(): VoteState[] {
    return [...this.votes.values()].filter(({ possible }) => possible.size > 1)
  }

  unknownSubmissions(): SubmissionState[] {
    return [...this.submissions.values()].filter(
      ({ acknowledged, titles }) => !acknowledged && titles.length > 0,
    )
  }
}
