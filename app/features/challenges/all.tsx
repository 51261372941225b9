import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { FeedLink } from '#app/frame/feed-link.tsx'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { isDojoEmpty } from '#app/middleware/empty-dojo.server.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { ChallengeCard } from '#app/parts/challenges/challenge-card.tsx'
import { EmptyDojo, NO_ACTIVE_CHALLENGES } from '#app/parts/challenges/empty-dojo.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { CardGrid } from '#app/ui/card.tsx'
import { FilterGroups } from '#app/ui/lists/filter-groups.tsx'
import { CardSkeletons, usePendingNavigation } from '#app/ui/lists/loading.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { filterBy } from '#app/ui/lists/segmented.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { ALL_PAGE_SIZE, type AllFilters, allChallenges } from '#domain/challenges/all.server.ts'
import type { ChallengePage } from '#domain/challenges/queries.server.ts'
import { statusLabel } from '#domain/challenges/rules.ts'
import { lastPage } from '#platform/paging.ts'
import type { Route } from './+types/all.ts'
import { ALL_STATUSES, allPath, NO_FILTERS, readAllParams } from './all-params.ts'
import { typeAndKindFilters } from './filters.ts'

export const handle: FrameHandle = { tabs: true }

/** All public challenges, filtered by status, type and kind (CHL-71). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const filters = readAllParams(new URL(request.url).searchParams)
  const [now, found] = await Promise.all([
    pageTime(context),
    loadOrNull(context, allChallenges(db, scope, filters)),
  ])
  const last = lastPage(found?.total ?? 0, ALL_PAGE_SIZE)
  if (found && filters.page > last) throw redirect(allPath({ ...filters, page: last }))
  const isEmpty = found?.total === 0 && (await isDojoEmpty(context))
  return { filters, found, last, isEmpty, viewer: scope.viewer, now }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'All Challenges',
    description: 'Every challenge, open, upcoming or finished, by status, type and kind.',
    canonicalPath: loaderData && allPath(loaderData.filters),
    feed: { path: '/challenges.atom', title: 'Challenges' },
  })
}

export default function AllChallenges({ loaderData }: Route.ComponentProps) {
  const { filters, found, last, isEmpty, viewer, now } = loaderData
  return (
    <div id="challenges" className="page">
      <PageHeader title="All Challenges" subtitle={found && formatCount(found.total, 'challenge')} />
      <Filters filters={filters} />
      <h2 className="sr-only">Challenges</h2>
      {found === null && <ErrorPanel message="Failed to load challenges. Please try again." />}
      {isEmpty && <EmptyDojo isAdmin={viewer?.isAdmin ?? false}>{NO_ACTIVE_CHALLENGES}</EmptyDojo>}
      {found && !isEmpty && <Challenges found={found} signedIn={viewer !== null} now={now} />}
      <Pager
        current={filters.page}
        last={last}
        to={(page) => allPath({ ...filters, page }, 'challenges')}
        label="Pages of all challenges"
      />
      <FeedLink path="/challenges.atom" className="mt-8" />
    </div>
  )
}

function Filters({ filters }: { filters: AllFilters }) {
  const to = (change: Partial<AllFilters>) => allPath({ ...filters, ...change, page: 1 })
  const byStatus = filterBy(filters.statuses, ALL_STATUSES, {
    all: 'All statuses',
    labelOf: statusLabel,
    to: (statuses) => to({ statuses }),
  })
  return (
    <div className="mb-6">
      <FilterGroups
        groups={[{ label: 'Filter by status', segments: byStatus }, ...typeAndKindFilters(filters, to)]}
      />
    </div>
  )
}

interface Props {
  found: ChallengePage
  signedIn: boolean
  now: Date
}

function Challenges({ found: { cards }, signedIn, now }: Props) {
  const isLoading = usePendingNavigation() !== null
  if (isLoading) return <CardSkeletons count={cards.length || 3} label="Loading challenges" />
  if (cards.length === 0) {
    return (
      <EmptyState
        subject="scroll"
        action={
          <ButtonLink to={allPath(NO_FILTERS)} variant="secondary" preventScrollReset>
            Reset Filters
          </ButtonLink>
        }
      >
        No challenges match your filter criteria
      </EmptyState>
    )
  }
  return (
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
  )
}
