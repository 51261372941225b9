import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FormResponse } from '#app/forms/form-action.server.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { type ChallengeForm, parseChallenge } from '#domain/challenges/form.server.ts'
import { fieldsOf, isOpening, NO_OPENING } from '#domain/challenges/opening.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES as MESSAGES } from '#domain/challenges/timeline.ts'
import { updateChallenge } from '#domain/challenges/update.server.ts'
import { lifecycleSteps } from '#domain/lifecycle/completion.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { wallClock } from '#platform/zoned-time.ts'
import { versionIn } from '../../confirmation/run-admin-action.server.ts'
import { CHALLENGES_PATH, challengeLink } from '../../paths.ts'
import { formQuestion } from '../form-question.server.ts'
import {
  type ChallengeRefusal,
  type ChallengeValues,
  type ErrorField,
  submittedValues,
} from './challenge-values.ts'
import { receiveWithImage, type SavedForm, textsOf } from './receive-with-image.server.ts'

interface Args {
  request: Request
  /** Without an id, a new challenge is created. */
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}

/** Reads the challenge form and saves it (ADM-32, ADM-33). Administrators only. */
export function receiveChallenge({
  request,
  params: { id },
  context,
}: Args): Promise<FormResponse<ChallengeRefusal>> {
  const { db } = context.get(servicesContext)
  const suggestion = new URL(request.url).searchParams.get('suggestion')
  return receiveWithImage(
    { request, context },
    {
      values(fields) {
        applyOpening(fields)
        return submittedValues(fields)
      },
      failed: MESSAGES.failed,
      imageMissing: MESSAGES.image,
      fieldOf: FIELD_OF,
      async read(fields) {
        const filledWith = isId(id) ? await challengeSettings(db, adminOf(context), id) : undefined
        const parsed = parseChallenge(textsOf(fields, ['confirmed']), await databaseNow(db), filledWith)
        const savedImage = filledWith?.imageId ?? null
        if (!parsed.ok)
          return { ...parsed, savedImage, shows: shownNext(submittedValues(fields), parsed.shows) }
        const { form } = parsed
        return {
          savedImage,
          errors: {},
          save: (imageId) => save(context, { id, suggestion }, form, fields, imageId),
          async more(message): Promise<Pick<ChallengeRefusal, 'question'>> {
            return isId(id) ? { question: await formQuestion(context, id, form, message) } : {}
          },
        }
      },
    },
  )
}

async function save(
  context: Args['context'],
  { id, suggestion }: { id: string | undefined; suggestion: string | null },
  form: ChallengeForm,
  fields: FormData,
  imageId: string | null,
): Promise<Outcome<SavedForm>> {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const key = String(fields.get('key') ?? '')
  const made = isId(suggestion ?? undefined) ? suggestion : null
  if (id !== undefined && !isId(id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
  const update = { form, imageId, version: versionIn(fields), isConfirmed: fields.has('confirmed') }
  const saved =
    id === undefined
      ? await createChallenge(db, scope, form, imageId, isId(key) ? key : undefined, made)
      : await updateChallenge(db, scope, id, update, lifecycleSteps)
  if (!saved.ok) return saved
  return done({
    to: CHALLENGES_PATH,
    message: id === undefined ? MESSAGES.created : MESSAGES.updated,
    link: challengeLink(saved.value.id),
  })
}

/**
 * Sets the status and auto-activation that follow from another choice of the opening than the form showed: scripts keep
 * them together.
 */
function applyOpening(fields: FormData): void {
  const [choice = NO_OPENING, ...more] = fields.getAll('opening')
  if (more.length > 0 || !(isOpening(choice) || choice === NO_OPENING)) return
  const shown = fields.get('openedWith')
  fields.delete('opening')
  fields.delete('openedWith')
  if (!isOpening(choice) || choice === shown) return
  const { status, autoActivate } = fieldsOf(choice)
  fields.set('status', status)
  fields.delete('autoActivate')
  if (autoActivate) fields.set('autoActivate', 'on')
}

/** The fields that the refusals of the commands are about. */
const FIELD_OF: Partial<Record<string, ErrorField>> = {
  [MESSAGES.image]: 'image',
  [MESSAGES.status]: 'status',
  [MESSAGES.deadlinePassed]: 'deadline',
  [MESSAGES.votingRuns]: 'allowVoting',
}

/** What the form shows after a refusal: the deadline in its zone, and the status that will be saved. */
function shownNext(
  { type, timeZone }: ChallengeValues,
  shows: { savedAs?: string; deadline?: Date } = {},
): Partial<ChallengeValues> {
  const savedAs = shows.savedAs && { savedAs: shows.savedAs }
  if (!shows.deadline) return { ...savedAs }
  const deadline = wallClock(shows.deadline, timeZone || 'UTC')
  return { ...savedAs, deadline, presetDeadline: deadline, presetType: type }
}
