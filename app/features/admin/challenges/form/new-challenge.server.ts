import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { challengeDefaults } from '#domain/challenges/defaults.server.ts'
import { CHALLENGE_FIELDS, INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { statusChoices } from '#domain/challenges/rules.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES, presetDeadline } from '#domain/challenges/timeline.ts'
import { isId, newId } from '#platform/id.server.ts'
import { cut } from '#platform/text/text.ts'
import { wallClock } from '#platform/zoned-time.ts'
import { type ChallengeValues, valuesOf } from './challenge-values.ts'
import { receiveChallenge } from './receive-challenge.server.ts'

/**
 * A new form as it opens (ADM-22): an image challenge, weekly, draft, with a week to go. Made after another
 * challenge it has the same content and image, but its own dates.
 */
export async function newChallengeForm(context: Readonly<RouterContextProvider>, from: string | null = null) {
  const { db } = context.get(servicesContext)
  const model = isId(from ?? undefined)
    ? await challengeSettings(db, adminOf(context), from ?? '')
    : undefined
  const fields = model ?? { ...INITIAL_FIELDS, ...(await challengeDefaults(db)) }
  const now = await databaseNow(db)
  const deadline = wallClock(presetDeadline(fields.type, now), 'UTC')
  const start: ChallengeValues = {
    ...valuesOf(fields),
    ...(model && { title: copyOf(model.title) }),
    status: 'draft',
    autoActivate: false,
    startDate: '',
    deadline,
    presetDeadline: deadline,
    presetType: fields.type,
    savedAs: '',
    votingOpensAt: '',
    votingClosesAt: '',
    timeZone: 'UTC',
    version: '',
    key: newId(),
  }
  return { start, imageId: model?.imageId ?? null, statuses: statusChoices('draft'), now }
}

function copyOf(title: string): string {
  return cut(`Copy of ${title}`, CHALLENGE_FIELDS.title.maxLength)
}

export function receiveNewChallenge(args: { request: Request; context: Readonly<RouterContextProvider> }) {
  return receiveChallenge(args, {
    save: (db, scope, form, { imageId, key }) => createChallenge(db, scope, form, imageId, key),
    saved: CHALLENGE_FORM_MESSAGES.created,
  })
}
