import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { choiceIn, pageIn } from '#app/search-params.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import { KINDS } from '#domain/challenges/rules.ts'
import { topWinners, winners, winningKinds } from '#domain/submissions/showcase.server.ts'
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
  const page = pageIn(params)
  const [found, top, kinds] = await Promise.all([
    part(context, winners(db, scope, kind, page)),
    part(context, topWinners(db, scope, mostInHero)),
    part(context, winningKinds(db, scope)),
  ])
  if (found && page > 1 && found.cards.length === 0) throw redirect(showcasePath(kind))
  return { found, top: top ?? [], kinds: kinds ?? [], kind, page }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Showcase',
    description:
      'The entries that won their challenges: images, texts, music, films and code, voted for by the dojo.',
  })
}

export default function Showcase({ loaderData }: Route.ComponentProps) {
  const { found, top, kinds, kind, page } = loaderData
  return (
    <>
      <PageBanner
        subject="moon"
        eyebrow="Voted for by the dojo"
        title="Showcase"
        subtitle="One entry wins each challenge, by the votes of everyone. This is where they hang."
        aside={top.length > 0 && <TopScrolls winners={top} />}
      />
      <Winners found={found} kinds={kinds} kind={kind} page={page} />
    </>
  )
}
