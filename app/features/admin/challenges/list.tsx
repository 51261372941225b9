import { useSearchParams } from 'react-router'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Select } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { STATUSES, statusLabel } from '#domain/challenges/rules.ts'
import { ConfirmHost } from '../components/confirm-dialog.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ExportLink } from '../components/export-link.tsx'
import { FilterForm, ZoneField } from '../components/filter-form.tsx'
import { EXPORTS } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { ChallengeRows } from './challenge-rows.tsx'
import { challengeList } from './list.server.ts'

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
    <div className="admin-page">
      <PageHeader
        title="Challenges"
        actions={
          <>
            <ButtonLink to="/admin/challenges/new">
              <Icon name="plus" className="size-4" />
              Create New Challenge
            </ButtonLink>
            <ExportLink to={EXPORTS.challenges}>Export CSV</ExportLink>
          </>
        }
      />
      <ChallengeFilters />
      <ConfirmHost label="Challenges">
        <DataTable
          list={loaderData.list}
          of="challenges"
          search={{ label: 'Search by title', placeholder: 'Search by title...', form: FILTERS }}
          failed="Failed to load challenges"
          empty="No challenges found"
        >
          {(rows) => <ChallengeRows rows={rows} />}
        </DataTable>
      </ConfirmHost>
    </div>
  )
}

export function ChallengeFilters() {
  const [params] = useSearchParams()
  const statuses = STATUSES.map((value) => ({ value, label: statusLabel(value) }))
  return (
    <FilterForm id={FILTERS} title="Filter Challenges" applyLabel="Apply">
      <Select
        label="Status"
        name="status"
        defaultValue={params.get('status') ?? ''}
        options={[{ value: '', label: 'All' }, ...statuses]}
      />
      <Select label="Created" name="created" defaultValue={params.get('created') ?? ''} options={CREATED} />
      <ZoneField />
    </FilterForm>
  )
}
