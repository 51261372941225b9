import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { ConfirmCard } from '#app/parts/fields/confirm-form.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { deleteComment } from '#domain/comments/commands.server.ts'
import { type OwnComment, ownCommentById } from '#domain/comments/queries.server.ts'
import { COMMENT_MESSAGES } from '#domain/comments/rules.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/delete.ts'
import { commentPath, deleting, handleComment } from './comment-action.server.ts'

/** Where to go if the viewer does not see the submission any more. */
const WITHOUT_PLACE = { label: 'My Dojo', to: '/me' }

export async function loader(args: Route.LoaderArgs) {
  const { commentId } = args.params
  const { text, place } = await commentToDelete(args, commentId)
  const from = place ? { label: place.submissionTitle, to: commentPath(place) } : WITHOUT_PLACE
  return { commentId, text, from }
}

export async function action(args: Route.ActionArgs) {
  const { commentId } = args.params
  const { place } = await commentToDelete(args, commentId)
  const { db } = args.context.get(servicesContext)
  return handleComment(args, {
    fields: [],
    returnTo: place ? commentPath(place) : WITHOUT_PLACE.to,
    failed: COMMENT_MESSAGES.deleteFailed,
    memberLimit: deleting,
    run: () => deleteComment(db, scopeOf(args.context).viewer, commentId),
    done: () => ({
      to: place
        ? `/challenges/${place.challengeId}/submissions/${place.submissionId}#comments`
        : WITHOUT_PLACE.to,
      message: COMMENT_MESSAGES.deleted,
    }),
  })
}

/** The viewer's own comment, also one of a submission that was rejected since (TALK-3); 404 for others. */
async function commentToDelete(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  commentId: string,
): Promise<OwnComment> {
  const viewer = requireMember(request, context)
  const { db } = context.get(servicesContext)
  const comment = isId(commentId)
    ? await ownCommentById(db, { ...scopeOf(context), viewer }, commentId)
    : undefined
  if (!comment) throw data(null, { status: 404 })
  return comment
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, COMMENT_MESSAGES.deleteFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Delete Comment', hidden: true })
}

export default function DeleteComment({ loaderData, actionData }: Route.ComponentProps) {
  const { commentId, text, from } = loaderData
  return (
    <div className="page">
      <PageHeader title="Delete Comment" crumbs={[from]} />
      <ConfirmCard
        confirmation={{
          subject: text,
          consequences: ['Your comment is permanently deleted.', 'Replies of others stay.'],
          label: 'Delete Comment',
          pendingLabel: 'Deleting...',
          danger: true,
        }}
        action={`/comments/${commentId}/delete`}
        from={from.to}
        failure={actionData as Failure | undefined}
      />
    </div>
  )
}
