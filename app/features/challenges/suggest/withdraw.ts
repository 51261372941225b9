import { redirect } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { withdrawSuggestion } from '#domain/suggestions/commands.server.ts'
import { SUGGESTION_MESSAGES as MESSAGES } from '#domain/suggestions/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import type { Route } from './+types/withdraw.ts'
import { SUGGEST_PATH } from './paths.ts'

/** Withdraws an open suggestion of the member (CHL-88). */
export async function action(args: Route.ActionArgs) {
  const { services, viewer } = await openMemberForm(args, { returnTo: SUGGEST_PATH })
  const { id } = args.params
  const outcome = await runCommand(args.context, MESSAGES.withdrawFailed, async () =>
    isId(id) ? withdrawSuggestion(services.db, viewer, id) : refused('not-found', MESSAGES.notFound),
  )
  const toast = outcome.ok ? { text: MESSAGES.withdrawn } : { text: outcome.message, tone: 'bad' as const }
  return redirect(SUGGEST_PATH, await withToast(toast, { status: 303 }))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.withdrawFailed)
}

export function loader() {
  return redirect(SUGGEST_PATH)
}
