import { orMessage } from '#app/forms/submit-or-message.ts'
import { requireAdmin } from '#app/middleware/viewer.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { MESSAGES } from '#domain/lifecycle/rules.ts'
import { ConfirmPage } from '../components/confirm-page.tsx'
import { staysAsAsked } from '../components/confirmation.ts'
import { CHALLENGES } from '../paths.ts'
import type { Route } from './+types/complete.ts'
import { completeQuestion } from './confirmations.server.ts'
import { carryOutOn } from './run-challenge-action.server.ts'
import { TITLES } from './titles.ts'

export function loader({ request, params, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return completeQuestion(context, params.id)
}

/** Completes a running challenge by hand (CHL-32). */
export function action(args: Route.ActionArgs) {
  return carryOutOn(args, completeChallenge, { done: MESSAGES.completed, failed: MESSAGES.completeFailed })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orMessage(serverAction, MESSAGES.completeFailed)
}

export const shouldRevalidate = staysAsAsked

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.complete, hidden: true })
}

export default function CompleteChallenge({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.complete} confirmation={loaderData} list={CHALLENGES} />
}
