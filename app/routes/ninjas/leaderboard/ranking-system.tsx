import { formatCount, formatNumber } from '#app/ui/lists/number-text.tsx'
import { rankClass } from '#app/ui/people/rank-class.ts'
import { YouBadge } from '#app/ui/people/you-badge.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import { challengesFor, RANKS, type Rank, rankAfter } from '#domain/points/rules.ts'

/** The eight ranks: colour, description, minimum, share, challenges to the next (PTS-9, PTS-17). */
export function RankingSystem({ myRank }: { myRank: string | null }) {
  return (
    <Section
      id="ranking-system"
      title="Ninja Ranks"
      subtitle="Eight steps. A challenge, with its votes, is reckoned at about 40 points."
    >
      <ol className="ladder">
        {RANKS.map((rank) => (
          <Step key={rank.name} rank={rank} isMine={rank.name === myRank} />
        ))}
      </ol>
    </Section>
  )
}

function Step({ rank, isMine }: { rank: Rank; isMine: boolean }) {
  const next = rankAfter(rank)
  const challenges = next && challengesFor(next.minimum - rank.minimum)
  return (
    <li className={`ladder-step card ${rankClass(rank.name)}`}>
      <div className="flex items-center gap-2.5">
        <span className="rank-diamond" aria-hidden="true" />
        <h3 className="text-card">{rank.name}</h3>
        {isMine && <YouBadge />}
      </div>
      <p className="mt-1 text-calm text-muted">{rank.summary}</p>
      <p className="ladder-minimum figures">
        {formatNumber(rank.minimum)} <span className="text-small font-normal text-muted">points</span>
      </p>
      <dl className="mt-4 grid gap-1.5">
        <div className="ladder-fact">
          <dt>To next rank</dt>
          <dd>{challenges === null ? 'Max Rank' : `~${formatCount(challenges, 'challenge')}`}</dd>
        </div>
        <div className="ladder-fact">
          <dt>Share of ninjas</dt>
          <dd className="figures">{rank.share}%</dd>
        </div>
      </dl>
      <progress
        className="rank-bar mt-2.5"
        value={rank.share}
        max={100}
        aria-label={`Share of ninjas: ${rank.share}%`}
      />
    </li>
  )
}
