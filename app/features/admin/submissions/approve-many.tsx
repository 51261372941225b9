import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { SUBMISSIONS } from '../paths.ts'
import type { Route } from './+types/approve-many.ts'
import { BULK_APPROVE, bulkConfirmation, judgeChosen } from './bulk-actions.server.ts'
import { TITLES } from './statuses.ts'

export function loader(args: Route.LoaderArgs) {
  return bulkConfirmation(args, BULK_APPROVE)
}

/** Approves the chosen submissions (SUB-71). */
export function action(args: Route.ActionArgs) {
  return judgeChosen(args, BULK_APPROVE)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, 'Failed to approve submissions')
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.approveMany, hidden: true })
}

export default function ApproveSubmissions({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.approveMany} confirmation={loaderData} list={SUBMISSIONS} />
}
