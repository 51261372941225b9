import { Icon } from '#app/ui/icons/icon.tsx'
import { REWARDS } from '#domain/points/rules.ts'

interface Props {
  challenge: { description: string; requirements: string }
}

/** What the challenge asks for and what it gives, beside the form (entry §2, §9). */
export function Guidelines({ challenge }: Props) {
  const requirements = bullets(challenge.requirements)
  return (
    <aside aria-labelledby="guidelines" className="card card-body lg:sticky lg:top-20">
      <h2 id="guidelines" className="text-card">
        Submission Guidelines
      </h2>
      <p className="mt-3 text-calm whitespace-pre-line text-muted">{challenge.description}</p>
      {requirements.length > 0 && (
        <>
          <h3 className="mt-6 eyebrow font-sans">Requirements</h3>
          <ul className="mt-3 grid gap-2">
            {requirements.map((line) => (
              <li key={line} className="flex gap-2.5 text-calm">
                <Icon name="check" className="mt-1 size-4 text-good-text" />
                <span className="min-w-0">{line}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className="mt-6 eyebrow font-sans">Rewards</h3>
      <ul className="mt-3 grid gap-2 text-calm">
        <Reward points={REWARDS.submission}>for your submission</Reward>
        <Reward points={REWARDS.voteReceived}>per vote received</Reward>
        <Reward points={REWARDS.win}>bonus for the winner</Reward>
      </ul>
    </aside>
  )
}

function Reward({ points, children }: { points: number; children: React.ReactNode }) {
  return (
    <li className="flex items-baseline gap-2.5">
      <span className="w-14 shrink-0 font-display text-card figures">+{points}</span>
      <span className="text-muted">points {children}</span>
    </li>
  )
}

/** Each line of the requirements, without the bullets that an organiser may have typed. */
function bullets(requirements: string): string[] {
  const lines = requirements.split('\n').map((line) => line.replace(/^\s*[-*•·]\s+/, '').trim())
  return [...new Set(lines.filter(Boolean))]
}
