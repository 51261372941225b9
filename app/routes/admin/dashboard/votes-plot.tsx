import { formatCount } from '#app/ui/lists/number-text.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import type { VoteShares } from '#domain/moderation/vote-shares.server.ts'
import { EXPORTS } from '../places.ts'
import { Bars } from './bars.tsx'
import { ChooseChallenge } from './choose-challenge.tsx'
import { Panel } from './panel.tsx'
import { VotesTable } from './votes-table.tsx'

interface Props {
  /** Null where they could not be loaded; without shares where nothing is in voting. */
  votes: { shares: VoteShares | null } | null
}

/** How the votes of a challenge fall on its entries. */
export function VotesPlot({ votes }: Props) {
  if (!votes) return <ErrorPanel message="Failed to load votes" />
  const { shares } = votes
  if (!shares) {
    return (
      <Panel id="votes" title="Votes by entry">
        <p className="panel-empty">No challenge is in voting</p>
      </Panel>
    )
  }
  return (
    <Panel id="votes" title="Votes by entry" subtitle={subtitle(shares)}>
      <ChooseChallenge shares={shares} />
      {shares.entries.length === 0 ? <p className="panel-empty">No votes yet</p> : <Shares shares={shares} />}
    </Panel>
  )
}

function Shares({ shares }: { shares: VoteShares }) {
  return (
    <>
      <Bars shares={shares} />
      <div className="plot-foot">
        <a href={`${EXPORTS.entries}?challenge=${shares.id}`} className="text-link">
          Export results
        </a>
      </div>
      <details className="plot-details disclosure">
        <summary>Show as table</summary>
        <VotesTable shares={shares} />
      </details>
    </>
  )
}

function subtitle({ votes, participants, status }: VoteShares): string {
  const sum = `${formatCount(votes, 'vote')} on ${formatCount(participants, 'entry', 'entries')}`
  return status === 'completed' ? `${sum}, completed` : `${sum} so far`
}
