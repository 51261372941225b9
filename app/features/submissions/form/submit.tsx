import { data } from 'react-router'
import { answerPage, answerScripts, keptFormContext } from '#app/forms/form-action.server.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { MESSAGES } from '#domain/challenges/rules.ts'
import type { Route } from './+types/submit.ts'
import { ChallengeNotAvailable, EntrySent, YouHaveSubmitted } from './access-cards.tsx'
import { FormFault } from './form-error.tsx'
import { ChallengeDates, Guidelines } from './form-sidebar.tsx'
import { KeptTexts } from './preserved-input.tsx'
import { EntryForm } from './submission-form.tsx'
import { noValues } from './submission-values.ts'
import { receiveNewEntry, submitPage } from './submit.server.ts'

export const middleware: Route.MiddlewareFunction[] = [answerScripts(receiveNewEntry)]

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  if (!context.get(keptFormContext)) requireMember(request, context)
  const page = await submitPage(context, params.id, url.searchParams.has('sent'))
  const missing = page.is === 'unavailable' && page.reason === MESSAGES.notFound
  return data(page, { status: missing ? 404 : 200 })
}

export async function action(args: Route.ActionArgs) {
  const sent = await receiveNewEntry(args)
  args.context.set(keptFormContext, !sent.answer.ok && sent.answer.signedOut)
  return answerPage(sent)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData?.is === 'open' ? `Submit to: ${loaderData.challenge.title}` : 'Submit'
  return pageMeta(args, { title, hidden: true })
}

export default function Submit({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData.is === 'sent') return <EntrySent challengeId={params.id} {...loaderData} />
  const kept = actionData && <KeptTexts values={actionData.values} />
  if (loaderData.is === 'entered') {
    return <YouHaveSubmitted challengeId={params.id} {...loaderData} more={kept} />
  }
  if (loaderData.is === 'unavailable') return <ChallengeNotAvailable reason={loaderData.reason} more={kept} />
  const { challenge, memberId } = loaderData
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
          <ButtonLink to={`/challenges/${challenge.id}`} look="quiet">
            Challenge Details
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_21rem]">
        <EntryForm
          challenge={challenge}
          start={noValues}
          refused={actionData}
          draftKey={`entry:${memberId}:${challenge.id}`}
          cancelTo={`/challenges/${challenge.id}`}
        />
        <Guidelines challenge={challenge} />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error, actionData }: Route.ErrorBoundaryProps) {
  return <FormFault error={error} refused={actionData} />
}
