import { formAction } from '#app/forms/form-action.server.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/submit.ts'
import { loadSubmitPage, receiveNewSubmission } from './submit.server.ts'
import { SubmitPage } from './submit-page.tsx'
import { FormError } from './unavailable/form-error.tsx'

const submissionForm = formAction(receiveNewSubmission)

export const middleware: Route.MiddlewareFunction[] = [submissionForm.middleware]

export const action = submissionForm.action

/** The receipt is a main page, the form is not (NAV-55). */
export const handle: FrameHandle = {
  tabs: (page) => (page as Route.ComponentProps['loaderData'] | undefined)?.state === 'sent',
}

export function loader(args: Route.LoaderArgs) {
  return loadSubmitPage(args)
}

/** Without an answer to `?again`, which asks for a new deadline, the form stays. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return request.url.endsWith('?again') ? serverLoader().catch(() => null as never) : serverLoader()
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData?.state === 'open' ? `Submit to: ${isolated(loaderData.challenge.title)}` : 'Submit'
  return pageMeta(args, { title, hidden: true })
}

export default function Submit({ loaderData, actionData, params }: Route.ComponentProps) {
  return <SubmitPage page={loaderData} refused={actionData} challengeId={params.id} />
}

export function ErrorBoundary({ error, actionData }: Route.ErrorBoundaryProps) {
  return <FormError error={error} refused={actionData} />
}
