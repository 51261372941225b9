import { formAction } from '#app/forms/form-action.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { DRAFT_MESSAGES } from '#domain/submissions/drafts.ts'
import { loadSubmitPage } from '../submit.server.ts'
import { SubmitPage } from '../submit-page.tsx'
import { FormError } from '../unavailable/form-error.tsx'
import type { Route } from './+types/draft.ts'
import { receiveDraft } from './draft.server.ts'

const draftForm = formAction(receiveDraft, { toast: DRAFT_MESSAGES.saved })

export const middleware: Route.MiddlewareFunction[] = [draftForm.middleware]

export const action = draftForm.action

/** The submission form, which shows why a draft was not saved. */
export function loader(args: Route.LoaderArgs) {
  return loadSubmitPage(args)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Save Draft', hidden: true })
}

export default function Draft({ loaderData, actionData, params }: Route.ComponentProps) {
  return <SubmitPage page={loaderData} refused={actionData} challengeId={params.id} />
}

export function ErrorBoundary({ error, actionData }: Route.ErrorBoundaryProps) {
  return <FormError error={error} refused={actionData} />
}
