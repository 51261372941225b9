import { type ActionFunctionArgs, replace } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { openMemberForm, plainResponse } from '#app/forms/member-form.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Outcome } from '#platform/outcome.ts'

type Command = (db: Db, scope: Scope, challengeId: string) => Promise<Outcome<null>>

/** Runs `command` for the challenge, stores its outcome as a toast and redirects to the challenge. */
export async function handleFollow(
  args: ActionFunctionArgs,
  command: Command,
  message: string,
): Promise<Response> {
  const { id } = args.params
  if (!isId(id)) throw plainResponse(404, 'Not Found')
  const path = `/challenges/${id}`
  const { services } = await openMemberForm(args, {
    memberLimit: { name: 'follow', rateLimit: { points: 60, seconds: 60 } },
    returnTo: path,
  })
  const outcome = await command(services.db, scopeOf(args.context), id)
  if (!outcome.ok) logRefusal(args.context, outcome)
  const toast = outcome.ok ? { text: message } : { text: outcome.message, tone: 'bad' as const }
  return replace(path, await withToast(toast, { status: 303 }))
}

/** A GET of the address of an action redirects to the challenge. */
export function redirectToChallenge({ params }: { params: { id?: string } }): Response {
  if (!isId(params.id)) throw plainResponse(404, 'Not Found')
  return replace(`/challenges/${params.id}`)
}
