import { requireAdmin } from '#app/session.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { MESSAGES } from '#domain/lifecycle/rules.ts'
import { ConfirmPage } from '../lists/confirm-page.tsx'
import { staysAsAsked } from '../lists/confirmation.ts'
import { orMessage } from '../lists/or-message.ts'
import { CHALLENGES } from '../places.ts'
import type { Route } from './+types/extend.ts'
import { carryOutOn } from './carry-out-on.server.ts'
import { extendQuestion } from './deeds.server.ts'
import { TITLES } from './deeds.ts'

export function loader({ request, params, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return extendQuestion(context, params.id)
}

/** Gives a challenge another week (CHL-28). */
export function action(args: Route.ActionArgs) {
  return carryOutOn(args, extendChallenge, {
    done: MESSAGES.extended,
    failed: MESSAGES.extendFailed,
    versioned: true,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orMessage(serverAction, MESSAGES.extendFailed)
}

export const shouldRevalidate = staysAsAsked

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.extend, hidden: true })
}

export default function ExtendChallenge({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.extend} confirmation={loaderData} list={CHALLENGES} />
}
