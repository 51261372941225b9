import { Link, redirect } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { AuthorLink } from '#app/parts/members/member.tsx'
import { roomPath } from '#app/parts/paths.ts'
import { IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { isolated } from '#platform/text/isolated.ts'
import { SubmissionError } from '../submission-error.tsx'
import type { Route } from './+types/compare.ts'
import { type LoadedRoom, loadPair } from './room.server.ts'
import { comparePath } from './room-params.ts'
import { RoomVote } from './room-vote.tsx'
import { useClose } from './use-close.ts'
import { RoomWork } from './work.tsx'

/** Two submissions of the viewer's shortlist. Redirects to the first in the room if one is not on it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { id, submissionId, otherId } = params
  const { one, other } = await loadPair(context, request, params)
  const areListed = one.room.isShortlisted && other.room.isShortlisted
  if (!one.isVoter || !areListed || submissionId === otherId) throw redirect(roomPath(id, submissionId))
  return { one, other }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: 'Submission Not Found', hidden: true })
  const { one, other } = loaderData
  return pageMeta(args, {
    title: `${isolated(one.submission.title)} and ${isolated(other.submission.title)}`,
    hidden: true,
  })
}

export default function Compare({ loaderData: { one, other } }: Route.ComponentProps) {
  const { id } = one.challenge
  const close = useClose(roomPath(id, one.submission.id, { ...one.walk, list: 'shortlist' }))
  const here = comparePath(id, one.submission.id, other.submission.id)
  return (
    <div data-full-screen="" className="flex flex-1 flex-col">
      <div className="flex items-center justify-between gap-4 border-b border-line px-3 py-1.5">
        <IconLink label="Close" {...close}>
          <Icon name="close" />
        </IconLink>
        <h1 className="text-calm">Compare</h1>
        <span className="size-11" />
      </div>
      <div className="grid flex-1 auto-rows-fr md:grid-cols-2">
        <Side page={one} here={here} />
        <Side page={other} here={here} />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <SubmissionError challengeId={params.id} error={error} />
}

function Side({ page, here }: { page: LoadedRoom; here: string }) {
  const { submission, content } = page
  return (
    <article className="flex flex-col border-line not-first:border-t md:not-first:border-t-0 md:not-first:border-l">
      <div className="relative min-h-40 flex-1 overflow-hidden bg-panel">
        <div className="absolute inset-0">
          <RoomWork submission={submission} content={content} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3 px-4 py-2.5">
        <div className="min-w-0 grow basis-24">
          <h2 dir="auto" className="truncate font-sans text-body md:text-card">
            <Link
              dir="auto"
              to={roomPath(submission.challengeId, submission.id, page.walk)}
              replace
              className="font-display hover:underline"
            >
              {submission.title}
            </Link>
          </h2>
          <div className="mt-0.5 flex text-small text-muted">
            <AuthorLink author={submission.author} />
          </div>
        </div>
        <div className="min-w-[min(7rem,100%)] md:min-w-60">
          <RoomVote {...page} here={here} isQuiet />
        </div>
      </div>
    </article>
  )
}
