import { rankClass } from '#app/ui/people/rank-class.ts'
import { Eyebrow } from '#app/ui/surfaces/card.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import { RANKS, REWARDS } from '#domain/points/rules.ts'

/** The eight ranks as rising steps, with the viewer's own marked. */
export function RankPath({ myRank }: { myRank: string | null }) {
  return (
    <Section
      id="the-path"
      title="The path"
      link={{ to: '/leaderboard#ranking-system', label: 'How ranks work' }}
      className="min-w-0"
    >
      <div className="card card-body">
        <Eyebrow className="mb-5">Points to each rank</Eyebrow>
        <ol className="path">
          {RANKS.map((rank) => (
            <li
              key={rank.name}
              className={`path-step ${rankClass(rank.name)} ${rank.name === myRank ? 'path-here' : ''}`}
            >
              <span className="path-name">{rank.name.replace(' Ninja', '')}</span>
              <span className="path-bar" aria-hidden="true" />
              <span className="path-points figures">
                {short(rank.minimum)}
                {rank.name === myRank && <span className="path-you">You</span>}
              </span>
            </li>
          ))}
        </ol>
        <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-5 sm:grid-cols-4">
          {DEEDS.map(({ deed, points }) => (
            <div key={deed} className="flex flex-col-reverse">
              <dt className="text-small text-muted">{deed}</dt>
              <dd className="font-display text-card figures">+{points}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  )
}

const DEEDS = [
  { deed: 'to enter', points: REWARDS.submission },
  { deed: 'to vote', points: REWARDS.voteCast },
  { deed: 'a vote received', points: REWARDS.voteReceived },
  { deed: 'to win', points: REWARDS.win },
]

/** 500, 1.25k, 30k: what fits above a bar. */
function short(points: number): string {
  return points < 1_000 ? String(points) : `${points / 1_000}k`
}
