import { orMessage } from '#app/forms/submit-or-message.ts'
import { requireAdmin } from '#app/middleware/viewer.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { deleteDraft } from '#domain/challenges/commands.server.ts'
import { MESSAGES } from '#domain/challenges/rules.ts'
import { ConfirmPage } from '../components/confirm-page.tsx'
import { staysAsAsked } from '../components/confirmation.ts'
import { CHALLENGES } from '../paths.ts'
import type { Route } from './+types/delete.ts'
import { deleteQuestion } from './confirmations.server.ts'
import { carryOutOn } from './run-challenge-action.server.ts'
import { TITLES } from './titles.ts'

export function loader({ request, params, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return deleteQuestion(context, params.id)
}

/** Deletes a draft (ADM-16). */
export function action(args: Route.ActionArgs) {
  return carryOutOn(args, deleteDraft, { done: MESSAGES.deleted, failed: MESSAGES.deleteFailed })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orMessage(serverAction, MESSAGES.deleteFailed)
}

export const shouldRevalidate = staysAsAsked

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.remove, hidden: true })
}

export default function DeleteChallenge({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.remove} confirmation={loaderData} list={CHALLENGES} />
}
