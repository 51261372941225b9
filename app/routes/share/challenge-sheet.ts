import { formatTime } from '#app/ui/time/format.ts'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { badgeLabel, kindLabel, typeLabel } from '#domain/challenges/rules.ts'
import type { Inlaid, WorkSheet } from './sheet.ts'

/** What is drawn for a challenge: what it is, and until when one can do what, or who won. No counts. */
export function challengeSheet(challenge: ChallengeDetail, house: string): WorkSheet {
  const { title, kind, type, picture } = challenge
  return {
    is: 'work',
    house,
    eyebrow: `${typeLabel(type)} · ${kindLabel(kind)}`,
    title: { text: title, instead: `${typeLabel(type)} ${kind} challenge` },
    byline: null,
    foot: footOf(challenge),
    picture: workPicture(picture?.id, 'challenge'),
  }
}

/** The picture of a challenge or an entry in its middle size, which is as high as the sheet where it is 3:2. */
export function workPicture(imageId: string | undefined, of: 'challenge' | 'entry'): Inlaid {
  return { imageId: imageId ?? null, width: 960, drawing: `/pictures/default-${of}.svg` }
}

function footOf(challenge: ChallengeDetail): WorkSheet['foot'] {
  const { status, winner, deadline, startDate, votingEndsAt, completedAt, allowVoting } = challenge
  const label = badgeLabel(status)
  const says = (text: string) => ({ text, instead: '' })
  if (status === 'completed' && winner) {
    const instead = `Won by a ${winner.rank ?? 'ninja'}`
    return { label, tone: 'gold', text: { text: `Won by ${winner.name}`, instead } }
  }
  if (status === 'active' && deadline)
    return { label, tone: 'go', text: says(`Enter by ${moment(deadline)}`) }
  if (status === 'voting' && votingEndsAt) {
    const verb = allowVoting ? 'Vote until' : 'Ends'
    return { label, tone: 'gold', text: says(`${verb} ${moment(votingEndsAt)}`) }
  }
  if (status === 'upcoming' && startDate) {
    return { label, tone: 'quiet', text: says(`Begins ${moment(startDate)}`) }
  }
  return {
    label,
    tone: 'quiet',
    text: says(completedAt ? `Ended ${formatTime(completedAt, 'date', 'UTC')}` : ''),
  }
}

function moment(time: Date): string {
  return `${formatTime(time, 'datetime', 'UTC')} UTC`
}
