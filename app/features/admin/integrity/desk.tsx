import { Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import { type DeskRow, integrityDesk } from '#domain/integrity/queries.server.ts'
import { RowTime } from '../list/row.tsx'
import type { Route } from './+types/desk.ts'
import { deskPath, INTEGRITY } from './paths.ts'
import { countText } from './signals.tsx'

/** The votes of all contests that run or have ended lately (ADM-60). */
export async function loader({ context }: Route.LoaderArgs) {
  return { desk: await integrityDesk(context.get(servicesContext).db, adminOf(context)) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: INTEGRITY.label, hidden: true })
}

export default function IntegrityDesk({ loaderData }: Route.ComponentProps) {
  const { desk } = loaderData
  return (
    <>
      <PageHeader title={INTEGRITY.label} subtitle="Votes worth a look. Unusual votes are no proof." />
      {desk.length === 0 ? (
        <EmptyState subject="scroll">No challenge has been in voting yet.</EmptyState>
      ) : (
        <Card flush className="overflow-hidden">
          <DataTable
            layout="list"
            caption="Challenges with votes"
            columns={columns}
            rows={desk}
            rowKey={({ id }) => id}
            marked={({ isHeld }) => isHeld}
          />
        </Card>
      )}
    </>
  )
}

const columns: readonly Column<DeskRow>[] = [
  {
    header: 'Challenge',
    part: 'subject',
    cell: ({ id, title }) => (
      <Link
        dir="auto"
        to={deskPath(id)}
        className="inline-block min-h-6 font-semibold wrap-anywhere hover:underline"
      >
        {title}
      </Link>
    ),
  },
  {
    header: 'Status',
    width: 'w-32',
    cell: ({ status, isHeld }) => (
      <Badge tone={status} on="bare">
        {isHeld ? 'Result held' : statusLabel(status)}
      </Badge>
    ),
  },
  {
    header: 'Voting ends',
    width: 'w-32',
    cell: ({ votingEndsAt }) => (votingEndsAt ? <RowTime value={votingEndsAt} style="shorttime" /> : 'N/A'),
  },
  {
    header: 'Votes',
    align: 'figures',
    width: 'w-24',
    cell: ({ votes }) => countText(votes),
  },
  { header: 'Voided', align: 'figures', width: 'w-24', cell: ({ voided }) => countText(voided) },
]
