import type { ToastContent } from '#app/forms/flash.server.ts'
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
import { failedMessage, type Step } from '#domain/lifecycle/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import { reasonIn } from '../confirmation/confirmed-action.server.ts'
import { type ActionArgs, runChallengeAction } from './run-challenge-action.server.ts'

type Run = (
  db: Db,
  scope: Scope,
  id: string,
  version: number,
  fields: FormData,
) => Promise<Outcome<string | ToastContent>>

/** Takes a step on the challenge of the URL (CHL-77 to CHL-79), in the version that the administrator saw. */
export function runStep(args: ActionArgs, step: Step) {
  return runChallengeAction(args, RUNS[step], {
    fields: ['version', ...(FIELDS[step] ?? [])],
    done: (message) => message,
    failed: failedMessage(step),
  })
}

const FIELDS: Partial<Record<Step, string[]>> = { cancel: ['reason'], reopen: ['days'] }

const RUNS: Record<Step, Run> = {
  open: saying('Challenge opened.', openChallenge),
  'close-entries': saying('Entries closed. Those who rely on the dates are told.', closeEntries),
  'start-voting': saying('Voting started. Those who rely on the dates are told.', startVoting),
  complete: completeChallenge,
  extend: async (...call) => {
    const outcome = await extendChallenge(...withoutFields(call))
    if (!outcome.ok) return outcome
    const { message: text, deadline } = outcome.value
    return { ok: true, value: { text, time: { label: 'New deadline', at: deadline } } }
  },
  cancel: saying('Challenge canceled. Your message is on its way.', (db, scope, id, version, fields) =>
    cancelChallenge(db, scope, id, reasonIn(fields), version),
  ),
  reopen: saying(
    'Challenge reopened. Those who rely on the dates are told.',
    (db, scope, id, version, fields) =>
      reopenChallenge(db, scope, id, Number(fields.get('days') ?? ''), version),
  ),
}

function saying(
  text: string,
  run: (db: Db, scope: Scope, id: string, version: number, fields: FormData) => Promise<Outcome<null>>,
): Run {
  return async (...call) => {
    const outcome = await run(...call)
    return outcome.ok ? { ok: true, value: text } : outcome
  }
}

function withoutFields([db, scope, id, version]: Parameters<Run>): [Db, Scope, string, number] {
  return [db, scope, id, version]
}
