import { data, Form, isRouteErrorResponse, redirect, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { refusalStatus } from '#app/forms/form-action.server.ts'
import { FormProblem } from '#app/forms/form-message.tsx'
import { maintenanceReasonOf } from '#app/forms/refusals.ts'
import { parseUpload } from '#app/forms/upload.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { BulletList } from '#app/ui/bullet-list.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorPage } from '#app/ui/error-page.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { SUBMISSION_MESSAGES, withdrawalRefusal } from '#domain/submissions/rules.ts'
import { submissionToWithdraw, withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { limit } from '#platform/http/limits.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/withdraw.ts'
import { SubmissionNotFound } from './submission-not-found.tsx'

const rateLimit = { points: 20, seconds: 600 }

/** The viewer's submission; 404 for other members. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireMember(request, context)
  const { id, submissionId } = params
  const { db } = context.get(servicesContext)
  const submission =
    isId(id) && isId(submissionId)
      ? await submissionToWithdraw(db, scopeOf(context), id, submissionId)
      : undefined
  if (!submission) throw data(null, { status: 404 })
  return { ...submission, refusal: withdrawalRefusal(submission) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = requireMember(request, context)
  const services = context.get(servicesContext)
  const { fields, refusal } = await parseUpload(request, { maxFileBytes: 0 })
  if (refusal || [...fields.keys()].length > 0) {
    return data({ message: 'This form has a field that is not known' }, { status: 400 })
  }
  const limitResult = await limit(services.db, 'submit', viewer.id, rateLimit)
  if (!limitResult.ok) {
    const headers = { 'Retry-After': String(limitResult.retryAfterSeconds) }
    return data({ message: 'Too many attempts. Please try again later.' }, { status: 429, headers })
  }
  const { id, submissionId } = params
  if (!isId(id) || !isId(submissionId)) throw data(null, { status: 404 })
  const outcome = await withdrawSubmission(services, scopeOf(context), id, submissionId)
  if (outcome.ok) {
    return redirect(
      `/challenges/${id}`,
      await withToast({ text: SUBMISSION_MESSAGES.withdrawn }, { status: 303 }),
    )
  }
  if (outcome.code === 'not-found') throw data(null, { status: 404 })
  return data({ message: outcome.message }, { status: refusalStatus(outcome.code) })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Withdraw Submission', hidden: true })
}

export default function Withdraw({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, challengeTitle, refusal } = loaderData
  const pending = useNavigation().formMethod === 'POST'
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
      <Card className="max-w-160">
        <FormProblem problem={actionData?.message ?? refusal} />
        <p className="font-semibold">
          {title}, in {challengeTitle}
        </p>
        {!refusal && (
          <BulletList className="mt-3 text-calm text-muted">
            <li>Your submission and its image are permanently deleted.</li>
            <li>You lose the {REWARDS.submission} points for entering.</li>
            <li>You can submit again until the deadline.</li>
          </BulletList>
        )}
        <Form method="post" className="mt-6 flex flex-wrap justify-end gap-3">
          <ButtonLink to={submissionPath} variant="secondary">
            {refusal ? 'Back' : 'Cancel'}
          </ButtonLink>
          {!refusal && (
            <Button variant="danger" pending={pending} pendingLabel="Withdrawing...">
              Withdraw Submission
            </Button>
          )}
        </Form>
      </Card>
    </div>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (maintenanceReasonOf(error)) return <ErrorPage status={503} />
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  return <SubmissionNotFound challengeId={params.id} failed={!isNotFound} />
}
