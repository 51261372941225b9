import { data } from 'react-router'
import type { ToastContent } from '#app/forms/flash.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import {
  cancelChallenge,
  closeEntries,
  completeChallenge,
  extendChallenge,
  openChallenge,
  reopenChallenge,
  startVoting,
} from '#domain/lifecycle/commands.server.ts'
import { type CompletionPreview, completionPreview } from '#domain/lifecycle/completion.server.ts'
import { failedMessage, type Step, stepRefusal } from '#domain/lifecycle/rules.ts'
import { membersTold, type SteeredChallenge, steeredChallenge } from '#domain/lifecycle/steering.server.ts'
import { isStep, payrolls, STEP_NAMES } from '#domain/lifecycle/steering.ts'
import { done, type Outcome } from '#platform/outcome.ts'
import { confirmedAction, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { OWN_CONTEST } from '../confirmation/own-contest.ts'
import { versionIn } from '../confirmation/run-admin-action.server.ts'
import { CHALLENGES_PATH } from '../paths.ts'
import { completionTexts } from './completion-texts.ts'
import { QUESTIONS } from './step-questions.server.ts'

/** Takes a step on a challenge, such as to close its entries (CHL-77 to CHL-79). */
export const step = confirmedAction<SteeredChallenge, string | ToastContent>({
  list: CHALLENGES_PATH,
  missing: CHALLENGE_MESSAGES.notFound,
  fields: ['version', 'reason', 'days'],
  done: (message) => message,
  failed: (params) => failedMessage(stepIn(params)),
  load({ db, admin, params }, id) {
    stepIn(params)
    return steeredChallenge(db, admin, id)
  },
  async confirm(challenge, { db, admin, context, params }) {
    const [step, id] = [stepIn(params), params.id ?? '']
    const asked =
      step === 'complete'
        ? completion(challenge, await completionPreview(db, scopeOf(context), id))
        : QUESTIONS[step]({ ...challenge, told: await membersTold(db, admin, id) })
    return {
      subject: challenge.title,
      label: STEP_NAMES[step].title,
      version: challenge.version,
      refusal: stepRefusal(step, challenge, challenge.now),
      ...asked,
      consequences: [...asked.consequences, challenge.isOwn && OWN_CONTEST],
    }
  },
  run({ db, context, params }, id, fields) {
    const [scope, version] = [scopeOf(context), versionIn(fields)]
    const told = 'Those who rely on the dates are told.'
    switch (stepIn(params)) {
      case 'open':
        return saying('Challenge opened.', openChallenge(db, scope, id, version))
      case 'close-entries':
        return saying(`Entries closed. ${told}`, closeEntries(db, scope, id, version))
      case 'start-voting':
        return saying(`Voting started. ${told}`, startVoting(db, scope, id, version))
      case 'complete':
        return completeChallenge(db, scope, id, version)
      case 'extend':
        return saying(extendedToast, extendChallenge(db, scope, id, version))
      case 'cancel': {
        const canceled = cancelChallenge(db, scope, id, reasonIn(fields), version)
        return saying('Challenge canceled. Your message is on its way.', canceled)
      }
      case 'reopen': {
        const days = Number(fields.get('days') ?? '')
        return saying(`Challenge reopened. ${told}`, reopenChallenge(db, scope, id, days, version))
      }
    }
  },
})

function completion(challenge: SteeredChallenge, preview: CompletionPreview) {
  return {
    consequences: [...completionTexts(challenge, preview), payrolls(challenge).atItsEnd],
    pendingLabel: 'Completing...',
  }
}

/** Throws 404 for another path. */
function stepIn({ step }: Readonly<Record<string, string | undefined>>): Step {
  if (isStep(step)) return step
  throw data(null, { status: 404 })
}

/** The outcome of a command with what is said after it. */
async function saying<Value>(
  message: string | ((value: Value) => ToastContent),
  outcome: Promise<Outcome<Value>>,
): Promise<Outcome<string | ToastContent>> {
  const result = await outcome
  if (!result.ok) return result
  return done(typeof message === 'string' ? message : message(result.value))
}

function extendedToast({ message, deadline }: { message: string; deadline: string }): ToastContent {
  return { text: message, time: { label: 'New deadline', at: deadline } }
}
