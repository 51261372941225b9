import { formatNumber } from '#app/ui/lists/number-text.tsx'
import { Badge } from '#app/ui/surfaces/badge.tsx'
import { type Fact, Facts } from '#app/ui/surfaces/facts.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { badgeLabel, isFinished, statusLabel } from '#domain/challenges/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { Description, Requirements } from '../brief.tsx'
import { daysText, Figure, participantsFact, votesFact } from '../facts-of.tsx'

/** The challenge that the entries answer, under them (CHL-64). */
export function GalleryDetails({ challenge, now }: { challenge: ChallengeDetail; now: Date }) {
  return (
    <Section id="challenge-details" title="Challenge Details">
      <p className="-mt-2 mb-5">
        <Badge tone={challenge.status}>{badgeLabel(challenge.status)}</Badge>
      </p>
      <Facts
        facts={[phase(challenge, now), participantsFact(challenge), votesFact(challenge), points(challenge)]}
      />
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <div>
          <h3 className="mb-3 text-card">Description</h3>
          <Description challenge={challenge} />
        </div>
        <div>
          <h3 className="mb-3 text-card">Requirements</h3>
          <Requirements challenge={challenge} />
        </div>
      </div>
    </Section>
  )
}

function phase({ status, deadline }: ChallengeDetail, now: Date): Fact {
  if (isFinished(status)) return { label: statusLabel(status), value: <Figure>Finished</Figure> }
  if (status === 'voting') return { label: 'Voting Phase', value: <Figure>In Progress</Figure> }
  return { label: 'Time Left', value: deadline ? <Figure>{daysText(deadline, now)}</Figure> : 'N/A' }
}

function points({ pointValue }: ChallengeDetail): Fact {
  return {
    label: 'Points',
    value: <Figure>+{formatNumber(pointValue)}</Figure>,
    note: `and +${REWARDS.win} for the winner`,
  }
}
