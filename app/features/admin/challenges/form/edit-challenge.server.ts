import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type ChallengeSettings, challengeSettings } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { statusChoices, updateChallenge } from '#domain/lifecycle/update.server.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { wallClock } from '#platform/zoned-time.ts'
import type { ChallengeValues } from './challenge-values.ts'
import { receiveChallenge } from './receive-challenge.server.ts'

/** An existing challenge in its form (ADM-36). Throws 404 where there is none. */
export async function editChallengeForm(context: Readonly<RouterContextProvider>, id: string) {
  const challenge = isId(id) ? await challengeSettings(context.get(servicesContext).db, id) : undefined
  if (!challenge) throw data(null, { status: 404 })
  const { title, imageId, status } = challenge
  return { title, imageId, start: valuesOf(challenge), statuses: statusChoices(status) }
}

export function receiveChallengeChange(args: {
  request: Request
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}) {
  const { id } = args.params
  return receiveChallenge(args, {
    id,
    save: async (db, scope, form, { imageId, version }) =>
      isId(id)
        ? updateChallenge(db, scope, id, form, imageId, version)
        : refused('not-found', CHALLENGE_MESSAGES.notFound),
    saved: CHALLENGE_FORM_MESSAGES.updated,
  })
}

function valuesOf(challenge: ChallengeSettings): ChallengeValues {
  const { title, description, requirements, kind, type, status } = challenge
  const { showSubmissions, showVotes, allowVoting, allowComments } = challenge
  const text = (moment: Date | null) => (moment ? wallClock(moment, 'UTC') : '')
  // A start that lies behind would make the challenge active again when it is saved.
  const waits = (status === 'draft' || status === 'upcoming') && challenge.startDate !== null
  return {
    title,
    description,
    requirements,
    kind,
    type,
    status,
    autoActivate: waits,
    startDate: waits ? text(challenge.startDate) : '',
    deadline: text(challenge.deadline),
    votingOpensAt: text(challenge.votingOpensAt),
    votingClosesAt: text(challenge.votingClosesAt),
    timeZone: 'UTC',
    version: String(challenge.version),
    showSubmissions,
    showVotes,
    allowVoting,
    allowComments,
  }
}
