import type { ToastContent } from '#app/forms/flash.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import {
  cancelChallenge,
  closeEntries,
  completeChallenge,
  extendChallenge,
  openChallenge,
  reopenChallenge,
  startVoting,
} from '#domain/lifecycle/commands.server.ts'
import { completionPreview } from '#domain/lifecycle/completion.server.ts'
import { REOPEN_DAYS, type Step, stepRefusal } from '#domain/lifecycle/rules.ts'
import { membersTold, steeredChallenge } from '#domain/lifecycle/steering.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import { confirmedAction, confirmedActions, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { OWN_CONTEST } from '../confirmation/own-contest.ts'
import { versionIn } from '../confirmation/run-admin-action.server.ts'
import { CHALLENGES_PATH, challengeLink } from '../paths.ts'
import { completionTexts } from './completion-texts.ts'
import { QUESTIONS } from './step-questions.server.ts'
import { payrolls, STEP_NAMES } from './steps.ts'

const told = 'Those who rely on the dates are told.'

/** The steps of a challenge, such as to close its entries (CHL-77 to CHL-79). */
export const steps = confirmedActions('step', {
  open: stepAction('open', 'Challenge opened.', openChallenge),
  'close-entries': stepAction('close-entries', `Entries closed. ${told}`, closeEntries),
  'start-voting': stepAction('start-voting', `Voting started. ${told}`, startVoting),
  extend: stepAction('extend', extendedToast, extendChallenge),
  complete: stepAction('complete', (message) => message, completeChallenge),
  cancel: stepAction(
    'cancel',
    'Challenge canceled. Your message is on its way.',
    (db, scope, id, version, fields) => cancelChallenge(db, scope, id, reasonIn(fields), version),
  ),
  reopen: stepAction('reopen', `Challenge reopened. ${told}`, (db, scope, id, version, fields) =>
    reopenChallenge(db, scope, id, daysIn(fields), version),
  ),
} satisfies Record<Step, unknown>)

type Command<Value> = (
  db: Db,
  scope: Scope,
  id: string,
  version: number,
  fields: FormData,
) => Promise<Outcome<Value>>

function stepAction<Value>(
  step: Step,
  done: string | ((value: Value) => string | ToastContent),
  command: Command<Value>,
) {
  const { title, failed } = STEP_NAMES[step]
  return confirmedAction({
    list: CHALLENGES_PATH,
    missing: CHALLENGE_MESSAGES.notFound,
    fields: ['version', 'reason', 'days'],
    done,
    failed,
    page: challengeLink,
    load: ({ db, admin }, id) => steeredChallenge(db, admin, id),
    async confirm(challenge, { db, admin, context, params }) {
      const id = params.id ?? ''
      const asked =
        step === 'complete'
          ? {
              consequences: [
                ...completionTexts(challenge, await completionPreview(db, scopeOf(context), id)),
                payrolls(challenge).atItsEnd,
                'Members who follow it or have entered are told the result.',
              ],
              pendingLabel: 'Completing...',
            }
          : QUESTIONS[step]({ ...challenge, told: await membersTold(db, admin, id) })
      return {
        subject: challenge.title,
        label: title,
        version: challenge.version,
        refusal: stepRefusal(step, challenge, challenge.now),
        ...asked,
        consequences: [...asked.consequences, challenge.isOwn && OWN_CONTEST],
      }
    },
    run: ({ db, context }, id, fields) => command(db, scopeOf(context), id, versionIn(fields), fields),
  })
}

function daysIn(fields: FormData): number {
  return REOPEN_DAYS.find((count) => String(count) === fields.get('days')) ?? 0
}

function extendedToast({ message, deadline }: { message: string; deadline: string }): ToastContent {
  return { text: message, time: { label: 'New deadline', at: deadline } }
}
