import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { isDojoEmpty } from '#app/middleware/empty-dojo.server.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { EmptyDojo, NO_SUBMISSIONS } from '#app/parts/challenges/empty-dojo.tsx'
import { galleryParams } from '#app/parts/paths.ts'
import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import { eagerAt, SubmissionRows } from '#app/parts/submissions/submission-cover.tsx'
import { StatusBadge } from '#app/parts/submissions/submission-status.tsx'
import { ChipLink } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { CardSkeletons, usePendingNavigation } from '#app/ui/lists/loading.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { choiceIn, edgesOf, pageParams, pageRequestIn, pathWith } from '#app/ui/lists/search-params.ts'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { KINDS, type Kind, kindLabel } from '#domain/challenges/rules.ts'
import {
  allSubmissions,
  type GalleryPage,
  SUBMISSIONS_PAGE_SIZE,
} from '#domain/submissions/galleries.server.ts'
import { SORTS, type Sort } from '#domain/submissions/rules.ts'
import { lastPage, type PageRequest, pageInstead } from '#platform/paging.ts'
import type { Route } from './+types/list.ts'
import { toolIn } from './member-gallery/member-gallery-params.ts'
import { SortChoice } from './sort-choice.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const filters = readListParams(new URL(request.url).searchParams)
  const gallery = await loadOrNull(context, allSubmissions(db, scope, filters))
  const last = lastPage(gallery?.total ?? 0, SUBMISSIONS_PAGE_SIZE)
  const instead = gallery && pageInstead(filters, last, gallery.submissions.length)
  if (instead) throw redirect(listPath({ ...filters, ...instead }))
  return {
    filters,
    gallery,
    last,
    reviewed: scope.moderation === 'before',
    isEmpty: gallery?.total === 0 && !filters.tool && (await isDojoEmpty(context)),
    isAdmin: scope.viewer?.isAdmin ?? false,
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'All Submissions',
    description: 'Every submission to every challenge: images, texts, music, films and code.',
    canonicalPath: loaderData && listPath({ ...loaderData.filters, sort: 'newest' }),
  })
}

export default function AllSubmissions({ loaderData }: Route.ComponentProps) {
  const { filters, gallery, last, reviewed, isEmpty, isAdmin } = loaderData
  const kinds = [null, ...KINDS].map((kind) => ({
    to: listPath({ ...filters, kind, page: 1 }),
    label: kind ? kindLabel(kind) : 'All',
    current: kind === filters.kind,
  }))
  return (
    <div className="page-wide">
      <PageHeader title="All Submissions" />
      <Segmented label="Filter by kind" segments={kinds} />
      <div id="submissions" className="pt-5">
        {gallery === null && <ErrorPanel message="Failed to load submissions. Please try again later." />}
        {gallery && isEmpty && <EmptyDojo isAdmin={isAdmin}>{NO_SUBMISSIONS}</EmptyDojo>}
        {gallery && !isEmpty && (
          <AllSubmissionsList gallery={gallery} filters={filters} last={last} reviewed={reviewed} />
        )}
      </div>
    </div>
  )
}

interface Props {
  gallery: GalleryPage
  filters: ListParams
  last: number
  /** Submissions need approval before others see them. */
  reviewed: boolean
}

function AllSubmissionsList({ gallery, filters, last, reviewed }: Props) {
  const isLoading = usePendingNavigation() !== null
  if (gallery.submissions.length === 0)
    return isLoading ? <Loading count={3} /> : <NoSubmissions filters={filters} />
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="flex flex-wrap items-center gap-3 text-muted tabular-nums">
          {formatCount(gallery.total, 'submission')}
          {filters.tool && (
            <ChipLink to={listPath({ ...filters, tool: null, page: 1 })} preventScrollReset>
              made with <span className="mx-1 capitalize">{filters.tool}</span>
              <Icon name="close" className="ml-1 size-3.5" />
              <span className="sr-only">, show all</span>
            </ChipLink>
          )}
        </p>
        <SortChoice current={filters.sort} to={(sort) => listPath({ ...filters, sort, page: 1 })} />
      </div>
      {isLoading ? (
        <Loading count={gallery.submissions.length} />
      ) : (
        <Submissions gallery={gallery} filters={filters} reviewed={reviewed} />
      )}
      <Pager
        current={filters.page}
        last={last}
        edges={edgesOf(gallery.submissions)}
        to={(_, request) => listPath({ ...filters, ...request }, 'submissions')}
        label="Pages of submissions"
      />
    </>
  )
}

function Submissions({ gallery, filters, reviewed }: Omit<Props, 'last'>) {
  const { kind, tool, sort } = filters
  return (
    <SubmissionRows
      submissions={gallery.submissions}
      card={(submission, index) => (
        <SubmissionCard
          submission={submission}
          headingLevel="h2"
          eager={eagerAt(index)}
          badge={<StatusBadge status={submission.status} reviewed={reviewed} />}
          walk={{ list: 'all', kind, tool, sort }}
        />
      )}
    />
  )
}

function Loading({ count }: { count: number }) {
  return <CardSkeletons count={count} label="Loading submissions" />
}

function NoSubmissions({ filters }: { filters: ListParams }) {
  const action =
    filters.kind || filters.tool ? (
      <ButtonLink
        to={listPath({ ...filters, kind: null, tool: null, page: 1 })}
        variant="secondary"
        preventScrollReset
      >
        Reset Filters
      </ButtonLink>
    ) : (
      <ButtonLink to="/challenges">Browse Challenges</ButtonLink>
    )
  return (
    <EmptyState subject="scroll" action={action}>
      {filters.tool
        ? `There are no submissions made with ${filters.tool} yet.`
        : filters.kind
          ? `There are no submissions of the kind ${kindLabel(filters.kind)} yet.`
          : NO_SUBMISSIONS}
    </EmptyState>
  )
}

interface ListParams extends PageRequest {
  kind: Kind | null
  /** In any case. */
  tool: string | null
  sort: Sort
}

/** Reads ?kind=audio&tool=suno&sort=votes&page=2; unknown values are ignored. */
function readListParams(params: URLSearchParams): ListParams {
  return {
    kind: choiceIn(params, 'kind', KINDS),
    tool: toolIn(params)?.toLowerCase() ?? null,
    sort: choiceIn(params, 'sort', SORTS) ?? 'newest',
    ...pageRequestIn(params),
  }
}

export function listPath({ kind, tool, sort, ...request }: ListParams, hash?: string): string {
  const params = { ...galleryParams({ kind, tool, sort }), ...pageParams(request) }
  return pathWith('/challenges/submissions', params, hash)
}
