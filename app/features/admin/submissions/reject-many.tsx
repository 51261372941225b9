import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { SUBMISSIONS } from '../paths.ts'
import type { Route } from './+types/reject-many.ts'
import { BULK_REJECT, bulkConfirmation, judgeChosen } from './bulk-actions.server.ts'
import { TITLES } from './statuses.ts'

export function loader(args: Route.LoaderArgs) {
  return bulkConfirmation(args, BULK_REJECT)
}

/** Rejects the chosen submissions (SUB-71). */
export function action(args: Route.ActionArgs) {
  return judgeChosen(args, BULK_REJECT)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, 'Failed to reject submissions')
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.rejectMany, hidden: true })
}

export default function RejectSubmissions({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.rejectMany} confirmation={loaderData} list={SUBMISSIONS} />
}
