import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { DAY, statusChoices } from '#domain/challenges/rules.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { isId } from '#platform/id.server.ts'
import { wallClock } from '#platform/zoned-time.ts'
import { type ChallengeValues, valuesOf } from './challenge-values.ts'
import { receiveChallenge } from './receive-challenge.server.ts'

const daysAhead = 7

/**
 * A new form as it opens (ADM-22): an image challenge, weekly, draft, with a week to go. Made after another
 * challenge it has the same content and image, but its own dates.
 */
export async function newChallengeForm(context: Readonly<RouterContextProvider>, from: string | null = null) {
  const { db } = context.get(servicesContext)
  const model = isId(from ?? undefined)
    ? await challengeSettings(db, adminOf(context), from ?? '')
    : undefined
  const now = await databaseNow(db)
  const days = model?.type === 'daily' ? 1 : daysAhead
  const start: ChallengeValues = {
    ...valuesOf(model ?? INITIAL_FIELDS),
    status: 'draft',
    autoActivate: false,
    startDate: '',
    deadline: wallClock(new Date(now.getTime() + days * DAY), 'UTC'),
    votingOpensAt: '',
    votingClosesAt: '',
    timeZone: 'UTC',
    version: '',
  }
  return { start, imageId: model?.imageId ?? null, statuses: statusChoices('draft') }
}

export function receiveNewChallenge(args: { request: Request; context: Readonly<RouterContextProvider> }) {
  return receiveChallenge(args, {
    save: (db, scope, form, { imageId }) => createChallenge(db, scope, form, imageId),
    saved: CHALLENGE_FORM_MESSAGES.created,
  })
}
