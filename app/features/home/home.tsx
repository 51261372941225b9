import { Suspense } from 'react'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { celebrateNewRank } from '#app/middleware/new-rank.server.ts'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { LEADERBOARD_SIZE } from '#domain/leaderboard/leaderboard.server.ts'
import type { Route } from './+types/home.ts'
import { Hero } from './hero.tsx'
import { loadHome } from './home.server.ts'
import { leadOf } from './lead.ts'

const MemberStart = lazyPart(() => import('./member-start.tsx'), 'MemberStart')
const LowerSections = lazyPart(() => import('./lower-sections.tsx'), 'LowerSections')

export const handle: FrameHandle = { tabs: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  await celebrateNewRank(request, context)
  const expanded = new URL(request.url).searchParams.get('ninjas') === String(LEADERBOARD_SIZE.all)
  return { ...(await loadHome(context, expanded)), expanded }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Timed creative challenges',
    feed: { path: '/challenges.atom', title: 'Challenges' },
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { challenges, winners, submissions, now, viewer } = loaderData
  const isEmpty = challenges?.active.length === 0 && submissions?.length === 0
  const lead = viewer && challenges && leadOf(challenges, winners?.latest[0], now)
  return (
    <>
      {!lead && (
        <Hero
          challenge={challenges?.featured ?? null}
          votingIsOpen={(challenges?.voting.length ?? 0) > 0}
          failed={challenges === null}
          isEmpty={isEmpty}
          isAdmin={viewer?.isAdmin ?? false}
          winners={winners}
          now={now}
        />
      )}
      <div className={lead ? 'page' : 'page-below'}>
        {viewer && lead && (
          <Suspense fallback={<div className="min-h-svh" />}>
            <MemberStart {...loaderData} viewer={viewer} lead={lead} />
          </Suspense>
        )}
        <Suspense fallback={<div className="min-h-svh" />}>
          <LowerSections {...loaderData} isVisitors={!lead} />
        </Suspense>
      </div>
    </>
  )
}
