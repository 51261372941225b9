import { useSearchParams } from 'react-router'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Select } from '#app/ui/field.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { ConfirmHost } from '../components/confirm-dialog.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ExportLink } from '../components/export-link.tsx'
import { DateField, FilterForm, ZoneField } from '../components/filter-form.tsx'
import { EXPORTS } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { submissionList } from './list.server.ts'
import { SUBMISSION_STATUSES, submissionLabel } from './statuses.ts'
import { SubmissionRows } from './submission-rows.tsx'

export const FILTERS = 'submission-filters'

export function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return submissionList(context, admin, new URL(request.url).searchParams)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Submissions', hidden: true })
}

/** All submissions, for moderation (ADM-38). */
export default function AdminSubmissions({ loaderData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <PageHeader title="Submissions" actions={<Export challenges={loaderData.challenges} />} />
      <SubmissionFilters challenges={loaderData.challenges} />
      <ConfirmHost label="Submissions">
        <DataTable
          list={loaderData.list}
          of="submissions"
          search={{
            label: 'Search titles and descriptions',
            placeholder: 'Search submissions...',
            form: FILTERS,
          }}
          failed="Failed to load submissions"
          empty="No submissions found matching your filters"
        >
          {(rows) => <SubmissionRows rows={rows} />}
        </DataTable>
      </ConfirmHost>
    </div>
  )
}

/** Exports all submissions, or the results of the selected challenge. */
function Export({ challenges }: { challenges: { id: string }[] }) {
  const [params] = useSearchParams()
  const chosen = challenges.find(({ id }) => id === params.get('challenge'))
  if (!chosen) return <ExportLink to={EXPORTS.submissions}>Export CSV</ExportLink>
  return <ExportLink to={`${EXPORTS.submissions}?challenge=${chosen.id}`}>Export results</ExportLink>
}

export function SubmissionFilters({ challenges }: { challenges: { id: string; title: string }[] }) {
  const [params] = useSearchParams()
  return (
    <FilterForm id={FILTERS} title="Filter Submissions">
      <Select
        label="Challenge"
        name="challenge"
        defaultValue={params.get('challenge') ?? ''}
        options={[
          { value: '', label: 'All Challenges' },
          ...challenges.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      <Select
        label="Status"
        name="status"
        defaultValue={params.get('status') ?? ''}
        options={[
          { value: '', label: 'All' },
          ...SUBMISSION_STATUSES.map((value) => ({ value, label: submissionLabel(value) })),
        ]}
      />
      <DateField label="Submitted from" name="from" defaultValue={params.get('from') ?? ''} />
      <DateField label="Submitted to" name="to" defaultValue={params.get('to') ?? ''} />
      <ZoneField />
    </FilterForm>
  )
}
