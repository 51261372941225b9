import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { type Kind, kindLabel } from '#domain/challenges/rules.ts'
import type { WinnerCard as Winner } from '#domain/submissions/showcase.server.ts'
import { showcasePath } from './address.ts'
import { NoWinners } from './no-winners.tsx'
import { WinnerCard } from './winner-card.tsx'

interface Props {
  /** null where they could not be loaded. */
  found: { cards: Winner[]; hasMore: boolean } | null
  /** The kinds that have a winner. */
  kinds: readonly Kind[]
  kind: Kind | null
  page: number
}

/** Every winning entry, filtered by kind (public §2, Showcase). */
export function Winners({ found, kinds, kind, page }: Props) {
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
      {found === null && <ErrorPanel message="Failed to load showcase winners" />}
      {found?.cards.length === 0 && <NoWinners kind={kind} />}
      {found && found.cards.length > 0 && (
        <>
          <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {found.cards.map((winner) => (
              <li key={winner.id} className="grid">
                <WinnerCard winner={winner} />
              </li>
            ))}
          </ul>
          <Pager
            current={page}
            last={found.hasMore ? page + 1 : page}
            to={(other) => showcasePath(kind, other)}
            label="Pages of winners"
          />
        </>
      )}
    </section>
  )
}
