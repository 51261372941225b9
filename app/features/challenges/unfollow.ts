import { submitOrToast } from '#app/forms/submit.ts'
import { FOLLOW_MESSAGES, unfollowChallenge } from '#domain/notifications/follows.server.ts'
import type { Route } from './+types/unfollow.ts'
import { handleFollow, redirectToChallenge } from './follow-action.server.ts'

/** Turns reminders of a challenge off (NOTE-6). */
export function action(args: Route.ActionArgs) {
  return handleFollow(args, unfollowChallenge, FOLLOW_MESSAGES.unfollowed)
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, 'Failed to end the reminders. Please try again.')
}

export function loader(args: Route.LoaderArgs) {
  return redirectToChallenge(args)
}
