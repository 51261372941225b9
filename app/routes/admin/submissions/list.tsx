import { useSearchParams } from 'react-router'
import { requireAdmin } from '#app/session.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import { ExportLink } from '../exports/export-link.tsx'
import { ConfirmHost } from '../lists/confirm-dialog.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { EXPORTS } from '../places.ts'
import type { Route } from './+types/list.ts'
import { submissionList } from './list.server.ts'
import { FILTERS, SubmissionFilters } from './submission-filters.tsx'
import { SubmissionRows } from './submission-rows.tsx'

export function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return submissionList(context, new URL(request.url).searchParams)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Submissions', hidden: true })
}

/** All entries, to be looked at and judged (ADM-38). */
export default function AdminSubmissions({ loaderData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <PageHeader title="Submissions" actions={<Export challenges={loaderData.challenges} />} />
      <SubmissionFilters challenges={loaderData.challenges} />
      <ConfirmHost label="Submissions">
        <ListCard
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
        </ListCard>
      </ConfirmHost>
    </div>
  )
}

/** All entries as a file, or those of the challenge that is chosen, with its results. */
function Export({ challenges }: { challenges: { id: string }[] }) {
  const [params] = useSearchParams()
  const chosen = challenges.find(({ id }) => id === params.get('challenge'))
  if (!chosen) return <ExportLink to={EXPORTS.entries}>Export CSV</ExportLink>
  return <ExportLink to={`${EXPORTS.entries}?challenge=${chosen.id}`}>Export results</ExportLink>
}
