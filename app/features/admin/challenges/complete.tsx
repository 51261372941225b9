import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { LIFECYCLE_MESSAGES } from '#domain/lifecycle/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { CHALLENGES } from '../paths.ts'
import type { Route } from './+types/complete.ts'
import { completeConfirmation } from './confirmations.server.ts'
import { runChallengeAction } from './run-challenge-action.server.ts'
import { TITLES } from './titles.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  return completeConfirmation(context, params.id)
}

/** Completes a running challenge (CHL-32). */
export function action(args: Route.ActionArgs) {
  return runChallengeAction(args, completeChallenge, {
    done: (message) => String(message),
    failed: LIFECYCLE_MESSAGES.completeFailed,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, LIFECYCLE_MESSAGES.completeFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.complete, hidden: true })
}

export default function CompleteChallenge({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.complete} confirmation={loaderData} list={CHALLENGES} />
}
