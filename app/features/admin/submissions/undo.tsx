import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { MODERATION_MESSAGES, undoneMessage } from '#domain/moderation/rules.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { SUBMISSIONS } from '../paths.ts'
import type { Route } from './+types/undo.ts'
import { undoConfirmation } from './confirmations.server.ts'
import { moderateSubmission } from './moderate-submission.server.ts'
import { TITLES } from './statuses.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return undoConfirmation(context, admin, params.id)
}

/** Undoes the approval or rejection of a submission (SUB-65). */
export function action(args: Route.ActionArgs) {
  return moderateSubmission(args, {
    command: undoModeration,
    fields: ['judgement'],
    done: undoneMessage,
    isSilentInQueue: ({ missingVotes }) => !missingVotes,
    failed: MODERATION_MESSAGES.undoFailed,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MODERATION_MESSAGES.undoFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.undo, hidden: true })
}

export default function UndoModeration({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.undo} confirmation={loaderData} list={SUBMISSIONS} />
}
