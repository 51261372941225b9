import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { part } from '#app/part.server.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import { STANDINGS, standings } from '#domain/points/queries.server.ts'
import type { Route } from './+types/leaderboard.ts'
import { MyStanding } from './my-standing.tsx'
import { Podium } from './podium.tsx'
import { PointSystem } from './point-system.tsx'
import { RankingSystem } from './ranking-system.tsx'
import { StandingsTable } from './standings-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const ninjas = await part(context, standings(db, STANDINGS.all))
  return { ninjas, sizes: STANDINGS, viewer: context.get(viewerContext) }
}

/** All rows are here from the start: unfolding them asks the server for nothing. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const unfolding = args.currentUrl.search !== args.nextUrl.search && !args.formMethod
  return args.currentUrl.pathname === args.nextUrl.pathname && unfolding
    ? false
    : args.defaultShouldRevalidate
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Leaderboard',
    description: 'The ninjas with the most points, what each deed is worth, and the eight ranks to climb.',
  })
}

export default function Leaderboard({ loaderData }: Route.ComponentProps) {
  const { ninjas, sizes, viewer } = loaderData
  const unfolded = useSearchParams()[0].get('ninjas') === String(sizes.all)
  return (
    <>
      <PageBanner
        subject="summit"
        eyebrow="Who walks ahead"
        title="Leaderboard"
        subtitle="Every entry, every vote given and received brings points; points bring rank."
        aside={ninjas !== null && ninjas.length > 0 && <Podium ninjas={ninjas.slice(0, 3)} />}
      >
        <ButtonLink to="/challenges">Join a Challenge</ButtonLink>
      </PageBanner>
      <div className="page">
        {viewer && <MyStanding viewer={viewer} />}
        <div className="mt-14 grid items-start gap-x-7 gap-y-14 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <StandingsTable ninjas={ninjas} sizes={sizes} unfolded={unfolded} viewerId={viewer?.id ?? null} />
          <PointSystem />
        </div>
        <RankingSystem myRank={viewer?.rank ?? null} />
      </div>
    </>
  )
}
