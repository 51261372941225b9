import { PlacesTable } from '#app/parts/submissions/places-table.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Facts, Figure } from '#app/ui/figures/facts.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
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
            { label: 'Completed', value: <Time value={result.completedAt} format="short" /> },
          ]}
        />
        {rows.length > 0 && <PlacesTable rows={rows} />}
        {plot && <VotesOverTime plot={plot} />}
        <ResultRules result={result} />
      </div>
    </Disclosure>
  )
}
