import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { isOutage } from '#platform/database/outage.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { Busy } from '#platform/slots.ts'
import { type FormResponse, refusalStatus, refuseForm } from './form-action.server.ts'
import { logRefusal } from './log-refusal.server.ts'

/**
 * Runs a command for a form and adds the HTTP status of a refusal. An error is logged and becomes the refusal
 * `failed`: 503 while the database cannot be reached or no slot is free, otherwise 500.
 */
export async function runCommand<Value>(
  context: Readonly<RouterContextProvider>,
  failed: string,
  command: () => Promise<Outcome<Value>>,
) {
  try {
    const outcome = await command()
    if (outcome.ok) return outcome
    logRefusal(context, outcome)
    return { ...outcome, status: refusalStatus(outcome.code) }
  } catch (error) {
    if (isOutage(error) || error instanceof Busy) return { ...refused('busy', failed), status: 503 }
    context.get(servicesContext).log.error({ err: error }, failed)
    return { ...refused('busy', failed), status: 500 }
  }
}

/** Receives a form. An error returns its `input`, as it is by then, with the message `failed`. */
export async function receiveForm<Refused extends object>(
  context: Readonly<RouterContextProvider>,
  input: Refused,
  failed: string,
  receive: () => Promise<FormResponse<Refused>>,
): Promise<FormResponse<Refused>> {
  const outcome = await runCommand(context, failed, async () => done(await receive()))
  if (!outcome.ok) return refuseForm({ ...input, message: outcome.message }, outcome.status)
  const { answer, status } = outcome.value
  if (!answer.ok) logRefusal(context, { code: String(status), message: messageIn(answer) })
  return outcome.value
}

function messageIn(answer: object): string {
  const { message, errors } = answer as { message?: unknown; errors?: object }
  return String(message || Object.values(errors ?? {}).find(Boolean) || '')
}
