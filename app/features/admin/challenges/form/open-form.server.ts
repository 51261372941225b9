import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { CHALLENGE_FIELDS, type ChallengeFields, INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { statusChoices } from '#domain/challenges/rules.ts'
import { oneTemplate } from '#domain/templates/templates.server.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { presetDeadline } from '#domain/challenges/timeline.ts'
import { openSuggestion } from '#domain/suggestions/queries.server.ts'
import { isId, newId } from '#platform/id.server.ts'
import { cut } from '#platform/text/text.ts'
import { wallClock } from '#platform/zoned-time.ts'
import { type ChallengeValues, valuesOf } from './challenge-values.ts'

type Context = Readonly<RouterContextProvider>

const HIDDEN = { timeZone: 'UTC', savedAs: '', presetDeadline: '', version: '', key: '' }

/**
 * A new form as it opens (ADM-22): an image challenge, weekly, draft, with a week to go. Made `from` another challenge or
 * a `template` it has the same content and image, but its own dates; of a member's `suggestion` it has the content.
 */
export async function newChallengeForm(context: Context, params = new URLSearchParams()) {
  const { db, settings } = context.get(servicesContext)
  const model = await modelOf(context, params)
  const suggestion = params.get('suggestion') ?? undefined
  const suggested = isId(suggestion) ? await openSuggestion(db, adminOf(context), suggestion) : undefined
  const { showVotes, allowComments } = settings.current()
  const fields = { ...INITIAL_FIELDS, showVotes, allowComments, ...model }
  const now = await databaseNow(db)
  const deadline = wallClock(presetDeadline(fields.type, now), 'UTC')
  const start: ChallengeValues = {
    ...valuesOf(fields),
    ...(suggested && { title: suggested.title, description: suggested.brief, kind: suggested.kind }),
    ...HIDDEN,
    status: 'draft',
    autoActivate: false,
    startDate: '',
    deadline,
    votingOpensAt: '',
    votingClosesAt: '',
    presetDeadline: deadline,
    presetType: fields.type,
    key: newId(),
  }
  const suggestedBy = suggested?.author ?? null
  return { start, imageId: fields.imageId, statuses: statusChoices('draft'), now, suggestedBy }
}

/** An existing challenge in its form (ADM-36). Throws 404 if it does not exist. */
export async function editChallengeForm(context: Context, id: string) {
  const challenge = await settingsOf(context, id)
  if (!challenge) throw data(null, { status: 404 })
  const { title, imageId, status, type, version } = challenge
  const values = valuesOf(challenge)
  // A start date in the past would make the challenge active again when it is saved.
  const waits = ['draft', 'upcoming'].includes(status) && challenge.startDate !== null
  const start: ChallengeValues = {
    ...values,
    ...HIDDEN,
    autoActivate: waits,
    startDate: waits ? values.startDate : '',
    presetType: type,
    version: String(version),
  }
  const now = await databaseNow(context.get(servicesContext).db)
  return { title, imageId, start, statuses: statusChoices(status), now }
}

/** What a new challenge begins with: the content of another one or of a template, or nothing. */
async function modelOf(context: Context, params: URLSearchParams): Promise<Partial<ChallengeFields>> {
  const challenge = await settingsOf(context, params.get('from'))
  if (challenge)
    return { ...challenge, title: cut(`Copy of ${challenge.title}`, CHALLENGE_FIELDS.title.maxLength) }
  const id = params.get('template') ?? undefined
  const { db } = context.get(servicesContext)
  const template = isId(id) ? await oneTemplate(db, adminOf(context), id) : undefined
  return template ? { ...template.fields, imageId: template.imageId } : {}
}

async function settingsOf(context: Context, id: string | null) {
  const { db } = context.get(servicesContext)
  return id !== null && isId(id) ? challengeSettings(db, adminOf(context), id) : undefined
}
