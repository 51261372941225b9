import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import type { Route } from './+types/hold.ts'
import { hold, holdConfirmation } from './desk-actions.server.ts'
import { INTEGRITY, TITLES } from './paths.ts'

export function loader(args: Route.LoaderArgs) {
  return holdConfirmation(args)
}

export function action(args: Route.ActionArgs) {
  return hold(args)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, INTEGRITY_MESSAGES.holdFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.hold, hidden: true })
}

export default function Hold({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.hold} confirmation={loaderData} list={INTEGRITY} />
}
