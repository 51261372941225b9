import { data, Form, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { submissionPath } from '#app/parts/paths.ts'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { addComment } from '#domain/comments/commands.server.ts'
import { COMMENT_MESSAGES } from '#domain/comments/rules.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { safePath } from '#platform/http/return-to.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { SubmissionError } from '../submission-error.tsx'
import type { Route } from './+types/add.ts'
import { handleComment } from './comment-action.server.ts'
import { CommentForm } from './comment-form.tsx'
import { typedCommentAs } from './params.ts'

/** The form as a page, for refusals without scripts. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireMember(request, context)
  const { id, submissionId } = params
  const { db } = context.get(servicesContext)
  const submission =
    isId(id) && isId(submissionId)
      ? await submissionDetail(db, scopeOf(context), id, submissionId)
      : undefined
  if (!submission) throw data(null, { status: 404 })
  return { title: submission.title }
}

export function action(args: Route.ActionArgs) {
  const { id: challengeId, submissionId } = args.params
  if (!isId(challengeId) || !isId(submissionId)) throw data(null, { status: 404 })
  const path = pathOf(args.params)
  const { db } = args.context.get(servicesContext)
  return handleComment(args, {
    fields: ['text', 'parent', 'from'],
    returnTo: path,
    failed: COMMENT_MESSAGES.addFailed,
    async run(fields) {
      const parent = fields.get('parent')
      const parentId = parent === null ? null : String(parent)
      if (parentId !== null && !isId(parentId)) return refused('conflict', COMMENT_MESSAGES.notAnswerable)
      const text = asTyped(fields.get('text'))
      return addComment(db, scopeOf(args.context), { challengeId, submissionId, parentId, text })
    },
    done({ id, threadId }, fields) {
      const from = safePath(fields.get('from'))
      const isReply = threadId !== id
      const page = isReply && from.startsWith(`${path}?`) ? from : path
      return { to: `${page}#comment-${id}`, message: COMMENT_MESSAGES.added }
    },
  })
}

export async function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  const parent = (await request.clone().formData()).get('parent')
  return submitOrMessage(serverAction, COMMENT_MESSAGES.addFailed, typedCommentAs(pathOf(params), parent))
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Write a Comment', hidden: true })
}

export default function AddComment({ loaderData, actionData, params }: Route.ComponentProps) {
  const refused = actionData as (Failure & { text?: string; parent?: string }) | undefined
  const path = pathOf(params)
  return (
    <div className="page">
      <PageHeader title="Write a Comment" crumbs={[{ label: loaderData.title, to: path }]} />
      <Card className="max-w-160">
        <CommentForm
          Form={Form}
          action={`${path}/comments`}
          label="Your comment"
          button="Comment"
          pending={useNavigation().formMethod === 'POST'}
          problem={refused?.message ?? null}
          text={refused?.text}
          hiddenFields={refused?.parent ? { parent: refused.parent } : {}}
          typedAs={typedCommentAs(path, refused?.parent)}
          isRefused={refused !== undefined}
        />
      </Card>
    </div>
  )
}

function pathOf({ id, submissionId }: Route.LoaderArgs['params']): string {
  return submissionPath({ id: submissionId, challengeId: id })
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <SubmissionError challengeId={params.id} error={error} />
}
