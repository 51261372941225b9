import { requireAdmin } from '#app/session.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { deleteDraft } from '#domain/challenges/commands.server.ts'
import { MESSAGES } from '#domain/challenges/rules.ts'
import { ConfirmPage } from '../lists/confirm-page.tsx'
import { staysAsAsked } from '../lists/confirmation.ts'
import { orMessage } from '../lists/or-message.ts'
import { CHALLENGES } from '../places.ts'
import type { Route } from './+types/delete.ts'
import { carryOutOn } from './carry-out-on.server.ts'
import { deleteQuestion } from './deeds.server.ts'
import { TITLES } from './deeds.ts'

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
