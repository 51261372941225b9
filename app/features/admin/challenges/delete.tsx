import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { deleteChallenge } from '#domain/challenges/commands.server.ts'
import { DELETION_MESSAGES } from '#domain/challenges/deletion.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { CHALLENGES } from '../paths.ts'
import type { Route } from './+types/delete.ts'
import { deleteConfirmation } from './confirmations.server.ts'
import { runChallengeAction } from './run-challenge-action.server.ts'
import { TITLES } from './titles.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  return deleteConfirmation(context, params.id)
}

/** Deletes a challenge without entries (ADM-16). */
export function action(args: Route.ActionArgs) {
  return runChallengeAction(args, deleteChallenge, {
    done: DELETION_MESSAGES.deleted,
    failed: DELETION_MESSAGES.failed,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, DELETION_MESSAGES.failed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.remove, hidden: true })
}

export default function DeleteChallenge({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.remove} confirmation={loaderData} list={CHALLENGES} />
}
