import { NumberText } from '#app/ui/lists/number-text.tsx'
import { RankProgress } from '#app/ui/people/rank-progress.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import type { Profile } from '#domain/submissions/profile.server.ts'

export function ProfileStats({ profile }: { profile: Profile }) {
  const figures = [
    { label: 'Total Points', value: profile.points },
    { label: 'Total Submissions', value: profile.submissionCount },
    { label: 'Total Votes Received', value: profile.votesReceived },
  ]
  return (
    <Card as="section">
      <h2 className="mb-2 text-card">Ninja Stats</h2>
      <dl className="rows">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-3">
            <dt className="text-calm text-muted">{label}</dt>
            <dd className="fact-figure">
              <NumberText value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 mb-3 eyebrow font-sans">Rank Progress</h3>
      <RankProgress points={profile.points} rank={profile.rank} />
    </Card>
  )
}
