import { data, type RouterContextProvider, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { type CommentInContext, commentById } from '#domain/comments/queries.server.ts'
import { limit } from '#platform/http/limits.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'

interface RouteArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

const writing = { name: 'comment', rateLimit: { points: 10, seconds: 300 } }
/** Counted apart, so that writing does not delay it. */
export const deleting = { name: 'comment-delete', rateLimit: { points: 100, seconds: 300 } }

interface CommentAction<Value> {
  fields: readonly string[]
  returnTo: string
  failed: string
  /** By default the limit of writing. */
  memberLimit?: typeof writing
  run(fields: FormData): Promise<Outcome<Value>>
  done(value: Value, fields: FormData): { to: string; message: string }
}

/** Runs a command on a comment from its form. A refusal returns to the form with its message and the text. */
export async function handleComment<Value>(args: RouteArgs, action: CommentAction<Value>) {
  const { services, viewer, fields } = await openMemberForm(args, {
    fields: action.fields,
    memberLimit: null,
    returnTo: action.returnTo,
  })
  // What the page of a refusal without scripts shows and sends again.
  const typed = { text: asTyped(fields.get('text')), parent: fields.get('parent')?.toString() }
  const { name, rateLimit } = action.memberLimit ?? writing
  const limited = await limit(services.db, name, viewer.id, rateLimit)
  if (!limited.ok) {
    const headers = { 'Retry-After': String(limited.retryAfterSeconds) }
    const message = `You write very fast. Please try again in ${limited.retryAfterSeconds} seconds.`
    return data({ message, ...typed }, { status: 429, headers })
  }
  const outcome = await runCommand(args.context, action.failed, () => action.run(fields))
  if (!outcome.ok) return data({ message: outcome.message, ...typed }, { status: outcome.status })
  const { to, message } = action.done(outcome.value, fields)
  return redirect(to, await withToast({ text: message }, { status: 303 }))
}

/** The viewer's own comment that the URL names; 404 for others. */
export async function ownComment(
  { request, context }: RouteArgs,
  commentId: string,
): Promise<CommentInContext> {
  const viewer = requireMember(request, context)
  const { db } = context.get(servicesContext)
  const comment = isId(commentId)
    ? await commentById(db, { ...scopeOf(context), viewer }, commentId)
    : undefined
  if (!comment?.mayDelete) throw data(null, { status: 404 })
  return comment
}

/** Where a comment is shown with its thread. */
export function commentPath({
  challengeId,
  submissionId,
  threadId,
  id,
}: Pick<CommentInContext, 'challengeId' | 'submissionId' | 'threadId' | 'id'>): string {
  return `/challenges/${challengeId}/submissions/${submissionId}?thread=${threadId}#comment-${id}`
}
