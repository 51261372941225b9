import { servicesContext } from '#app/context.ts'
import { choiceIn, pageIn } from '#app/forms/search-params.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Select } from '#app/ui/field.tsx'
import { NumberText } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { RankBadge } from '#app/ui/rank.tsx'
import { ADMIN_PAGE_SIZE, listMembers } from '#domain/members/admin-list.server.ts'
import { RANKS } from '#domain/points/rules.ts'
import { ConfirmHost } from '../components/confirm-dialog.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ExportLink } from '../components/export-link.tsx'
import { FilterForm } from '../components/filter-form.tsx'
import { searchIn } from '../components/filters.ts'
import { pageOf } from '../components/list.server.ts'
import { useFocusAfter } from '../components/use-focus-after.ts'
import { EXPORTS } from '../paths.ts'
import type { Route } from './+types/leaderboard.ts'
import { AdjustmentDialog, useOpenDialog } from './adjustments/adjustment-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { LEADERBOARD_PATH } from './paths.ts'

const rankNames = RANKS.map(({ name }) => name)

const form = 'filter-users'

/** A page of members, filtered by rank, name and e-mail address (ADM-43, ADM-45). Null if it cannot be loaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const params = new URL(request.url).searchParams
  const [rank, page] = [choiceIn(params, 'rank', rankNames), pageIn(params)]
  const { db } = context.get(servicesContext)
  const found = await loadOrNull(context, listMembers(db, admin, { rank, search: searchIn(params), page }))
  const list = found && pageOf({ path: LEADERBOARD_PATH, params }, found, { page, size: ADMIN_PAGE_SIZE })
  return { rank, list, before: (page - 1) * ADMIN_PAGE_SIZE }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Leaderboard Management', hidden: true })
}

export default function AdminLeaderboard({ loaderData }: Route.ComponentProps) {
  const { rank, list, before } = loaderData
  const { adjustment, open, close } = useOpenDialog()
  const region = useFocusAfter<HTMLDivElement>(adjustment !== null)
  return (
    <div className="admin-page">
      <PageHeader
        title="Leaderboard Management"
        subtitle="Manage user ranks and points"
        actions={<ExportLink to={EXPORTS.members}>Export CSV</ExportLink>}
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <FilterForm id={form} title="Filter Users" titled>
          <Select label="Rank" name="rank" options={rankOptions} defaultValue={rank ?? ''} />
        </FilterForm>
        <RanksReference />
      </div>
      <ConfirmHost label="Users">
        <div ref={region} tabIndex={-1} className="outline-none">
          <DataTable
            list={list}
            of="users"
            search={{ label: 'Search users', placeholder: 'Search users...', form }}
            failed="Failed to load users"
            empty="No users found matching your filters"
          >
            {(rows) => <MemberTable rows={rows} before={before} onChange={open} />}
          </DataTable>
        </div>
      </ConfirmHost>
      <AdjustmentDialog adjustment={adjustment} onClose={close} />
    </div>
  )
}

const rankOptions = [
  { value: '', label: 'All Ranks' },
  ...rankNames.map((name) => ({ value: name, label: name })),
]

/** Each rank with its color and minimum points (ADM-44). */
export function RanksReference() {
  return (
    <section className="card px-6 py-5" aria-labelledby="ranks">
      <h2 id="ranks" className="text-card">
        Ninja Ranks Reference
      </h2>
      <ul className="mt-4 grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {RANKS.map(({ name, minimum }) => (
          <li key={name} className="flex items-baseline justify-between gap-3">
            <RankBadge rank={name} />
            <span className="text-small">
              <NumberText value={minimum} />+
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
