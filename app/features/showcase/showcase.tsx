import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { submissionPath } from '#app/parts/paths.ts'
import { HangingScroll } from '#app/parts/submissions/hanging-scroll.tsx'
import { CoverLink } from '#app/ui/card.tsx'
import { choiceIn, pageIn } from '#app/ui/lists/search-params.ts'
import { formatCount } from '#app/ui/number.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { KINDS } from '#domain/challenges/rules.ts'
import {
  SHOWCASE_PAGE_SIZE,
  topWinners,
  type Winner,
  winners,
  winningKinds,
} from '#domain/submissions/showcase.server.ts'
import { lastPage } from '#platform/paging.ts'
import type { Route } from './+types/showcase.ts'
import { showcasePath, Winners } from './winners.tsx'

const maxInHero = 3

export const handle: FrameHandle = { tabs: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const params = new URL(request.url).searchParams
  const kind = choiceIn(params, 'kind', KINDS)
  const page = pageIn(params)
  const [result, top, kinds] = await Promise.all([
    loadOrNull(context, winners(db, scope, kind, page)),
    loadOrNull(context, topWinners(db, scope, maxInHero)),
    loadOrNull(context, winningKinds(db, scope)),
  ])
  const last = lastPage(result?.total ?? 0, SHOWCASE_PAGE_SIZE)
  if (result && page > last) throw redirect(showcasePath(kind, last))
  return { cards: result?.cards ?? null, top: top ?? [], kinds: kinds ?? [], kind, page, last }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Showcase',
    description:
      'The entries that won their challenges: images, texts, music, films and code, voted for by the dojo.',
    canonicalPath: loaderData && showcasePath(loaderData.kind, loaderData.page),
    feed: { path: '/results.atom', title: 'Results' },
  })
}

export default function Showcase({ loaderData }: Route.ComponentProps) {
  const { cards, top, kinds, kind, page, last } = loaderData
  return (
    <>
      <PageBanner
        subject="moon"
        title="Showcase"
        subtitle="Every winner so far, chosen by members."
        aside={top.length > 0 && <TopScrolls winners={top} />}
        wideAside
      />
      <Winners cards={cards} kinds={kinds} kind={kind} page={page} last={last} />
    </>
  )
}

/** The winners with the most votes, shown as scrolls (SUB-55). */
function TopScrolls({ winners }: { winners: readonly Winner[] }) {
  return (
    <ol
      className="grid grid-cols-3 gap-x-[clamp(0.75rem,2.2vw,1.75rem)] gap-y-4 max-sm:bleed max-sm:grid-cols-[repeat(3,minmax(11rem,1fr))] max-sm:overflow-x-auto max-sm:px-5 max-sm:[scrollbar-width:none]"
      aria-label="Winners with the most votes"
    >
      {winners.map((winner, index) => (
        <li key={winner.id} className="row-span-2 grid grid-rows-subgrid">
          <HangingScroll
            submission={winner}
            sizes="(min-width: 75rem) 200px, 30vw"
            eager={index === 0}
            walk={{ list: 'winners' }}
            className="[--tall:clamp(13rem,26vw,20rem)]"
          >
            <div className="text-center">
              <p className="font-display text-compact leading-tight font-bold text-balance sm:text-[1.0625rem]">
                <CoverLink dir="auto" to={submissionPath(winner)}>
                  {winner.title}
                </CoverLink>
              </p>
              <p className="pt-1 text-small font-semibold tabular-nums">
                {formatCount(winner.votes, 'vote')}
              </p>
            </div>
          </HangingScroll>
        </li>
      ))}
    </ol>
  )
}
