import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import { isolated } from '#platform/text/isolated.ts'
import { SubmissionError } from '../submission-error.tsx'
import type { Route } from './+types/show.ts'
import { loadSubmission } from './show.server.ts'
import { SubmissionView } from './submission-view.tsx'

export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadSubmission(context, params, new URL(request.url).searchParams)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: 'Submission Not Found', hidden: true })
  const { submission } = loaderData
  const title = `${isolated(submission.title)} by ${isolated(submission.author.displayName || 'Ninja User')}`
  return pageMeta(args, {
    title,
    description: submission.description,
    image: shareImage(`/challenges/${submission.challengeId}/submissions/${submission.id}`, title),
    about: 'article',
    hasCard: true,
    hidden: submission.status === 'rejected',
  })
}

export default function ShowSubmission({ loaderData }: Route.ComponentProps) {
  return <SubmissionView {...loaderData} />
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <SubmissionError challengeId={params.id} error={error} />
}
