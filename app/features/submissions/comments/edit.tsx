import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { UnsavedGuard } from '#app/ui/browser/unsaved.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { editComment } from '#domain/comments/commands.server.ts'
import { COMMENT_LIMITS, COMMENT_MESSAGES } from '#domain/comments/rules.ts'
import { asTyped } from '#platform/text/text.ts'
import type { Route } from './+types/edit.ts'
import { commentPath, handleComment, ownComment } from './comment-action.server.ts'
import { CommentForm } from './comment-form.tsx'

export async function loader(args: Route.LoaderArgs) {
  const comment = await ownComment(args, args.params.commentId)
  return { comment, path: commentPath(comment) }
}

export async function action(args: Route.ActionArgs) {
  const { commentId } = args.params
  const comment = await ownComment(args, commentId)
  const { db } = args.context.get(servicesContext)
  return handleComment(args, {
    fields: ['text'],
    returnTo: commentPath(comment),
    failed: COMMENT_MESSAGES.saveFailed,
    run: (fields) => editComment(db, scopeOf(args.context), commentId, asTyped(fields.get('text'))),
    done: () => ({ to: commentPath(comment), message: COMMENT_MESSAGES.saved }),
  })
}

export function clientAction({ params, serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, COMMENT_MESSAGES.saveFailed, pathOf(params.commentId))
}

function pathOf(commentId: string): string {
  return `/comments/${commentId}/edit`
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Edit Comment', hidden: true })
}

/** Another comment has another form, also where the history leads straight to it. */
export default function EditComment(props: Route.ComponentProps) {
  return <EditPage key={props.loaderData.comment.id} {...props} />
}

function EditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { comment, path } = loaderData
  const refused = actionData as (Failure & { text?: string }) | undefined
  const pending = useNavigation().formMethod === 'POST'
  const [isChanged, setIsChanged] = useState(false)
  return (
    <div className="page">
      <PageHeader
        title="Edit Comment"
        subtitle={`A comment can be edited for ${COMMENT_LIMITS.editMinutes} minutes after it is published.`}
        crumbs={[{ label: comment.submissionTitle, to: path }]}
      />
      <Card className="max-w-160">
        {comment.mayEdit ? (
          <CommentForm
            Form={Form}
            action={pathOf(comment.id)}
            label="Your comment"
            button="Save"
            pending={pending}
            problem={refused?.message ?? null}
            text={refused?.text ?? comment.text ?? ''}
            typedAs={pathOf(comment.id)}
            isRefused={refused?.text !== undefined}
            onInput={() => setIsChanged(true)}
            autoFocus
            cancel={
              <ButtonLink to={path} variant="secondary" size="small">
                Cancel
              </ButtonLink>
            }
          />
        ) : (
          <Notice tone="bad">
            {COMMENT_MESSAGES.editEnded}. <TextLink to={path}>Back to the comment</TextLink>
          </Notice>
        )}
      </Card>
      <UnsavedGuard when={isChanged && !pending}>Your changes are not saved yet.</UnsavedGuard>
    </div>
  )
}
