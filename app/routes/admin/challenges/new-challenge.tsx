import { useLocation } from 'react-router'
import { answerPage, answerScripts } from '#app/answer.server.ts'
import { requireAdmin } from '#app/session.server.ts'
import { withToast } from '#app/toast.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import { FORM } from '#domain/challenges/timeline.ts'
import type { Route } from './+types/new-challenge.ts'
import { ChallengeForm } from './challenge-form.tsx'
import { newChallengeForm, receiveNewChallenge } from './new-challenge.server.ts'

export const middleware: Route.MiddlewareFunction[] = [answerScripts(receiveNewChallenge)]

export function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return newChallengeForm(context, new URL(request.url).searchParams.get('from'))
}

export async function action(args: Route.ActionArgs) {
  return answerPage(await receiveNewChallenge(args), await withToast({ text: FORM.created }))
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Create New Challenge', hidden: true })
}

export default function NewChallenge({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <div className="admin-page">
      <PageHeader title="Create New Challenge" />
      <ChallengeForm
        key={search}
        {...loaderData}
        refused={actionData}
        label="Create Challenge"
        busyLabel="Creating..."
      />
    </div>
  )
}
