import { servicesContext } from '#app/context.ts'
import { part } from '#app/part.server.ts'
import { choiceIn, pageIn } from '#app/search-params.ts'
import { requireAdmin } from '#app/session.server.ts'
import { Select } from '#app/ui/controls/select.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import { RANKS } from '#domain/points/rules.ts'
import { memberTable, TABLE_PAGE_SIZE } from '#domain/points/table.server.ts'
import { ExportLink } from '../exports/export-link.tsx'
import { ConfirmHost } from '../lists/confirm-dialog.tsx'
import { FilterForm } from '../lists/filter-form.tsx'
import { searchIn } from '../lists/filters.ts'
import { ListCard } from '../lists/list-card.tsx'
import { pageOf } from '../lists/page-of.server.ts'
import { useFocusAfter } from '../lists/use-focus-after.ts'
import { EXPORTS } from '../places.ts'
import type { Route } from './+types/leaderboard.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { LEADERBOARD_PATH } from './places.ts'
import { RanksReference } from './ranks-reference.tsx'
import { useAsked } from './use-asked.ts'

const rankNames = RANKS.map(({ name }) => name)
const form = 'filter-users'

/** A page of the members, filtered by rank, name and e-mail address (ADM-43, ADM-45). null where it cannot be loaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  const params = new URL(request.url).searchParams
  const [rank, page] = [choiceIn(params, 'rank', rankNames), pageIn(params)]
  const { db } = context.get(servicesContext)
  const found = await part(context, memberTable(db, { rank, search: searchIn(params), page }))
  const list = found && pageOf({ path: LEADERBOARD_PATH, params }, found, { page, size: TABLE_PAGE_SIZE })
  return { rank, list, before: (page - 1) * TABLE_PAGE_SIZE }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Leaderboard Management', hidden: true })
}

export default function AdminLeaderboard({ loaderData }: Route.ComponentProps) {
  const { rank, list, before } = loaderData
  const { asked, ask, close } = useAsked()
  const region = useFocusAfter<HTMLDivElement>(asked !== null)
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
          <ListCard
            list={list}
            of="users"
            search={{ label: 'Search users', placeholder: 'Search users...', form }}
            failed="Failed to load users"
            empty="No users found matching your filters"
          >
            {(rows) => <MemberTable rows={rows} before={before} onChange={ask} />}
          </ListCard>
        </div>
      </ConfirmHost>
      <ChangeDialog asked={asked} onClose={close} />
    </div>
  )
}

const rankOptions = [
  { value: '', label: 'All Ranks' },
  ...rankNames.map((name) => ({ value: name, label: name })),
]
