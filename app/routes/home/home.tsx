import { viewerContext } from '#app/context.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { STANDINGS } from '#domain/points/queries.server.ts'
import type { Route } from './+types/home.ts'
import { ActiveChallenges } from './active-challenges.tsx'
import { Hero } from './hero.tsx'
import { loadHome } from './home.server.ts'
import { RankPath } from './rank-path.tsx'
import { RecentSubmissions } from './recent-submissions.tsx'
import { ToolsTeaser } from './tools-teaser.tsx'
import { TopNinjas } from './top-ninjas.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const expanded = new URL(request.url).searchParams.get('ninjas') === String(STANDINGS.all)
  const home = await loadHome(context, expanded)
  const viewer = context.get(viewerContext)
  return { ...home, expanded, rank: viewer?.rank ?? null, isAdmin: viewer?.isAdmin ?? false }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Timed creative challenges' })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { featured, challenges, ninjas, sizes, entries, expanded, now, rank, isAdmin } = loaderData
  const signedIn = rank !== null
  return (
    <>
      <Hero
        challenge={featured}
        failed={challenges === null}
        untouched={entries?.length === 0}
        signedIn={signedIn}
        isAdmin={isAdmin}
        now={now}
      />
      <div className="page">
        <ActiveChallenges challenges={challenges} signedIn={signedIn} now={now} />
        <div className="mt-18 grid items-start gap-x-6 gap-y-18 lg:grid-cols-[5fr_4fr]">
          <TopNinjas ninjas={ninjas} sizes={sizes} expanded={expanded} />
          <RankPath myRank={rank} />
        </div>
        <RecentSubmissions entries={entries} />
        <ToolsTeaser />
      </div>
    </>
  )
}
