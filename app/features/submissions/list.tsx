import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { choiceIn, lastPage, pageIn, pathWith } from '#app/forms/search-params.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageBanner } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { Pager } from '#app/ui/pager.tsx'
import { usePendingNavigation } from '#app/ui/pending-navigation.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { CardSkeletons } from '#app/ui/skeleton.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { SubmissionCard } from '#app/ui/submission-card.tsx'
import { KINDS, type Kind, kindLabel } from '#domain/challenges/rules.ts'
import {
  allSubmissions,
  GALLERY_PAGE_SIZE,
  type GalleryPage,
  LAST_PAGE,
} from '#domain/submissions/galleries.server.ts'
import { SORTS, type Sort } from '#domain/submissions/rules.ts'
import type { Route } from './+types/list.ts'
import { SortChoice } from './sort-choice.tsx'

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const read = readListParams(new URL(request.url).searchParams)
  const asked = { ...read, page: Math.min(read.page, LAST_PAGE) }
  const found = await loadOrNull(context, allSubmissions(db, scope, asked))
  const last = lastPage(found?.total ?? 0, GALLERY_PAGE_SIZE)
  if (found && read.page > last) throw redirect(listPath({ ...asked, page: last }))
  return { asked, found, last, reviewed: scope.moderation === 'before' }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'All Submissions',
    description:
      'Everything that ninjas handed in, from every challenge: images, texts, music, films and code.',
    canonicalPath: loaderData && listPath({ ...loaderData.asked, sort: 'newest' }),
  })
}

export default function AllSubmissions({ loaderData }: Route.ComponentProps) {
  const { asked, found, last, reviewed } = loaderData
  const kinds = [null, ...KINDS].map((kind) => ({
    to: listPath({ ...asked, kind, page: 1 }),
    label: kind ? kindLabel(kind) : 'All',
    current: kind === asked.kind,
  }))
  return (
    <>
      <PageBanner
        subject="cranes"
        eyebrow="From every challenge"
        title="All Submissions"
        subtitle="Everything the dojo has made so far. Look around, then make something of your own."
      >
        <Segmented label="Filter by kind" segments={kinds} />
      </PageBanner>
      <div id="submissions" className="page pt-10">
        {found ? (
          <AllSubmissionsList found={found} asked={asked} last={last} reviewed={reviewed} />
        ) : (
          <ErrorPanel message="Failed to load submissions. Please try again later." />
        )}
      </div>
    </>
  )
}

interface Props {
  found: GalleryPage
  asked: ListParams
  last: number
  /** Entries wait for approval before others see them. */
  reviewed: boolean
}

export function AllSubmissionsList({ found, asked, last, reviewed }: Props) {
  const arriving = usePendingNavigation() !== null
  if (found.entries.length === 0) return arriving ? <Loading count={3} /> : <NoSubmissions asked={asked} />
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="text-muted figures">{formatCount(found.total, 'submission')}</p>
        <SortChoice current={asked.sort} to={(sort) => listPath({ ...asked, sort, page: 1 })} />
      </div>
      {arriving ? (
        <Loading count={found.entries.length} />
      ) : (
        <Submissions found={found} reviewed={reviewed} />
      )}
      <Pager
        current={asked.page}
        last={last}
        to={(page) => listPath({ ...asked, page }, 'submissions')}
        label="Pages of submissions"
      />
    </>
  )
}

function Submissions({ found, reviewed }: Pick<Props, 'found' | 'reviewed'>) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {found.entries.map((submission) => (
        <li key={submission.id} className="grid">
          <SubmissionCard
            entry={submission}
            headingLevel="h2"
            sizes={SIZES}
            badge={<StatusBadge status={submission.status} reviewed={reviewed} />}
          />
        </li>
      ))}
    </ul>
  )
}

function Loading({ count }: { count: number }) {
  return <CardSkeletons count={count} label="Loading submissions" />
}

function NoSubmissions({ asked }: { asked: ListParams }) {
  const action = asked.kind ? (
    <ButtonLink to={listPath({ ...asked, kind: null, page: 1 })} variant="secondary" preventScrollReset>
      Reset Filters
    </ButtonLink>
  ) : (
    <ButtonLink to="/challenges">Browse Challenges</ButtonLink>
  )
  return (
    <EmptyState subject="scroll" action={action}>
      {asked.kind
        ? `Nothing of the kind ${kindLabel(asked.kind)} has been handed in yet.`
        : 'No submissions available yet. Be the first to submit to a challenge!'}
    </EmptyState>
  )
}

export interface ListParams {
  kind: Kind | null
  sort: Sort
  page: number
}

/** ?kind=audio&sort=votes&page=2; what names no choice counts as absent. */
export function readListParams(params: URLSearchParams): ListParams {
  return {
    kind: choiceIn(params, 'kind', KINDS),
    sort: choiceIn(params, 'sort', SORTS) ?? 'newest',
    page: pageIn(params),
  }
}

export function listPath({ kind, sort, page }: ListParams, hash?: string): string {
  const params = { kind, sort: sort === 'newest' ? null : sort, page: page > 1 ? page : null }
  return pathWith('/challenges/submissions', params, hash)
}
