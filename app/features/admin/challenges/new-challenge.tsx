import { useLocation } from 'react-router'
import { formAction } from '#app/forms/form-action.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { memberName } from '#app/parts/members/names.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/new-challenge.ts'
import { ChallengeForm } from './form/challenge-form.tsx'
import { newChallengeForm } from './form/open-form.server.ts'
import { receiveChallenge } from './form/receive-challenge.server.ts'
import { TEMPLATES } from './templates/paths.ts'

const challengeForm = formAction(receiveChallenge, { toast: CHALLENGE_FORM_MESSAGES.created })

export const middleware: Route.MiddlewareFunction[] = [challengeForm.middleware]

export const action = challengeForm.action

export function loader({ request, context }: Route.LoaderArgs) {
  return newChallengeForm(context, new URL(request.url).searchParams)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Create New Challenge', hidden: true })
}

export default function NewChallenge({
  loaderData: { suggestedBy, ...form },
  actionData,
}: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <>
      <PageHeader
        title="Create New Challenge"
        subtitle={
          suggestedBy && `Suggested by ${isolated(memberName(suggestedBy))}, whom its page will name.`
        }
        actions={
          <ButtonLink to={TEMPLATES.to} variant="secondary">
            {TEMPLATES.label}
          </ButtonLink>
        }
      />
      <ChallengeForm
        key={search}
        {...form}
        refused={actionData}
        label="Create Challenge"
        busyLabel="Creating..."
      />
    </>
  )
}
