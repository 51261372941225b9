import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { choiceIn, lastPage, pageIn } from '#app/search-params.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import { KINDS } from '#domain/challenges/rules.ts'
import {
  SHOWCASE_LAST_PAGE,
  SHOWCASE_PAGE_SIZE,
  topWinners,
  winners,
  winningKinds,
} from '#domain/submissions/showcase.server.ts'
import type { Route } from './+types/showcase.ts'
import { showcasePath } from './address.ts'
import { TopScrolls } from './top-scrolls.tsx'
import { Winners } from './winners.tsx'

const mostInHero = 3

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const params = new URL(request.url).searchParams
  const kind = choiceIn(params, 'kind', KINDS)
  const asked = pageIn(params)
  const page = Math.min(asked, SHOWCASE_LAST_PAGE)
  const [found, top, kinds] = await Promise.all([
    part(context, winners(db, scope, kind, page)),
    part(context, topWinners(db, scope, mostInHero)),
    part(context, winningKinds(db, scope)),
  ])
  const last = lastPage(found?.total ?? 0, SHOWCASE_PAGE_SIZE)
  if (found && asked > last) throw redirect(showcasePath(kind, last))
  return { cards: found?.cards ?? null, top: top ?? [], kinds: kinds ?? [], kind, page, last }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Showcase',
    description:
      'The entries that won their challenges: images, texts, music, films and code, voted for by the dojo.',
    canonicalPath: loaderData && showcasePath(loaderData.kind, loaderData.page),
  })
}

export default function Showcase({ loaderData }: Route.ComponentProps) {
  const { cards, top, kinds, kind, page, last } = loaderData
  return (
    <>
      <PageBanner
        subject="moon"
        eyebrow="Voted for by the dojo"
        title="Showcase"
        subtitle="One entry wins each challenge, by the votes of everyone. This is where they hang."
        aside={top.length > 0 && <TopScrolls winners={top} />}
      />
      <Winners cards={cards} kinds={kinds} kind={kind} page={page} last={last} />
    </>
  )
}
