import { RewardList } from '#app/ui/challenges/reward-list.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import { TYPES, typeLabel } from '#domain/challenges/rules.ts'
import { DISPLAYED_WIN_BONUS } from '#domain/points/rules.ts'

/** What deeds are worth, with all three accounts of the winner's bonus (PTS-6, PTS-7). */
export function PointSystem() {
  return (
    <Section id="point-system" title="Point System" className="min-w-0 lg:sticky lg:top-22">
      <Card>
        <RewardList />
        <h3 className="mt-6 mb-3 eyebrow font-sans">Winning, by type</h3>
        <dl className="win-figures">
          {TYPES.map((type) => (
            <div key={type}>
              <dd className="win-figure figures">{DISPLAYED_WIN_BONUS[type]}</dd>
              <dt className="text-small text-muted">{typeLabel(type)}</dt>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-small text-muted">
          Winners get 25-100 bonus points on top of what their entry and its votes have earned.
        </p>
      </Card>
    </Section>
  )
}
