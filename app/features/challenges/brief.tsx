import { Description, detailFacts, Requirements, ToolChips } from '#app/parts/challenges/challenge-facts.tsx'
import { RewardList } from '#app/parts/challenges/rewards.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'

interface Props {
  challenge: ChallengeDetail
  requirements: readonly string[]
  tools: readonly string[]
  now: Date
}

export function Brief({ challenge, requirements, tools, now }: Props) {
  return (
    <div className="grid gap-8 pt-3 pb-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-[repeat(4,auto)] sm:justify-start sm:gap-x-10">
        {detailFacts(challenge, now).map(({ label, value, note }) => (
          <div key={label}>
            <dt className="text-small text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
            {note && <dd className="text-small text-muted">{note}</dd>}
          </div>
        ))}
      </dl>
      <Description challenge={challenge} />
      <div>
        <h2 id="requirements" className="mb-3 text-card">
          Requirements
        </h2>
        <Requirements requirements={requirements} />
      </div>
      <div>
        <h2 className="mb-3 text-card">Recommended AI tools</h2>
        <ToolChips tools={tools} />
      </div>
      <div className="max-w-110">
        <h2 className="mb-3 text-card">Points</h2>
        <RewardList voting={challenge.allowVoting} />
      </div>
    </div>
  )
}
