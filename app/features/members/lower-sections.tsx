import { REWARD_TEXTS, RewardList } from '#app/parts/challenges/rewards.tsx'
import { YouBadge } from '#app/parts/members/member.tsx'
import { RankDiamond, rankClass } from '#app/parts/members/rank.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { Section } from '#app/ui/section.tsx'
import { TYPES, typeLabel } from '#domain/challenges/rules.ts'
import { challengesFor, DISPLAYED_WIN_BONUS, RANKS, type Rank, rankAfter } from '#domain/points/ranks.ts'

/** The points per action. The other two explanations of the winner's bonus are folded (PTS-6, PTS-7). */
export function PointSystem({ guideValues }: { guideValues: boolean }) {
  return (
    <Section id="point-system" title="Point System" className="min-w-0 lg:sticky lg:top-22">
      <Card>
        <RewardList />
        <p className="mt-4 text-small text-muted">{REWARD_TEXTS.ties}</p>
        <ButtonLink to="/challenges" variant="secondary" wide className="mt-5">
          Join a Challenge
        </ButtonLink>
        {guideValues && (
          <GuideValues className="mt-3">
            <p className="text-small text-muted">Winners get 25-100 bonus points, or by type:</p>
            <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-px overflow-hidden rounded-control border border-line bg-line">
              {TYPES.map((type) => (
                <div key={type} className="flex flex-col items-center bg-panel px-1 py-2.5">
                  <dd className="font-display text-[1.25rem] leading-[1.2] font-bold tabular-nums">
                    {DISPLAYED_WIN_BONUS[type]}
                  </dd>
                  <dt className="text-small text-muted">{typeLabel(type)}</dt>
                </div>
              ))}
            </dl>
            <p className="mt-3 text-small">{REWARD_TEXTS.winFigures}</p>
          </GuideValues>
        )}
      </Card>
    </Section>
  )
}

/** Figures that count for nothing. */
function GuideValues({ className, children }: { className?: string; children: React.ReactNode }) {
  return (
    <Disclosure
      summary="Guide values"
      summaryClassName="inline-flex min-h-11 cursor-pointer list-none items-center text-calm font-semibold text-muted"
      className={className}
    >
      <div className="pt-1">{children}</div>
    </Disclosure>
  )
}

/** The eight ranks: color, description and minimum; share and challenges to the next are folded (PTS-9, PTS-17). */
export function RankingSystem({ myRank, guideValues }: { myRank: string | null; guideValues: boolean }) {
  return (
    <Section id="ranking-system" title="Ninja Ranks">
      <Card flush className="overflow-hidden">
        <ol className="grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-4">
          {RANKS.map((rank) => (
            <Step key={rank.name} rank={rank} isMine={rank.name === myRank} />
          ))}
        </ol>
        {guideValues && (
          <GuideValues className="border-t border-line px-5.5 py-1.5">
            <div className="max-w-150 pb-4">
              <DataTable
                layout="ranking"
                caption="Share of ninjas and challenges to the next rank"
                columns={GUIDE_COLUMNS}
                rows={RANKS}
                rowKey={({ name }) => name}
              />
            </div>
          </GuideValues>
        )}
      </Card>
    </Section>
  )
}

function Step({ rank, isMine }: { rank: Rank; isMine: boolean }) {
  return (
    <li
      className={`relative flex flex-wrap items-baseline justify-between gap-x-4 bg-panel py-4 pr-5.5 pl-6 before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-(--rank) lg:block lg:py-5 ${rankClass(rank.name)}`}
    >
      <div className="flex items-center gap-2.5">
        <RankDiamond />
        <h3 className="text-card">{rank.name}</h3>
        {isMine && <YouBadge />}
      </div>
      <p className="font-display text-card font-bold tabular-nums lg:mt-3 lg:text-[1.75rem]">
        {formatNumber(rank.minimum)}{' '}
        <span className="font-sans text-small font-normal text-muted">points</span>
      </p>
      <p className="w-full text-calm text-muted">{rank.summary}</p>
    </li>
  )
}

const GUIDE_COLUMNS: readonly Column<Rank>[] = [
  { header: 'Rank', part: 'subject', cell: ({ name }) => name },
  { header: 'Share of ninjas', align: 'figures', width: 'w-24 sm:w-40', cell: ({ share }) => `${share}%` },
  { header: 'To next rank', align: 'figures', width: 'w-34 sm:w-44', cell: toNextRank },
]

/** A challenge, with its votes, counts for about 40 points (PTS-14). */
function toNextRank(rank: Rank): string {
  const next = rankAfter(rank)
  return next ? `~${formatCount(challengesFor(next.minimum - rank.minimum), 'challenge')}` : 'Max Rank'
}
