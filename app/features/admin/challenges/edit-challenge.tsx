import { formAction } from '#app/forms/form-action.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/edit-challenge.ts'
import { ChallengeForm } from './form/challenge-form.tsx'
import { editChallengeForm } from './form/open-form.server.ts'
import { receiveChallenge } from './form/receive-challenge.server.ts'

const challengeForm = formAction(receiveChallenge, { toast: CHALLENGE_FORM_MESSAGES.updated })

export const middleware: Route.MiddlewareFunction[] = [challengeForm.middleware]

export const action = challengeForm.action

export function loader({ params, context }: Route.LoaderArgs) {
  return editChallengeForm(context, params.id)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData ? `Edit Challenge: ${isolated(loaderData.title)}` : 'Challenge Not Found'
  return pageMeta(args, { title, hidden: true })
}

export default function EditChallenge({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, ...form } = loaderData
  return (
    <>
      <PageHeader title={`Edit Challenge: ${isolated(title)}`} />
      <ChallengeForm
        key={params.id}
        {...form}
        refused={actionData}
        label="Update Challenge"
        busyLabel="Updating..."
      />
    </>
  )
}
