import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { advanceAndGetTime } from '#app/now.server.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { choiceIn, pageIn } from '#app/search-params.ts'
import { useArriving } from '#app/ui/lists/arriving.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import {
  challengeSections,
  FINISHED_PAGE_SIZE,
  finishedChallenges,
} from '#domain/challenges/queries.server.ts'
import { KINDS } from '#domain/challenges/rules.ts'
import type { Route } from './+types/list.ts'
import { listAddress } from './address.ts'
import { CompletedSection } from './completed-section.tsx'
import { ListHero } from './list-hero.tsx'
import { SECTIONS } from './sections.ts'
import { TypeSection } from './type-section.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const params = new URL(request.url).searchParams
  const kind = choiceIn(params, 'kind', KINDS)
  const page = pageIn(params)

  const now = await part(context, advanceAndGetTime(context))
  const [sections, finished] = await Promise.all([
    part(context, challengeSections(db, scope, kind)),
    part(context, finishedChallenges(db, scope, kind, page)),
  ])
  const last = Math.max(1, Math.ceil((finished?.total ?? 0) / FINISHED_PAGE_SIZE))
  if (finished && page > last) throw redirect(listAddress(kind, last))
  return { kind, page, last, sections, finished, signedIn: scope.viewer !== null, now: now ?? new Date() }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Challenges',
    description:
      'Timed creative challenges made with AI tools: a new one every day, weekly ones and special ones. Enter, vote, win.',
    canonicalPath: loaderData && listAddress(loaderData.kind, loaderData.page),
  })
}

export default function ChallengeList({ loaderData }: Route.ComponentProps) {
  const { kind, page, last, sections, finished, signedIn, now } = loaderData
  const next = useArriving()
  const kindArriving = next !== null && choiceIn(next, 'kind', KINDS) !== kind
  return (
    <>
      <ListHero kind={kind} />
      <div className="page">
        {SECTIONS.map((section) => (
          <TypeSection
            key={section.name}
            section={section}
            challenges={sections?.[section.name] ?? null}
            arriving={kindArriving}
            signedIn={signedIn}
            now={now}
          />
        ))}
        <CompletedSection
          challenges={finished?.cards ?? null}
          kind={kind}
          page={page}
          last={last}
          arriving={next !== null}
          signedIn={signedIn}
          now={now}
        />
      </div>
    </>
  )
}
