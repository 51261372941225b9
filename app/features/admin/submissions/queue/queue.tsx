import { useRef } from 'react'
import { Link } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { usePreloaded } from '#app/parts/use-preloaded.ts'
import { IconLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Menu } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { isolated } from '#platform/text/isolated.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'
import type { Route } from './+types/queue.ts'
import { Decision } from './decision.tsx'
import { Entry } from './entry.tsx'
import { FilmStrip } from './film-strip.tsx'
import { type LoadedQueue, loadQueue } from './queue.server.ts'
import { queuePath } from './queue-path.ts'
import { STAGE_SIZES, Stage } from './stage.tsx'

export function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return loadQueue(context, admin, new URL(request.url).searchParams)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const current = loaderData?.current
  return pageMeta(args, { title: current ? `Review: ${isolated(current.title)}` : 'Review', hidden: true })
}

/** Pending submissions one after the other, over the whole window (ADM-75). */
export default function Queue({ loaderData: queue }: Route.ComponentProps) {
  const { current, items, nextId } = queue
  usePreloaded(items.find(({ id }) => id === nextId)?.image ?? null, STAGE_SIZES)
  const region = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={region}
      data-full-screen=""
      data-queue=""
      className="relative flex min-h-svh flex-col lg:grid lg:h-dvh lg:min-h-0 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <IconLink
        to={queue.home}
        label="Close"
        variant="overlay"
        className="absolute! top-3 left-3 z-10 lg:top-4 lg:left-4"
      >
        <Icon name="close" />
      </IconLink>
      <div className="contents lg:flex lg:min-h-0 lg:flex-col lg:bg-black">
        {current && <Stage key={current.id} submission={current} />}
        {!current && <div className="min-h-17 flex-1 bg-ground-2" />}
        <FilmStrip {...queue} />
      </div>
      <div className="@container/column flex flex-1 flex-col px-5 max-lg:order-2 lg:overflow-y-auto lg:px-10">
        <Head {...queue} />
        <div className="flex-1 pt-5 pb-8 lg:pt-9">
          {current ? <Entry key={current.id} submission={current} /> : <Finished {...queue} />}
        </div>
        <Decision {...queue} region={region} />
      </div>
    </div>
  )
}

function Head({ challengeId, challenges, place, total, isMore, current }: LoadedQueue) {
  const chosen = challenges.find(({ id }) => id === challengeId)
  const title = challengeId
    ? (chosen?.title ?? current?.challenge.title ?? 'One challenge')
    : 'All challenges'
  return (
    <header className="flex items-center gap-3 border-b border-line py-1.5 lg:py-4.5">
      <Menu
        className="mr-auto -ml-1.5 min-w-0"
        trigger={
          <summary className="flex min-h-11 max-w-full items-center gap-2 rounded-control px-1.5 text-calm font-semibold hover:bg-ink/7">
            <span dir="auto" className="truncate">
              {title}
            </span>
            <Icon name="down" className="size-4" />
          </summary>
        }
      >
        <Card
          flush
          as="ul"
          className="absolute top-full left-0 z-30 mt-1 max-h-80 w-72 max-w-[calc(100vw-6rem)] overflow-y-auto p-2 shadow-float"
        >
          {[{ id: null, title: 'All challenges' }, ...challenges].map((choice) => (
            <li key={choice.id}>
              <Link
                dir="auto"
                to={queuePath({ challengeId: choice.id })}
                aria-current={choice.id === challengeId ? 'true' : undefined}
                className="block rounded-lg px-3 py-2.25 text-calm wrap-anywhere hover:bg-ink/8 aria-[current]:font-semibold"
              >
                {choice.title}
              </Link>
            </li>
          ))}
        </Card>
      </Menu>
      {current && (
        <p className="whitespace-nowrap text-calm tabular-nums text-muted">
          <strong className="text-ink">{formatNumber(place)}</strong> of {formatNumber(total)}
          {isMore && '+'}
        </p>
      )}
    </header>
  )
}

function Finished({ challengeId, home }: LoadedQueue) {
  return (
    <>
      <h1 className="sr-only">Review</h1>
      <EmptyState
        subject="moon"
        heading="All reviewed"
        action={
          <>
            <Link to={home} className="font-semibold underline">
              {home === SUBMISSIONS_PATH ? 'Submissions' : 'Back to the challenge'}
            </Link>
            {challengeId && (
              <Link to={queuePath({ challengeId: null })} className="font-semibold underline">
                All challenges
              </Link>
            )}
          </>
        }
      >
        {challengeId ? 'No pending submission in this challenge.' : 'No pending submission.'}
      </EmptyState>
    </>
  )
}
