import { replace } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { openMemberForm, requireWithinLimit } from '#app/forms/member-form.server.ts'
import { submitOrToast } from '#app/forms/submit.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { addToShortlist, removeFromShortlist } from '#domain/ballot/shortlist.server.ts'
import { castVote, moveVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { limitHere } from '#platform/http/limits.server.ts'
import { safePath } from '#platform/http/return-to.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/ballot-action.ts'

/** By the last word of the address. Without a message the page shows the change itself. */
const actions = {
  vote: { command: castVote, message: VOTING_MESSAGES.voted, limit: 'vote' },
  'move-vote': { command: moveVote, message: VOTING_MESSAGES.moved, limit: 'vote' },
  unvote: { command: withdrawVote, message: VOTING_MESSAGES.withdrawn, limit: 'vote' },
  shortlist: { command: addToShortlist, message: null, limit: 'shortlist' },
  unshortlist: { command: removeFromShortlist, message: null, limit: 'shortlist' },
}

const rateLimit = { points: 60, seconds: 60 }

/**
 * Votes for the submission, withdraws or moves the vote to it (VOTE-4, VOTE-8, VOTE-23), or changes the shortlist
 * (VOTE-28). Redirects to `from`, a path of this site, or to the submission, with a toast. Visitors sign in first.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { request, params, context } = args
  if (request.method !== 'POST') throw textResponse(405, 'Method Not Allowed', { Allow: 'GET, HEAD, POST' })
  const returnTo = pathOf(params)
  const { command, message, limit } = actions[verbOf(args)]
  const form = { fields: ['from'], memberLimit: null, returnTo }
  const { services, viewer, fields } = await openMemberForm(args, form)
  requireWithinLimit(limitHere(limit, viewer.id, rateLimit))
  const address = clientAddress(request)
  const outcome = await command(services.db, scopeOf(context), params.id, params.submissionId, address)
  if (!outcome.ok) logRefusal(context, outcome)
  const from = fields.get('from')
  const target = from === null ? returnTo : safePath(from)
  if (outcome.ok && message === null) return replace(target, 303)
  const toast = outcome.ok ? { text: message ?? '' } : { text: outcome.message, tone: 'bad' as const }
  return replace(target, await withToast(toast, { status: 303 }))
}

export function clientAction(args: Route.ClientActionArgs) {
  const verb = verbOf(args)
  if (verb.endsWith('shortlist'))
    return submitOrToast(args, 'Failed to change your shortlist. Please try again.')
  return submitOrToast(args, verb === 'unvote' ? VOTING_MESSAGES.withdrawalFailed : VOTING_MESSAGES.failed)
}

export function loader({ params }: Route.LoaderArgs): Response {
  return replace(pathOf(params))
}

function verbOf({ pattern }: { pattern: string }): keyof typeof actions {
  return pattern.slice(pattern.lastIndexOf('/') + 1) as keyof typeof actions
}

function pathOf({ id, submissionId }: { id: string; submissionId: string }): string {
  if (!isId(id) || !isId(submissionId)) throw textResponse(404, 'Not Found')
  return `/challenges/${id}/submissions/${submissionId}`
}
