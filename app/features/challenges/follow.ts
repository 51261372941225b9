import { submitOrToast } from '#app/forms/submit.ts'
import { FOLLOW_MESSAGES, followChallenge } from '#domain/notifications/follows.server.ts'
import type { Route } from './+types/follow.ts'
import { handleFollow, redirectToChallenge } from './follow-action.server.ts'

/** Turns reminders of a challenge on (NOTE-6). */
export function action(args: Route.ActionArgs) {
  return handleFollow(args, followChallenge, FOLLOW_MESSAGES.followed)
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, 'Failed to follow the challenge. Please try again.')
}

export function loader(args: Route.LoaderArgs) {
  return redirectToChallenge(args)
}
