import { replace } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { submitOrToast } from '#app/forms/submit.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { FOLLOW_MESSAGES, followChallenge, unfollowChallenge } from '#domain/notifications/follows.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/follow.ts'

/** Turns reminders of a challenge on or off (NOTE-6). */
export async function action(args: Route.ActionArgs) {
  const path = pathOf(args.params)
  const { services } = await openMemberForm(args, {
    memberLimit: { name: 'follow', rateLimit: { points: 60, seconds: 60 } },
    returnTo: path,
  })
  const isOn = args.pattern.endsWith('/follow')
  const command = isOn ? followChallenge : unfollowChallenge
  const outcome = await command(services.db, scopeOf(args.context), args.params.id)
  if (!outcome.ok) logRefusal(args.context, outcome)
  const toast = outcome.ok
    ? { text: isOn ? FOLLOW_MESSAGES.followed : FOLLOW_MESSAGES.unfollowed }
    : { text: outcome.message, tone: 'bad' as const }
  return replace(path, await withToast(toast, { status: 303 }))
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, 'Failed to change the reminder. Please try again.')
}

export function loader({ params }: Route.LoaderArgs) {
  return replace(pathOf(params))
}

function pathOf({ id }: { id: string }): string {
  if (!isId(id)) throw textResponse(404, 'Not Found')
  return `/challenges/${id}`
}
