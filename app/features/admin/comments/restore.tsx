import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { COMMENT_MESSAGES } from '#domain/comments/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { REPORTS } from '../paths.ts'
import type { Route } from './+types/restore.ts'
import { restore, restoreConfirmation } from './comment-actions.server.ts'

const TITLE = 'Restore Comment'

export function loader(args: Route.LoaderArgs) {
  return restoreConfirmation(args)
}

export function action(args: Route.ActionArgs) {
  return restore(args)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, COMMENT_MESSAGES.restoreFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLE, hidden: true })
}

export default function RestoreComment({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLE} confirmation={loaderData} list={REPORTS} />
}
