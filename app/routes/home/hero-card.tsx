import { Link } from 'react-router'
import { Onward } from '#app/ui/controls/onward.tsx'
import { Count } from '#app/ui/lists/number-text.tsx'
import { Eyebrow } from '#app/ui/surfaces/card.tsx'
import { Countdown } from '#app/ui/time/countdown.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { kindLabel } from '#domain/challenges/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'

interface Props {
  challenge: ChallengeSummary | null
  /** Nothing has been made here yet. */
  untouched: boolean
  isAdmin: boolean
  now: Date
}

/** The challenge to enter now, with the time that is left for it. */
export function HeroCard({ challenge, untouched, isAdmin, now }: Props) {
  if (!challenge) return untouched ? <Beginning isAdmin={isAdmin} /> : <Rest />
  const when = challenge.type === 'daily' ? 'Today’s challenge' : 'Next to close'
  return (
    <section aria-labelledby="today" className="card card-link px-5.5 py-6">
      <Eyebrow>
        {when} · {kindLabel(challenge.kind)}
      </Eyebrow>
      <h2 id="today" className="mt-2 mb-4 text-[1.5rem] leading-tight">
        <Link to={`/challenges/${challenge.id}`} className="card-cover">
          {challenge.title}
        </Link>
      </h2>
      {challenge.deadline && <Countdown until={challenge.deadline} now={now} label="Time left to enter" />}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
        <Count value={challenge.submissionCount} one="entered" many="entered" />
        <Reward points={REWARDS.submission} deed="to enter" />
        <Reward points={REWARDS.win} deed="to win" />
      </p>
    </section>
  )
}

function Reward({ points, deed }: { points: number; deed: string }) {
  return (
    <span>
      <span className="font-semibold text-ink">+{points}</span> {deed}
    </span>
  )
}

function Beginning({ isAdmin }: { isAdmin: boolean }) {
  return (
    <section className="card px-5.5 py-6">
      <Eyebrow>Before the first entry</Eyebrow>
      <h2 className="mt-2 text-[1.5rem] leading-tight">The dojo is quiet</h2>
      <p className="mt-2 mb-4 text-calm text-muted">
        {isAdmin
          ? 'Nothing has been made here yet. It takes a challenge to begin.'
          : 'The next challenge has not begun. Until then, see how challenges, votes and ranks work.'}
      </p>
      {isAdmin ? (
        <Onward to="/admin/challenges/new" go>
          Create New Challenge
        </Onward>
      ) : (
        <Onward to="/community">How the dojo works</Onward>
      )}
    </section>
  )
}

function Rest() {
  return (
    <section className="card px-5.5 py-6">
      <Eyebrow>Between challenges</Eyebrow>
      <h2 className="mt-2 text-[1.5rem] leading-tight">The dojo is quiet</h2>
      <p className="mt-2 mb-4 text-calm text-muted">
        The next challenge has not begun. See what was made in the last ones.
      </p>
      <Onward to="/challenges/archive">Browse the archive</Onward>
    </section>
  )
}
