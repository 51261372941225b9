import { data } from 'react-router'
import { formAction, preservedFormContext } from '#app/forms/form-action.server.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Route } from './+types/submit.ts'
import { ChallengeDates } from './form-sidebar.tsx'
import { SubmissionForm } from './submission-form.tsx'
import { emptyValues } from './submission-values.ts'
import { receiveNewSubmission, submitPage } from './submit.server.ts'
import { AlreadySubmitted, ChallengeNotAvailable, SubmissionSent } from './unavailable/access-cards.tsx'
import { FormError } from './unavailable/form-error.tsx'
import { PreservedInput } from './unavailable/preserved-input.tsx'

const submissionForm = formAction(receiveNewSubmission)

export const middleware: Route.MiddlewareFunction[] = [submissionForm.middleware]

export const action = submissionForm.action

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  if (!context.get(preservedFormContext)) requireMember(request, context)
  const page = await submitPage(context, params.id, url.searchParams.has('sent'))
  const missing = page.state === 'unavailable' && page.reason === CHALLENGE_MESSAGES.notFound
  return data(page, { status: missing ? 404 : 200 })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData?.state === 'open' ? `Submit to: ${loaderData.challenge.title}` : 'Submit'
  return pageMeta(args, { title, hidden: true })
}

export default function Submit({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData.state === 'sent') return <SubmissionSent challengeId={params.id} {...loaderData} />
  const preservedInput = actionData && <PreservedInput values={actionData.values} />
  if (loaderData.state === 'already-submitted') {
    return <AlreadySubmitted challengeId={params.id} {...loaderData} more={preservedInput} />
  }
  if (loaderData.state === 'unavailable')
    return <ChallengeNotAvailable reason={loaderData.reason} more={preservedInput} />
  const { challenge, knownTools, memberId } = loaderData
  return (
    <div className="page">
      <PageHeader
        title={`Submit to: ${challenge.title}`}
        crumbs={[
          { label: 'Challenges', to: '/challenges' },
          { label: challenge.title, to: `/challenges/${challenge.id}` },
          { label: 'Submit' },
        ]}
        subtitle={<ChallengeDates challenge={challenge} />}
        actions={
          <ButtonLink to={`/challenges/${challenge.id}`} variant="secondary">
            Challenge Details
          </ButtonLink>
        }
      />
      <SubmissionForm
        challenge={challenge}
        knownTools={knownTools}
        start={emptyValues}
        refused={actionData}
        draftKey={`entry:${memberId}:${challenge.id}`}
        cancelTo={`/challenges/${challenge.id}`}
      />
    </div>
  )
}

export function ErrorBoundary({ error, actionData }: Route.ErrorBoundaryProps) {
  return <FormError error={error} refused={actionData} />
}
