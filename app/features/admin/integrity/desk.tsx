import { Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import { type DeskRow, integrityDesk } from '#domain/integrity/queries.server.ts'
import { RowTime } from '../list/row.tsx'
import type { Route } from './+types/desk.ts'
import { deskPath, INTEGRITY } from './paths.ts'

/** The votes of all contests that run or have ended lately (ADM-60). */
export function loader({ context }: Route.LoaderArgs) {
  return integrityDesk(context.get(servicesContext).db, adminOf(context))
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: INTEGRITY.label, hidden: true })
}

export default function IntegrityDesk({ loaderData: rows }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={INTEGRITY.label} subtitle="Votes worth a look. Unusual votes are no proof." />
      <Card flush className="overflow-hidden">
        <DataTable
          layout="list"
          caption="Challenges with votes"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          marked={({ isHeld }) => isHeld}
          instead={
            rows.length === 0 && <p className="px-6 text-muted">No challenge has been in voting yet.</p>
          }
        />
      </Card>
    </>
  )
}

const columns: Column<DeskRow>[] = [
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
    cell: ({ votingEndsAt }) => votingEndsAt && <RowTime value={votingEndsAt} format="shorttime" />,
  },
  { header: 'Votes', align: 'figures', width: 'w-24', cell: ({ votes }) => count(votes) },
  { header: 'Voided', align: 'figures', width: 'w-24', cell: ({ voided }) => count(voided) },
]

function count(votes: number | null): string {
  return votes === null ? 'Hidden' : formatNumber(votes)
}
