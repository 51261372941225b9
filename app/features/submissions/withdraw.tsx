import { data, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { maintenanceReasonOf } from '#app/forms/refusals.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { ErrorPage } from '#app/frame/errors/error-page.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { type Confirmation, ConfirmCard } from '#app/parts/fields/confirm-form.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { REWARDS } from '#domain/points/rules.ts'
import { WITHDRAWAL_MESSAGES, withdrawalRefusal } from '#domain/submissions/refusals.ts'
import { submissionToWithdraw, withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { limit } from '#platform/http/limits.server.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/withdraw.ts'
import { SubmissionError } from './submission-error.tsx'

const rateLimit = { points: 20, seconds: 600 }

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireMember(request, context)
  const { id, submissionId } = params
  const { db } = context.get(servicesContext)
  const submission =
    isId(id) && isId(submissionId)
      ? await submissionToWithdraw(db, scopeOf(context), id, submissionId)
      : undefined
  if (!submission) throw data(null, { status: 404 })
  const { title, challengeTitle } = submission
  // Not whether it has votes: the author would see when a hidden vote arrives.
  return { title, challengeTitle, refusal: withdrawalRefusal(submission) }
}

export async function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { id, submissionId } = params
  const { services, viewer } = await openMemberForm(args, {
    memberLimit: null,
    returnTo: `/challenges/${id}/submissions/${submissionId}/withdraw`,
  })
  if (!isId(id) || !isId(submissionId)) throw data(null, { status: 404 })
  const limitResult = await limit(services.db, 'submit', viewer.id, rateLimit)
  if (!limitResult.ok) {
    const headers = { 'Retry-After': String(limitResult.retryAfterSeconds) }
    return data({ message: 'Too many attempts. Please try again later.' }, { status: 429, headers })
  }
  const outcome = await runCommand(context, WITHDRAWAL_MESSAGES.failed, () =>
    withdrawSubmission(services, scopeOf(context), id, submissionId),
  )
  if (outcome.ok) {
    return redirect(
      `/challenges/${id}`,
      await withToast({ text: WITHDRAWAL_MESSAGES.withdrawn }, { status: 303 }),
    )
  }
  if (outcome.code === 'not-found') throw data(null, { status: 404 })
  return data({ message: outcome.message }, { status: outcome.status })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, WITHDRAWAL_MESSAGES.failed)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Withdraw Submission', hidden: true })
}

export default function Withdraw({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, challengeTitle, refusal } = loaderData
  const confirmation: Confirmation = {
    subject: `${isolated(title)}, in ${isolated(challengeTitle)}`,
    consequences: [
      'Your submission and its image are permanently deleted.',
      `You lose the ${REWARDS.submission} points for entering.`,
      'You can submit again until the deadline.',
    ],
    label: 'Withdraw Submission',
    pendingLabel: 'Withdrawing...',
    danger: true,
    refusal,
  }
  const submissionPath = `/challenges/${params.id}/submissions/${params.submissionId}`
  return (
    <div className="page">
      <PageHeader
        title="Withdraw Submission"
        crumbs={[
          { label: 'Challenges', to: '/challenges' },
          { label: challengeTitle, to: `/challenges/${params.id}` },
          { label: 'My Submission', to: submissionPath },
        ]}
      />
      <ConfirmCard
        confirmation={confirmation}
        action={`${submissionPath}/withdraw`}
        from={submissionPath}
        failure={actionData}
      />
    </div>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (maintenanceReasonOf(error)) return <ErrorPage status={503} />
  return <SubmissionError challengeId={params.id} error={error} />
}
