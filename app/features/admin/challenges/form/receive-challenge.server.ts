import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type FormResponse, refusalStatus, refuseForm } from '#app/forms/form-action.server.ts'
import { receiveForm } from '#app/forms/run-command.server.ts'
import { admitUpload } from '#app/forms/upload/admission.server.ts'
import { hasRepeatedFields, repeatedFieldMessage } from '#app/forms/upload/form-fields.server.ts'
import {
  imageFields,
  isImageLost,
  isImageMissing,
  pendingImage,
  storePendingImage,
} from '#app/forms/upload/pending-image.server.ts'
import { noticeOf, type ParsedUpload, parseUpload } from '#app/forms/upload/upload.server.ts'
import { adminOf, isStillAdmin, scopeOf } from '#app/middleware/viewer.server.ts'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { type ChallengeForm, parseChallenge } from '#domain/challenges/form.server.ts'
import { fieldsOf, isOpening, NO_OPENING } from '#domain/challenges/opening.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES as MESSAGES } from '#domain/challenges/timeline.ts'
import { updateChallenge } from '#domain/challenges/update.server.ts'
import { lifecycleSteps } from '#domain/lifecycle/completion.server.ts'
import { lostImageReason, uploadCutMessage, uploadFailedMessage } from '#domain/media/rules.ts'
import { isId } from '#platform/id.server.ts'
import { type Outcome, type RefusalCode, refused } from '#platform/outcome.ts'
import { wallClock } from '#platform/zoned-time.ts'
import { versionIn } from '../../confirmation/run-admin-action.server.ts'
import { CHALLENGES_PATH } from '../../paths.ts'
import { formQuestion } from '../form-question.server.ts'
import {
  type ChallengeFieldErrors,
  type ChallengeRefusal,
  type ChallengeValues,
  type ErrorField,
  submittedValues,
} from './challenge-values.ts'

const hiddenFields = [...imageFields, 'version', 'key', 'confirmed']

interface Args {
  request: Request
  /** Without an id, a new challenge is created. */
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}

/**
 * Reads the challenge form and saves it (ADM-32, ADM-33). Administrators only. A refusal returns the input; a
 * valid image is stored even then.
 */
export async function receiveChallenge({
  request,
  params,
  context,
}: Args): Promise<FormResponse<ChallengeRefusal>> {
  const admission = admitUpload(adminOf(context).id, 'challenge')
  try {
    const upload = await parseUpload(request, admission)
    const suggestion = new URL(request.url).searchParams.get('suggestion')
    return await receive(context, { id: params.id, upload, signal: request.signal, suggestion })
  } finally {
    admission.end()
  }
}

interface Received {
  id: string | undefined
  upload: ParsedUpload
  signal: AbortSignal
  /** The id of what a new challenge is made of. */
  suggestion: string | null
}

async function receive(
  context: Args['context'],
  { id, upload, signal, suggestion }: Received,
): Promise<FormResponse<ChallengeRefusal>> {
  const { fields } = upload
  applyOpening(fields)
  const admin = adminOf(context)
  const services = context.get(servicesContext)
  const { db } = services
  const input: ChallengeRefusal = {
    values: submittedValues(fields),
    image: null,
    imageRefused: isImageMissing(upload),
    message: null,
    signedOut: false,
    errors: {},
  }
  const refuse = (message: string, code: RefusalCode) =>
    refuseForm({ ...input, message }, refusalStatus(code))
  const refuseFields = (errors: ChallengeFieldErrors, code: RefusalCode) =>
    refuseForm({ ...input, errors }, refusalStatus(code))
  return receiveForm(context, input, MESSAGES.failed, async () => {
    if (!(await isStillAdmin(context))) return refuse('Access Denied', 'forbidden')
    const use = { ownerId: admin.id, purpose: 'challenge', isDemanded: true, signal } as const
    input.image = await pendingImage(db, fields, use)
    if (upload.unreadable) return refuse(uploadCutMessage, 'invalid')
    if (hasRepeatedFields(fields)) return refuse(repeatedFieldMessage, 'invalid')
    const filledWith = isId(id) ? await challengeSettings(db, admin, id) : undefined
    const parsed = parseChallenge(textsOf(fields), await databaseNow(db), filledWith)
    const errors: ChallengeFieldErrors = parsed.ok ? {} : parsed.errors
    const stored = await storePendingImage(services, upload, use, input.image)
    const isLost = isImageLost(upload, input.image)
    input.imageRefused = !stored.ok || isLost
    if (stored.ok) input.image = stored.value
    if (isLost && filledWith?.imageId) input.image = { id: filledWith.imageId }
    const isMissing = !input.image && !filledWith?.imageId
    if (!stored.ok) errors.image = stored.message
    else if (isLost) errors.image = uploadFailedMessage('challenge', lostImageReason)
    else if (isMissing) errors.image = MESSAGES.image
    if (!parsed.ok) input.values = { ...input.values, ...shownNext(input.values, parsed.shows) }
    if (Object.keys(errors).length > 0) return refuseFields(errors, stored.ok ? 'invalid' : stored.code)
    if (!parsed.ok) return refuse(parsed.message ?? MESSAGES.failed, 'invalid')
    const outcome = await save(context, { id, suggestion }, parsed.form, fields, input.image?.id ?? null)
    if (outcome.ok) {
      const message = id === undefined ? MESSAGES.created : MESSAGES.updated
      const answer = { ok: true, to: CHALLENGES_PATH, message } as const
      return { answer, status: 201, notice: noticeOf(upload) }
    }
    if (isId(id)) input.question = await formQuestion(context, id, parsed.form, outcome.message)
    const field = FIELD_OF[outcome.message]
    return field
      ? refuseFields({ [field]: outcome.message }, outcome.code)
      : refuse(outcome.message, outcome.code)
  })
}

async function save(
  context: Args['context'],
  { id, suggestion }: Pick<Received, 'id' | 'suggestion'>,
  form: ChallengeForm,
  fields: FormData,
  imageId: string | null,
): Promise<Outcome<{ id: string }>> {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  if (id === undefined) {
    const key = String(fields.get('key') ?? '')
    const made = isId(suggestion ?? undefined) ? suggestion : null
    return createChallenge(db, scope, form, imageId, isId(key) ? key : undefined, made)
  }
  if (!isId(id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
  const update = { form, imageId, version: versionIn(fields), isConfirmed: fields.has('confirmed') }
  return updateChallenge(db, scope, id, update, lifecycleSteps)
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

function textsOf(fields: FormData): Record<string, unknown> {
  return Object.fromEntries([...fields].filter(([name]) => !hiddenFields.includes(name)))
}
