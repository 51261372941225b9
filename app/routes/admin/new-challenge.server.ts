import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { dojoTime } from '#domain/challenges/clock.server.ts'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { DAY } from '#domain/challenges/rules.ts'
import { FORM } from '#domain/challenges/timeline.ts'
import { offers } from '#domain/lifecycle/revise.server.ts'
import { wallClock } from '#platform/zoned-time.ts'
import type { ChallengeValues } from './challenge-values.ts'
import { receiveChallenge } from './receive-challenge.server.ts'

const daysAhead = 7

/** A new form as it opens (entry §4): an image challenge, weekly, draft, with a week to go. */
export async function newChallengeForm(context: Readonly<RouterContextProvider>) {
  const now = await dojoTime(context.get(servicesContext).db)
  const start: ChallengeValues = {
    title: '',
    description: '',
    requirements: '',
    kind: 'image',
    type: 'weekly',
    status: 'draft',
    autoActivate: false,
    startDate: '',
    deadline: wallClock(new Date(now.getTime() + daysAhead * DAY), 'UTC'),
    votingOpensAt: '',
    votingClosesAt: '',
    timeZone: 'UTC',
    showSubmissions: true,
    showVotes: true,
    allowVoting: true,
    allowComments: true,
  }
  return { start, statuses: offers('draft') }
}

export function receiveNewChallenge(args: { request: Request; context: Readonly<RouterContextProvider> }) {
  return receiveChallenge(args, { save: createChallenge, saved: FORM.created })
}
