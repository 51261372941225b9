import { Pager } from '#app/ui/lists/pager.tsx'
import { edgesOf } from '#app/ui/lists/search-params.ts'
import { EmptyState } from '#app/ui/states.tsx'
import type { ResultRow } from '#domain/lifecycle/results.server.ts'
import type { Route } from './+types/results.ts'
import { CountDetails } from './count-details.tsx'
import { AlsoEntered, FurtherPlaces } from './further-places.tsx'
import { OwnPlace, WinnerActions } from './own-result.tsx'
import { resultsPath, winnerText } from './texts.ts'

type Props = Route.ComponentProps['loaderData'] & {
  further: readonly ResultRow[]
  hasWon: boolean
}

export function LowerSections(props: Props) {
  const { challenge, result, plot, rows, page, last, own, isShareable, next, further, hasWon } = props
  const mineId = own?.submission.id ?? null
  return (
    <>
      {hasWon && own ? (
        <WinnerActions own={own} isShareable={isShareable} next={next} />
      ) : (
        <OwnPlace own={own} isShareable={isShareable} next={next} />
      )}
      <div id="places">
        {rows.length === 0 && (
          <div className="mt-12">
            <EmptyState subject="scroll">No entry took part in this challenge.</EmptyState>
          </div>
        )}
        <FurtherPlaces rows={further} mineId={mineId} />
        <AlsoEntered
          title={result.votedFor > 0 ? 'Also entered' : 'Entries'}
          rows={rows.filter(({ place }) => place === null)}
          mineId={mineId}
        />
        <Pager
          current={page}
          last={last}
          edges={edgesOf(rows)}
          to={(_, request) => resultsPath(challenge.id, request, 'places')}
          label="Pages of places"
        />
      </div>
      <CountDetails result={result} winner={winnerText(challenge, result)} rows={rows} plot={plot} />
    </>
  )
}
