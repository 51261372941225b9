import { Segmented } from '#app/ui/controls/segmented.tsx'
import { useArriving } from '#app/ui/lists/arriving.ts'
import { Pager } from '#app/ui/lists/pager.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { CardSkeletons } from '#app/ui/surfaces/skeleton.tsx'
import { type Kind, kindLabel } from '#domain/challenges/rules.ts'
import type { WinnerCard as Winner } from '#domain/submissions/showcase.server.ts'
import { showcasePath } from './address.ts'
import { NoWinners } from './no-winners.tsx'
import { WinnerCard } from './winner-card.tsx'

interface Props {
  /** null where they could not be loaded. */
  cards: Winner[] | null
  /** The kinds that have a winner. */
  kinds: readonly Kind[]
  kind: Kind | null
  page: number
  last: number
}

/** Every winning entry, filtered by kind (SUB-54, SUB-56). */
export function Winners({ cards, kinds, kind, page, last }: Props) {
  const arriving = useArriving() !== null
  const choices = [null, ...kinds].map((choice) => ({
    to: showcasePath(choice),
    label: choice ? kindLabel(choice) : 'All Winners',
    current: choice === kind,
  }))
  return (
    <section id="winners" aria-labelledby="winners-heading" className="page pt-12 sm:pt-14">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 id="winners-heading" className="text-title">
          {kind ? `${kindLabel(kind)} Winners` : 'All Winners'}
        </h2>
        <Segmented label="Filter by kind" segments={choices} />
      </div>
      {arriving && <CardSkeletons count={cards?.length || 3} label="Loading winners" />}
      {!arriving && cards === null && <ErrorPanel message="Failed to load showcase winners" />}
      {!arriving && cards?.length === 0 && <NoWinners kind={kind} />}
      {cards && cards.length > 0 && (
        <>
          {!arriving && (
            <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
              {cards.map((winner) => (
                <li key={winner.id} className="grid">
                  <WinnerCard winner={winner} />
                </li>
              ))}
            </ul>
          )}
          <Pager
            current={page}
            last={last}
            to={(other) => showcasePath(kind, other)}
            label="Pages of winners"
          />
        </>
      )}
    </section>
  )
}
