import {
  Description,
  participantsFact,
  Requirements,
  TimeLeftFigure,
  votesFacts,
} from '#app/parts/challenges/challenge-facts.tsx'
import { REWARD_TEXTS } from '#app/parts/challenges/rewards.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { type Fact, Facts, Figure } from '#app/ui/figures/facts.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { Section } from '#app/ui/section.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { badgeLabel, isFinished, isOpenForVotes, NO_START, statusLabel } from '#domain/challenges/rules.ts'

interface Props {
  challenge: ChallengeDetail
  requirements: readonly string[]
  now: Date
}

/** The challenge's details below its submissions (CHL-64). */
export function GalleryDetails({ challenge, requirements, now }: Props) {
  return (
    <Section id="challenge-details" title="Challenge Details">
      <p className="-mt-2 mb-5">
        <Badge tone={challenge.status}>{badgeLabel(challenge.status)}</Badge>
      </p>
      <Facts
        facts={[
          phase(challenge, now),
          participantsFact(challenge),
          ...votesFacts(challenge),
          points(challenge),
        ]}
      />
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <div>
          <h3 className="mb-3 text-card">Description</h3>
          <Description challenge={challenge} />
        </div>
        <div>
          <h3 className="mb-3 text-card">Requirements</h3>
          <Requirements requirements={requirements} />
        </div>
      </div>
    </Section>
  )
}

function phase(challenge: ChallengeDetail, now: Date): Fact {
  const { status, startDate, deadline } = challenge
  if (isFinished(status)) return { label: statusLabel(status), value: <Figure>Finished</Figure> }
  if (status === 'voting')
    return {
      label: 'Voting Phase',
      value: <Figure>{isOpenForVotes(challenge, now) ? 'In Progress' : 'Over'}</Figure>,
    }
  if (status !== 'active')
    return { label: 'Starts', value: startDate ? <Time value={startDate} format="datetime" /> : NO_START }
  return { label: 'Time Left', value: deadline ? <TimeLeftFigure until={deadline} now={now} /> : 'N/A' }
}

function points({ allowVoting, pointValue }: ChallengeDetail): Fact {
  return {
    label: 'Points',
    value: <Figure>+{formatNumber(pointValue)}</Figure>,
    note: allowVoting ? REWARD_TEXTS.winnerNote : undefined,
  }
}
