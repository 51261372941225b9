import { Link } from 'react-router'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { formatNumber, Place } from '#app/ui/number.tsx'
import type { ResultRow } from '#domain/lifecycle/results.server.ts'
import { memberName } from '../members/names.ts'
import { submissionPath } from '../paths.ts'

export function PlacesTable({ rows }: { rows: readonly ResultRow[] }) {
  const most = Math.max(...rows.map(({ seen }) => seen))
  const columns: Column<ResultRow>[] = [
    {
      header: 'Place',
      width: 'w-12 sm:w-16',
      cell: ({ place }) => (place ? <Place place={place} /> : '\u2013'),
    },
    { header: 'Entry', part: 'subject', cell: (row) => <Entry row={row} /> },
    {
      header: 'Votes',
      align: 'figures',
      width: 'w-14 sm:w-20',
      cell: ({ votes }) => formatNumber(votes),
    },
  ]
  if (most > 0)
    columns.push({
      header: 'Seen by',
      align: 'figures',
      width: 'w-18 sm:w-24',
      cell: ({ seen }) => <Seen seen={seen} most={most} />,
    })
  return (
    <Card flush className="overflow-hidden">
      <DataTable
        layout="ranking"
        caption="Places of the entries"
        rows={rows}
        rowKey={({ id }) => id}
        columns={columns}
        marked={({ place }) => place === 1}
      />
    </Card>
  )
}

function Entry({ row: { submission } }: { row: ResultRow }) {
  if (!submission) return <span className="text-muted">An entry that waits for approval</span>
  return (
    <div className="text-left wrap-anywhere">
      <Link
        dir="auto"
        to={submissionPath(submission)}
        className="inline-block min-h-6 font-semibold underline-offset-[0.22em] hover:underline"
      >
        {submission.title}
      </Link>{' '}
      <span className="text-small text-muted">
        by <bdi>{memberName(submission.author.displayName)}</bdi>
      </span>
    </div>
  )
}

/** How many members saw an entry, and as a bar against the entry of the page that most have seen. */
function Seen({ seen, most }: { seen: number; most: number }) {
  return (
    <>
      {formatNumber(seen)}
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        height="4"
        aria-hidden="true"
        className="mt-1 ml-auto block w-4/5"
      >
        <rect width="100" height="4" className="fill-ink/7" />
        <rect width={(100 * seen) / most} height="4" className="fill-edge" />
      </svg>
    </>
  )
}
