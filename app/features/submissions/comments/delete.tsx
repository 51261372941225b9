import { Form, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmForm } from '#app/ui/confirm-form.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { deleteComment } from '#domain/comments/commands.server.ts'
import { COMMENT_MESSAGES } from '#domain/comments/rules.ts'
import type { Route } from './+types/delete.ts'
import { commentPath, handleComment, ownComment } from './comment-action.server.ts'

export async function loader(args: Route.LoaderArgs) {
  const comment = await ownComment(args, args.params.commentId)
  return { comment, path: commentPath(comment) }
}

export async function action(args: Route.ActionArgs) {
  const { commentId } = args.params
  const comment = await ownComment(args, commentId)
  const { challengeId, submissionId } = comment
  const { db } = args.context.get(servicesContext)
  return handleComment(args, {
    fields: [],
    returnTo: commentPath(comment),
    failed: COMMENT_MESSAGES.deleteFailed,
    run: () => deleteComment(db, scopeOf(args.context).viewer, commentId),
    done: () => ({
      to: `/challenges/${challengeId}/submissions/${submissionId}#comments`,
      message: COMMENT_MESSAGES.deleted,
    }),
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, COMMENT_MESSAGES.deleteFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Delete Comment', hidden: true })
}

export default function DeleteComment({ loaderData, actionData }: Route.ComponentProps) {
  const { comment, path } = loaderData
  return (
    <div className="page">
      <PageHeader title="Delete Comment" crumbs={[{ label: comment.submissionTitle, to: path }]} />
      <Card className="max-w-160">
        <ConfirmForm
          confirmation={{
            subject: comment.text ?? '',
            consequences: ['Your comment is permanently deleted.', 'Replies of others stay.'],
            label: 'Delete Comment',
            pendingLabel: 'Deleting...',
            danger: true,
          }}
          Form={Form}
          action={`/comments/${comment.id}/delete`}
          pending={useNavigation().formMethod === 'POST'}
          failure={actionData as Failure | undefined}
          cancel={
            <ButtonLink to={path} variant="secondary">
              Cancel
            </ButtonLink>
          }
        />
      </Card>
    </div>
  )
}
