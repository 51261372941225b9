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
import { EmptyDojo } from '#app/parts/challenges/empty-dojo.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { CardGrid } from '#app/ui/card.tsx'
import { FilterGroups } from '#app/ui/lists/filter-groups.tsx'
import { CardSkeletons, usePendingNavigation } from '#app/ui/lists/loading.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { SectionChips } from '#app/ui/lists/section-chips.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { ARCHIVE_PAGE_SIZE, type ChallengeSummary, listArchive } from '#domain/challenges/queries.server.ts'
import { lastPage } from '#platform/paging.ts'
import { typeAndKindFilters } from '../filters.ts'
import type { Route } from './+types/archive.ts'
import { type ArchiveParams, archivePath, groupByMonth, readArchiveParams } from './archive-months.ts'

const NO_CHALLENGE = 'No challenge has ended yet.'

export const handle: FrameHandle = { tabs: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const filters = readArchiveParams(new URL(request.url).searchParams)
  const [now, result] = await Promise.all([
    pageTime(context),
    loadOrNull(context, listArchive(db, scope, filters)),
  ])
  const last = lastPage(result?.total ?? 0, ARCHIVE_PAGE_SIZE)
  if (result && filters.page > last) throw redirect(archivePath({ ...filters, page: last }))
  return {
    filters,
    cards: result?.cards ?? null,
    total: result?.total ?? null,
    last,
    viewer: scope.viewer,
    isEmpty: result?.total === 0 && (await isDojoEmpty(context)),
    now,
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Challenge Archive',
    description: 'Every challenge that has ended, month by month, with all its entries and its winner.',
    canonicalPath: loaderData && archivePath(loaderData.filters),
    feed: { path: '/results.atom', title: 'Results' },
  })
}

export default function Archive({ loaderData }: Route.ComponentProps) {
  const { filters, cards, total, last, viewer, isEmpty, now } = loaderData
  const isLoading = usePendingNavigation() !== null
  return (
    <div className="page">
      <PageHeader
        title="Challenge Archive"
        subtitle={total !== null && `${formatCount(total, 'challenge')}, by month`}
      />
      <FilterGroups
        groups={typeAndKindFilters(
          { types: filters.type ? [filters.type] : [], kind: filters.kind },
          ({ types: [type = null], kind }) => archivePath({ type, kind, page: 1 }),
        )}
      />
      <div id="archive">
        {cards === null && (
          <div className="mt-10">
            <ErrorPanel message="Failed to load completed challenges. Please try again." />
          </div>
        )}
        {isLoading && (
          <div className="mt-10">
            <CardSkeletons count={cards?.length || 3} label="Loading challenges" />
          </div>
        )}
        {isEmpty && (
          <div className="mt-10">
            <EmptyDojo isAdmin={viewer?.isAdmin ?? false}>{NO_CHALLENGE}</EmptyDojo>
          </div>
        )}
        {!isLoading && !isEmpty && cards?.length === 0 && <EmptyArchive filters={filters} />}
        {!isLoading && cards && <ArchiveMonths challenges={cards} signedIn={viewer !== null} now={now} />}
        <Pager
          current={filters.page}
          last={last}
          to={(page) => archivePath({ ...filters, page }, 'archive')}
          label="Pages of the archive"
        />
        <FeedLink path="/results.atom" className="mt-8" />
      </div>
    </div>
  )
}

interface Props {
  challenges: readonly ChallengeSummary[]
  signedIn: boolean
  now: Date
}

function ArchiveMonths({ challenges, signedIn, now }: Props) {
  const months = groupByMonth(challenges)
  const chips = months.map(({ key, name, year }) => ({ id: `month-${key}`, title: `${name} ${year}` }))
  return (
    <>
      {chips.length > 1 && <SectionChips sections={chips} />}
      {months.map(({ key, name, year, items }) => (
        <section
          key={key}
          aria-labelledby={`month-${key}`}
          className="items-start gap-x-6 pt-12 lg:grid lg:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <h2 id={`month-${key}`} className="mb-5 text-[1.75rem] leading-[1.15] lg:sticky lg:top-22 lg:m-0">
            {name} <span className="text-muted tabular-nums lg:block lg:text-[1.125rem]">{year}</span>
          </h2>
          <CardGrid>
            {items.map((challenge) => (
              <ChallengeCard key={challenge.id} challenge={challenge} signedIn={signedIn} now={now} />
            ))}
          </CardGrid>
        </section>
      ))}
    </>
  )
}

function EmptyArchive({ filters }: { filters: ArchiveParams }) {
  const filtered = filters.type !== null || filters.kind !== null
  const unfilteredPath = archivePath({ type: null, kind: null, page: 1 })
  return (
    <div className="mt-10">
      <EmptyState
        subject="scroll"
        action={
          <ButtonLink
            to={filtered ? unfilteredPath : '/challenges'}
            variant="secondary"
            preventScrollReset={filtered}
          >
            {filtered ? 'Reset Filters' : 'Browse Challenges'}
          </ButtonLink>
        }
      >
        {filtered ? 'No completed challenges match your filter criteria' : NO_CHALLENGE}
      </EmptyState>
    </div>
  )
}
