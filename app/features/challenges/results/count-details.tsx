import { Link } from 'react-router'
import { memberName } from '#app/parts/names.ts'
import { submissionPath } from '#app/parts/submission-path.ts'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Facts, Figure } from '#app/ui/facts.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber, Place } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import type { Result, ResultRow } from '#domain/lifecycle/results.server.ts'
import { ResultRules } from './result-rules.tsx'
import { VotesOverTime } from './votes-over-time.tsx'
import type { votesPlot } from './votes-plot.server.ts'

interface Props {
  result: Result
  winner: string
  rows: readonly ResultRow[]
  plot: ReturnType<typeof votesPlot> | null
}

/** How the votes were counted, with all figures: one line until it is opened. */
export function CountDetails({ result, winner, rows, plot }: Props) {
  return (
    <Disclosure
      className="mt-12 border-y border-line"
      summaryClassName="flex flex-wrap items-center gap-x-3 py-4 text-calm text-muted"
      summary={
        <>
          <Icon name="shield" className="size-5 text-good-text" />
          <span className="mr-auto">
            {result.ballots ? 'Counted twice, both agree.' : 'How it was counted'}
          </span>
          <span>Details</span>
        </>
      }
    >
      <div className="grid gap-8 pt-2 pb-10">
        <p className="text-lead">{winner}</p>
        <Facts
          facts={[
            { label: 'Members voted', value: <Figure>{formatNumber(result.votes)}</Figure> },
            { label: 'Entries', value: <Figure>{formatNumber(result.entries)}</Figure> },
            { label: 'Completed', value: <Time value={result.completedAt} style="short" /> },
          ]}
        />
        {rows.length > 0 && <AllPlaces rows={rows} />}
        {plot && <VotesOverTime plot={plot} />}
        <ResultRules result={result} />
      </div>
    </Disclosure>
  )
}

function AllPlaces({ rows }: { rows: readonly ResultRow[] }) {
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
