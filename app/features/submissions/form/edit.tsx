import { data } from 'react-router'
import { formAction, preservedFormContext } from '#app/forms/form-action.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { Notice } from '#app/ui/messages/notice.tsx'
import type { Route } from './+types/edit.ts'
import { editPage, receiveUpdate } from './edit.server.ts'
import { SubmissionForm } from './submission-form.tsx'
import { ChangesSaved, NotAvailable } from './unavailable/access-cards.tsx'
import { FormError } from './unavailable/form-error.tsx'
import { PreservedInput } from './unavailable/preserved-input.tsx'

const submissionForm = formAction(receiveUpdate)

export const middleware: Route.MiddlewareFunction[] = [submissionForm.middleware]

export const action = submissionForm.action

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  if (!context.get(preservedFormContext)) requireMember(request, context)
  const page = await editPage(context, params, url.searchParams.has('sent'))
  return data(page, { status: page.status })
}

/** Without an answer to `?again`, which asks for a new deadline, the form stays. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return request.url.endsWith('?again') ? serverLoader().catch(() => null as never) : serverLoader()
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Edit Your Submission', hidden: true })
}

export default function Edit({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData.state === 'sent') return <ChangesSaved challengeId={params.id} {...loaderData} />
  if (loaderData.state === 'refused') {
    const preservedInput = <PreservedInput values={actionData?.values} />
    return <NotAvailable what="Editing" reason={loaderData.reason} more={preservedInput} />
  }
  const { challenge, knownTools, submissionId, start, image } = loaderData
  const { notice, rejectionReason } = loaderData
  const submissionPath = `/challenges/${challenge.id}/submissions/${submissionId}`
  return (
    <div className="page">
      <SubmissionForm
        key={submissionId}
        challenge={challenge}
        head={{ title: 'Edit Your Submission', back: { to: submissionPath, label: 'My Submission' } }}
        notice={
          notice && (
            <div className="mb-4">
              <Notice>
                {rejectionReason && (
                  <strong className="block">Your submission was rejected: {rejectionReason}</strong>
                )}
                {notice}
              </Notice>
            </div>
          )
        }
        knownTools={knownTools}
        action={`${submissionPath}/edit`}
        start={start}
        image={image}
        refused={actionData}
        cancelTo={submissionPath}
        editing
      />
    </div>
  )
}

export function ErrorBoundary({ error, actionData }: Route.ErrorBoundaryProps) {
  return <FormError error={error} refused={actionData} editing />
}
