import { data } from 'react-router'
import { answerPage, answerScripts } from '#app/answer.server.ts'
import { keptFormContext } from '#app/kept-form.server.ts'
import { requireMember } from '#app/session.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { Notice } from '#app/ui/surfaces/notice.tsx'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import type { Route } from './+types/edit.ts'
import { EditingNotAvailable, EntrySent } from './access-cards.tsx'
import { ChallengeDates } from './challenge-dates.tsx'
import { editPage, receiveChangedEntry } from './edit-page.server.ts'
import { EntryForm } from './entry-form.tsx'
import { FormFault } from './form-fault.tsx'
import { Guidelines } from './guidelines.tsx'
import { KeptTexts } from './kept-texts.tsx'

export const middleware: Route.MiddlewareFunction[] = [answerScripts(receiveChangedEntry)]

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  if (!context.get(keptFormContext)) requireMember(request, context)
  const page = await editPage(context, params, url.searchParams.has('sent'))
  return data(page, { status: page.status })
}

export async function action(args: Route.ActionArgs) {
  const sent = await receiveChangedEntry(args)
  args.context.set(keptFormContext, !sent.answer.ok && sent.answer.signedOut)
  return answerPage(sent)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Edit Your Submission', hidden: true })
}

export default function Edit({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData.is === 'sent') return <EntrySent challengeId={params.id} {...loaderData} edited />
  if (loaderData.is === 'refused') {
    const kept = actionData && <KeptTexts values={actionData.values} />
    return <EditingNotAvailable reason={loaderData.reason} more={kept} />
  }
  const { challenge, entryId, start, picture, memberId, notice, rejectionReason } = loaderData
  const entryPath = `/challenges/${challenge.id}/submissions/${entryId}`
  return (
    <div className="page">
      <PageHeader
        title="Edit Your Submission"
        crumbs={[
          { label: 'Challenges', to: '/challenges' },
          { label: challenge.title, to: `/challenges/${challenge.id}` },
          { label: 'My Submission', to: entryPath },
        ]}
        subtitle={<ChallengeDates challenge={challenge} />}
      />
      {notice && (
        <div className="mb-6">
          <Notice>
            {rejectionReason && (
              <strong className="block">Your submission was rejected: {rejectionReason}</strong>
            )}
            {notice}
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_21rem]">
        <EntryForm
          challenge={challenge}
          start={start}
          picture={picture}
          refused={actionData}
          draftKey={`entry:${memberId}:${entryId}`}
          cancelTo={entryPath}
          editing
        />
        <Guidelines challenge={challenge} />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error, actionData }: Route.ErrorBoundaryProps) {
  return <FormFault error={error} refused={actionData} editing />
}
