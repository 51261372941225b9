import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ROLE_MESSAGES } from '#domain/roles/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { PEOPLE } from '../paths.ts'
import type { Route } from './+types/change.ts'
import { change, changeIn } from './change.server.ts'
import { CHANGES, isChange } from './paths.ts'

export function loader(args: Route.LoaderArgs) {
  changeIn(args.params)
  return change.loader(args)
}

/** Who took the own role is led home: the list is closed to them. */
export async function action(args: Route.ActionArgs) {
  const isOwn = args.params.userId.toLowerCase() === adminOf(args.context).id
  const answer = await change.action(args)
  if (isOwn && answer instanceof Response) answer.headers.set('Location', '/')
  return answer
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, ROLE_MESSAGES.failed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: titleOf(args.params), hidden: true })
}

export default function ChangeRole({ loaderData, params }: Route.ComponentProps) {
  return <ConfirmPage title={titleOf(params)} confirmation={loaderData} list={PEOPLE} />
}

function titleOf({ role }: { role?: string }): string {
  return isChange(role) ? CHANGES[role] : PEOPLE.label
}
