import { rankClass } from '#app/ui/people/rank-class.ts'
import { Eyebrow } from '#app/ui/surfaces/card.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import { RANKS } from '#domain/points/rules.ts'

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
                {rank.name === myRank && <span className="sr-only">, your rank</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}

/** 500, 1.25k, 30k: what fits above a bar. */
function short(points: number): string {
  return points < 1_000 ? String(points) : `${points / 1_000}k`
}
