import { Chip } from '#app/ui/badge.tsx'
import { type Fact, Figure } from '#app/ui/figures/facts.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { BulletList } from '#app/ui/text/bullet-list.tsx'
import { Paragraphs } from '#app/ui/text/paragraphs.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { daysUntil, isFinished, NO_START } from '#domain/challenges/rules.ts'
import { TimeLeft } from './time-left.tsx'

/** Deadline, time left, participants and votes (CHL-51, CHL-55). */
export function detailFacts(challenge: ChallengeDetail, now: Date): Fact[] {
  return [
    deadlineFact(challenge),
    phaseFact(challenge, now),
    participantsFact(challenge),
    ...votesFacts(challenge),
  ]
}

export function participantsFact(challenge: ChallengeDetail): Fact {
  const participants = challenge.participants || challenge.submissionCount
  return { label: 'Participants', value: <Figure>{formatNumber(participants)}</Figure> }
}

export function votesFacts({ allowVoting, voteCount }: ChallengeDetail): Fact[] {
  if (!allowVoting && !voteCount) return []
  if (voteCount === null)
    return [{ label: 'Total Votes', value: 'Hidden', note: 'until the challenge completes' }]
  return [{ label: 'Total Votes', value: <Figure>{formatNumber(voteCount)}</Figure> }]
}

function deadlineFact({ deadline }: ChallengeDetail): Fact {
  return { label: 'Deadline', value: moment(deadline) }
}

function phaseFact(challenge: ChallengeDetail, now: Date): Fact {
  const { status, deadline, startDate, votingEndsAt, completedAt } = challenge
  if (isFinished(status)) return { label: 'Ended', value: moment(completedAt ?? deadline) }
  if (status === 'active')
    return { label: 'Time Left', value: deadline ? <TimeLeftFigure until={deadline} now={now} /> : 'N/A' }
  if (status === 'voting') {
    const left = votingEndsAt ? <TimeLeftFigure until={votingEndsAt} now={now} voting /> : 'N/A'
    return { label: 'Voting Ends', value: left, note: votingEndsAt && moment(votingEndsAt) }
  }
  return { label: 'Starts', value: status === 'upcoming' && !startDate ? NO_START : moment(startDate) }
}

/** A number of days from one day on; below that a sentence. */
export function TimeLeftFigure(props: { until: Date; now: Date; voting?: boolean }) {
  const short = daysUntil(props.until, props.now) > 1
  return short ? (
    <Figure>
      <TimeLeft {...props} />
    </Figure>
  ) : (
    <TimeLeft {...props} />
  )
}

function moment(value: Date | null) {
  return value ? <Time value={value} format="datetime" /> : 'N/A'
}

export function Description({ challenge }: { challenge: ChallengeDetail }) {
  return <Paragraphs text={challenge.description} className="text-lead" />
}

export function Requirements({ requirements }: { requirements: readonly string[] }) {
  return (
    <BulletList className="max-w-[68ch]">
      {requirements.map((text) => (
        <li key={text} dir="auto">
          {text}
        </li>
      ))}
    </BulletList>
  )
}

export function ToolChips({ tools }: { tools: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {tools.map((tool) => (
        <li key={tool}>
          <Chip>{tool}</Chip>
        </li>
      ))}
    </ul>
  )
}
