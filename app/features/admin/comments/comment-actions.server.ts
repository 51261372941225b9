import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { hideComment, restoreComment } from '#domain/comments/commands.server.ts'
import { commentById } from '#domain/comments/queries.server.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#domain/comments/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { ownContest } from '../confirmation/own-contest.server.ts'
import { notFoundConfirmation, runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { REPORTS } from '../paths.ts'

interface Args {
  request: Request
  params: { id: string }
  context: Readonly<RouterContextProvider>
}

export async function hideConfirmation(args: Args) {
  return confirmationOf(args, {
    consequences: ['Only its author and administrators see the comment then.', 'It can be restored.'],
    label: 'Hide Comment',
    pendingLabel: 'Hiding...',
    danger: true,
    requiredReason: 'The author of the comment reads it.',
  })
}

export async function restoreConfirmation(args: Args) {
  return confirmationOf(args, {
    consequences: ['Everyone who sees the submission sees the comment again.'],
    label: 'Restore Comment',
    pendingLabel: 'Restoring...',
  })
}

async function confirmationOf({ params, context }: Args, confirmation: Omit<Confirmation, 'subject'>) {
  adminOf(context)
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const comment = isId(params.id) ? await commentById(db, scope, params.id) : undefined
  if (!comment?.text) return notFoundConfirmation(MESSAGES.noComment)
  const consequences = [...confirmation.consequences, ...(await ownContest(db, scope, comment.challengeId))]
  return { ...confirmation, consequences, subject: comment.text }
}

export function hide({ request, params, context }: Args) {
  const { db } = context.get(servicesContext)
  return runAdminAction(
    { request, context },
    {
      list: REPORTS.to,
      fields: ['reason'],
      done: MESSAGES.hidden,
      failed: MESSAGES.hideFailed,
      run: async (fields) =>
        isId(params.id)
          ? hideComment(db, scopeOf(context).viewer, params.id, String(fields.get('reason') ?? ''))
          : refused('not-found', MESSAGES.noComment),
    },
  )
}

export function restore({ request, params, context }: Args) {
  const { db } = context.get(servicesContext)
  return runAdminAction(
    { request, context },
    {
      list: REPORTS.to,
      done: MESSAGES.restored,
      failed: MESSAGES.restoreFailed,
      run: async () =>
        isId(params.id)
          ? restoreComment(db, scopeOf(context), params.id)
          : refused('not-found', MESSAGES.noComment),
    },
  )
}
