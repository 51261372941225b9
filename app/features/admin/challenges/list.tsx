import { Link, useSearchParams } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Select } from '#app/ui/fields/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Column } from '#app/ui/lists/data-table.tsx'
import { NumberText } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import type { ChallengeRow } from '#domain/challenges/admin-list.server.ts'
import { canDelete, DELETION_MESSAGES } from '#domain/challenges/deletion.ts'
import { STATUSES, statusLabel } from '#domain/challenges/rules.ts'
import { canComplete } from '#domain/lifecycle/rules.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { AdminList, ExportLink } from '../list/admin-list.tsx'
import { appliedChoices, FilterForm, ZoneField } from '../list/filter-form.tsx'
import { RowActions, RowLink, RowSubject, RowTime } from '../list/row.tsx'
import { useRowOutcome } from '../list/row-outcome.ts'
import { EXPORTS, OPEN_STATUS } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { challengeList } from './list.server.ts'
import { STEP_NAMES, stepPath } from './steps.ts'

export const FILTERS = 'challenge-filters'

const CREATED = [
  { value: '', label: 'All Time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This Week' },
  { value: 'month', label: 'This Month' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return { list: await challengeList(context, admin, new URL(request.url).searchParams) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Challenges', hidden: true })
}

/** All challenges in every status, with their actions (ADM-13). */
export default function AdminChallenges({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Challenges"
        actions={
          <>
            <ButtonLink to="/admin/challenges/new">
              <Icon name="plus" className="size-4" />
              Create New Challenge
            </ButtonLink>
            <ButtonLink to="/admin/calendar" variant="secondary">
              Calendar
            </ButtonLink>
            <ButtonLink to="/admin/series" variant="secondary">
              Series
            </ButtonLink>
            <ExportLink to={EXPORTS.challenges}>Export CSV</ExportLink>
          </>
        }
      />
      <ChallengeFilters />
      <ConfirmHost label="Challenges">
        <AdminList
          list={loaderData.list}
          of="challenges"
          search={{ label: 'Search by title', placeholder: 'Search by title...', form: FILTERS }}
          failed="Failed to load challenges"
          empty="No challenges found"
          columns={columns}
        />
      </ConfirmHost>
    </>
  )
}

const columns: readonly Column<ChallengeRow>[] = [
  {
    header: 'Title',
    part: 'subject',
    cell: ({ id, title, excerpt, imageUrl }) => (
      <RowSubject
        imageUrl={imageUrl}
        fallback="challenge"
        excerpt={excerpt}
        title={
          <Link dir="auto" to={managePath(id)} className="inline-block min-h-6 hover:underline">
            {title}
          </Link>
        }
      />
    ),
  },
  {
    header: 'Status',
    width: 'w-26',
    cell: ({ status }) => (
      <Badge tone={status} on="bare">
        {statusLabel(status)}
      </Badge>
    ),
  },
  {
    header: 'Deadline',
    width: 'w-27',
    cell: ({ deadline }) => (deadline ? <RowTime value={deadline} format="shorttime" /> : 'N/A'),
  },
  { header: 'Participants', width: 'w-24', cell: ({ participants }) => <NumberText value={participants} /> },
  { header: 'Created', width: 'w-27', cell: ({ createdAt }) => <RowTime value={createdAt} format="short" /> },
  { header: 'Actions', part: 'actions', width: 'w-83', cell: (row) => <ChallengeActions row={row} /> },
]

/** The actions that the status of a challenge allows (ADM-16). */
function ChallengeActions({ row }: { row: ChallengeRow }) {
  const { id, title, status } = row
  const path = managePath(id)
  const { gone } = useRowOutcome(id)
  return (
    <RowActions gone={gone}>
      <RowLink to={`${path}/edit`} label={`Edit ${title}`}>
        Edit
      </RowLink>
      <RowLink to={`/challenges/${id}`} target="_blank" label={`View ${title} in a new tab`}>
        View
      </RowLink>
      {canComplete(status) && (
        <ConfirmLink path={stepPath(id, 'complete')} title={STEP_NAMES.complete.title} about={title}>
          Complete
        </ConfirmLink>
      )}
      {row.isExtendable && (
        <ConfirmLink path={stepPath(id, 'extend')} title={STEP_NAMES.extend.title} about={title}>
          Extend
        </ConfirmLink>
      )}
      <RowLink to={`/admin/challenges/new?from=${id}`} label={`Duplicate ${title}`}>
        Duplicate
      </RowLink>
      {canDelete(row) && (
        <ConfirmLink path={`${path}/delete`} title={DELETION_MESSAGES.title} about={title} danger>
          Delete
        </ConfirmLink>
      )}
    </RowActions>
  )
}

export function ChallengeFilters() {
  const [params] = useSearchParams()
  const statuses = [
    { value: '', label: 'All' },
    ...STATUSES.map((value) => ({ value, label: statusLabel(value) })),
    { value: OPEN_STATUS, label: 'Active or Voting' },
  ]
  const applied = appliedChoices(params, { status: statuses, created: CREATED })
  return (
    <FilterForm id={FILTERS} title="Filter Challenges" applyLabel="Apply" applied={applied}>
      <Select label="Status" name="status" defaultValue={params.get('status') ?? ''} options={statuses} />
      <Select label="Created" name="created" defaultValue={params.get('created') ?? ''} options={CREATED} />
      <ZoneField />
    </FilterForm>
  )
}
