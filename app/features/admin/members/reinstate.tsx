import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { SUSPENSION_MESSAGES } from '#domain/accounts/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import type { Route } from './+types/reinstate.ts'
import { reinstate, reinstateConfirmation } from './account-actions.server.ts'
import { ACCOUNT_ACTIONS, LEADERBOARD_PATH } from './paths.ts'

export function loader(args: Route.LoaderArgs) {
  return reinstateConfirmation(args)
}

export function action(args: Route.ActionArgs) {
  return reinstate(args)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, SUSPENSION_MESSAGES.reinstateFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: ACCOUNT_ACTIONS.reinstate, hidden: true })
}

export default function ReinstateMember({ loaderData }: Route.ComponentProps) {
  const list = { to: LEADERBOARD_PATH, label: 'Leaderboard' }
  return <ConfirmPage title={ACCOUNT_ACTIONS.reinstate} confirmation={loaderData} list={list} />
}
