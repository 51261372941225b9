import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { type ChallengeSettings, challengeSettings } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES, statusChoices } from '#domain/challenges/rules.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { updateChallenge } from '#domain/challenges/update.server.ts'
import { lifecycleSteps } from '#domain/lifecycle/completion.server.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { type ChallengeValues, valuesOf } from './challenge-values.ts'
import { receiveChallenge } from './receive-challenge.server.ts'

/** An existing challenge in its form (ADM-36). Throws 404 if it does not exist. */
export async function editChallengeForm(context: Readonly<RouterContextProvider>, id: string) {
  const { db } = context.get(servicesContext)
  const challenge = isId(id) ? await challengeSettings(db, adminOf(context), id) : undefined
  if (!challenge) throw data(null, { status: 404 })
  const { title, imageId, status } = challenge
  const now = await databaseNow(db)
  return { title, imageId, start: startOf(challenge), statuses: statusChoices(status), now }
}

export function receiveChallengeChange(args: {
  request: Request
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}) {
  const { id } = args.params
  return receiveChallenge(args, {
    id,
    save: async (db, scope, form, hidden) =>
      isId(id)
        ? updateChallenge(db, scope, id, { form, ...hidden }, lifecycleSteps)
        : refused('not-found', CHALLENGE_MESSAGES.notFound),
    saved: CHALLENGE_FORM_MESSAGES.updated,
  })
}

function startOf(challenge: ChallengeSettings): ChallengeValues {
  const values = valuesOf(challenge)
  // A start date in the past would make the challenge active again when it is saved.
  const waits = ['draft', 'upcoming'].includes(challenge.status) && challenge.startDate !== null
  return {
    ...values,
    autoActivate: waits,
    startDate: waits ? values.startDate : '',
    timeZone: 'UTC',
    savedAs: '',
    presetDeadline: '',
    presetType: values.type,
    version: String(challenge.version),
    key: '',
  }
}
