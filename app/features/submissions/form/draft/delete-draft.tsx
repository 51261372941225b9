import { data, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { ConfirmCard } from '#app/parts/fields/confirm-form.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { deleteDraft, draftOf } from '#domain/submissions/drafts.server.ts'
import { DRAFT_MESSAGES as MESSAGES } from '#domain/submissions/drafts.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/delete-draft.ts'
import { draftLimit } from './draft.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db } = context.get(servicesContext)
  const draft = isId(params.id) ? await draftOf(db, viewer, params.id) : undefined
  if (!draft) throw data(null, { status: 404 })
  return { title: draft.title, challenge: draft.challengeTitle }
}

export async function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { services, viewer } = await openMemberForm(args, { memberLimit: draftLimit, returnTo: '/me' })
  if (!isId(params.id)) throw data(null, { status: 404 })
  const outcome = await runCommand(context, MESSAGES.deleteFailed, () =>
    deleteDraft(services, viewer, params.id),
  )
  if (!outcome.ok) return data<Failure>({ message: outcome.message }, { status: outcome.status })
  return redirect('/me', await withToast({ text: MESSAGES.deleted }, { status: 303 }))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.deleteFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Delete Draft', hidden: true })
}

export default function DeleteDraft({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, challenge } = loaderData
  const submitPath = `/challenges/${params.id}/submit`
  return (
    <div className="page">
      <PageHeader title="Delete Draft" crumbs={[{ label: challenge, to: submitPath }]} />
      <ConfirmCard
        confirmation={{
          subject: `${isolated(title || 'Draft without a title')}, for ${isolated(challenge)}`,
          consequences: ['Your draft and its image are permanently deleted.'],
          label: 'Delete Draft',
          pendingLabel: 'Deleting...',
          danger: true,
        }}
        action={`/challenges/${params.id}/draft/delete`}
        from={submitPath}
        failure={actionData}
      />
    </div>
  )
}
