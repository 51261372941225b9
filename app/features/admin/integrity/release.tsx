import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import type { Route } from './+types/release.ts'
import { release, releaseConfirmation } from './desk-actions.server.ts'
import { INTEGRITY, TITLES } from './paths.ts'

export function loader(args: Route.LoaderArgs) {
  return releaseConfirmation(args)
}

export function action(args: Route.ActionArgs) {
  return release(args)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, INTEGRITY_MESSAGES.releaseFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.release, hidden: true })
}

export default function Release({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.release} confirmation={loaderData} list={INTEGRITY} />
}
