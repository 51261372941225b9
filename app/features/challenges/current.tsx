import { data, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { choiceIn, pageIn } from '#app/forms/search-params.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CardGrid } from '#app/ui/card.tsx'
import { ChallengeCard } from '#app/ui/challenge-card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageBanner } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { Pager } from '#app/ui/pager.tsx'
import { usePendingNavigation } from '#app/ui/pending-navigation.ts'
import { CardSkeletons } from '#app/ui/skeleton.tsx'
import {
  type ChallengePage,
  SECTION_PAGE_SIZE,
  sectionChallenges,
} from '#domain/challenges/queries.server.ts'
import { KINDS } from '#domain/challenges/rules.ts'
import { lastPage } from '#platform/paging.ts'
import type { Route } from './+types/current.ts'
import { KindFilter } from './kind-filter.tsx'
import { SECTIONS, sectionPath } from './list-sections.ts'

/** All open and upcoming challenges of one section (CHL-71). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const section = SECTIONS.find(({ name }) => name === params.section)
  if (!section) throw data(null, { status: 404 })
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const search = new URL(request.url).searchParams
  const filters = { section: section.name, kind: choiceIn(search, 'kind', KINDS), page: pageIn(search) }
  const [now, found] = await Promise.all([
    pageTime(context),
    loadOrNull(context, sectionChallenges(db, scope, filters)),
  ])
  const last = lastPage(found?.total ?? 0, SECTION_PAGE_SIZE)
  if (found && filters.page > last) throw redirect(sectionPath(section.name, { ...filters, page: last }))
  return { section, filters, found, last, signedIn: scope.viewer !== null, now }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: 'Challenges', hidden: true })
  const { section, filters } = loaderData
  return pageMeta(args, {
    title: section.allTitle,
    description: section.subtitle,
    canonicalPath: sectionPath(section.name, filters),
  })
}

export default function CurrentChallenges({ loaderData }: Route.ComponentProps) {
  const { section, filters, found, last, signedIn, now } = loaderData
  return (
    <>
      <PageBanner eyebrow="Open and upcoming" title={section.allTitle} subtitle={section.subtitle}>
        <KindFilter current={filters.kind} to={(kind) => sectionPath(section.name, { kind })} />
      </PageBanner>
      <div id="challenges" className="page pt-10">
        <h2 className="sr-only">{section.allTitle}</h2>
        {found === null && <ErrorPanel message={section.failed} />}
        {found && <Challenges found={found} empty={section.empty} signedIn={signedIn} now={now} />}
        <Pager
          current={filters.page}
          last={last}
          to={(page) => sectionPath(section.name, { ...filters, page }, 'challenges')}
          label={`Pages of ${section.allTitle}`}
        />
      </div>
    </>
  )
}

interface Props {
  found: ChallengePage
  empty: string
  signedIn: boolean
  now: Date
}

function Challenges({ found: { cards, total }, empty, signedIn, now }: Props) {
  const isLoading = usePendingNavigation() !== null
  if (isLoading) return <CardSkeletons count={cards.length || 3} label="Loading challenges" />
  if (cards.length === 0) {
    return (
      <EmptyState action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}>{empty}</EmptyState>
    )
  }
  return (
    <>
      <p className="mb-6 text-muted tabular-nums">{formatCount(total, 'challenge')}</p>
      <CardGrid>
        {cards.map((challenge, index) => (
          <ChallengeCard
            key={challenge.id}
            challenge={challenge}
            signedIn={signedIn}
            now={now}
            eager={index === 0}
          />
        ))}
      </CardGrid>
    </>
  )
}
