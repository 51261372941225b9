import { adminOf } from '#app/middleware/viewer.server.ts'
import { MODERATION_MESSAGES, undoneMessage } from '#domain/moderation/rules.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { TITLES } from '../statuses.ts'
import type { Route } from './+types/undo.ts'
import { undoConfirmation } from './confirmations.server.ts'
import { moderateSubmission } from './moderate-submission.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.undo,
  list: SUBMISSIONS,
  failed: MODERATION_MESSAGES.undoFailed,
})

export { clientAction, meta, shouldRevalidate }
export default Page

export function loader({ params, context }: Route.LoaderArgs) {
  return undoConfirmation(context, adminOf(context), params.id)
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
