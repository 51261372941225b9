import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { LIFECYCLE_MESSAGES } from '#domain/lifecycle/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { CHALLENGES } from '../paths.ts'
import type { Route } from './+types/extend.ts'
import { extendConfirmation } from './confirmations.server.ts'
import { runChallengeAction } from './run-challenge-action.server.ts'
import { TITLES } from './titles.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  return extendConfirmation(context, params.id)
}

/** Extends a challenge by a week (CHL-28). */
export function action(args: Route.ActionArgs) {
  return runChallengeAction(args, extendChallenge, {
    done: ({ message, deadline }) => ({
      text: message,
      time: { label: 'New deadline', at: deadline },
    }),
    failed: LIFECYCLE_MESSAGES.extendFailed,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, LIFECYCLE_MESSAGES.extendFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.extend, hidden: true })
}

export default function ExtendChallenge({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.extend} confirmation={loaderData} list={CHALLENGES} />
}
