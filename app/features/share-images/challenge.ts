import { servicesContext } from '#app/context.ts'
import { type ChallengeDetail, challengeDetail } from '#domain/challenges/queries.server.ts'
import { badgeLabel, kindLabel, typeLabel } from '#domain/challenges/rules.ts'
import { isId } from '#platform/id.server.ts'
import { formatTime } from '#platform/text/dates.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/challenge.ts'
import { type WorkLayout, workImage } from './layout.ts'
import { respondWithImage } from './respond.server.ts'
import { visitorScopeOf } from './subjects.server.ts'

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params } = args
  const { db } = context.get(servicesContext)
  const challenge = isId(params.id)
    ? await challengeDetail(db, visitorScopeOf(context), params.id)
    : undefined
  return respondWithImage(args, challenge, challengeLayout)
}

// Excludes counts of submissions and votes, which change often.
function challengeLayout(challenge: ChallengeDetail, siteName: string): WorkLayout {
  const { title, kind, type, image } = challenge
  return {
    kind: 'work',
    siteName,
    category: `${typeLabel(type)} · ${kindLabel(kind)}`,
    title: { text: title, fallback: `${typeLabel(type)} ${kind} challenge` },
    author: null,
    status: statusOf(challenge),
    image: workImage(image, 'challenge'),
  }
}

function statusOf(challenge: ChallengeDetail): WorkLayout['status'] {
  const { status, winner, deadline, startDate, votingEndsAt, completedAt, allowVoting } = challenge
  const label = badgeLabel(status)
  const plain = (text: string) => ({ text, fallback: '' })
  if (status === 'completed' && winner) {
    const fallback = `Won by a ${winner.rank ?? 'ninja'}`
    return { label, tone: 'gold', text: { text: `Won by ${isolated(winner.name)}`, fallback } }
  }
  if (status === 'active' && deadline) {
    return { label, tone: 'go', text: plain(`Enter by ${utcTime(deadline)}`) }
  }
  if (status === 'voting' && votingEndsAt) {
    const verb = allowVoting ? 'Vote until' : 'Ends'
    return { label, tone: 'gold', text: plain(`${verb} ${utcTime(votingEndsAt)}`) }
  }
  if (status === 'upcoming' && startDate) {
    return { label, tone: 'quiet', text: plain(`Begins ${utcTime(startDate)}`) }
  }
  const ended = completedAt ? `Ended ${formatTime(completedAt, 'date', 'UTC')}` : ''
  return { label, tone: 'quiet', text: plain(ended) }
}

function utcTime(time: Date): string {
  return `${formatTime(time, 'datetime', 'UTC')} UTC`
}
