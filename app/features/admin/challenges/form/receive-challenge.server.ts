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
import { type ChallengeForm, parseChallenge } from '#domain/challenges/form.server.ts'
import { fieldsOf, isOpening, NO_OPENING } from '#domain/challenges/opening.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { lostImageReason, uploadCutMessage, uploadFailedMessage } from '#domain/media/rules.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
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

interface ChallengeSaving {
  /** The challenge that the form was filled with, where it is not a new one. */
  id?: string | undefined
  save(db: Db, scope: Scope, form: ChallengeForm, hidden: HiddenFields): Promise<Outcome<{ id: string }>>
  saved: string
}

interface HiddenFields {
  imageId: string | null
  version: number
  /** The id of a new challenge; undefined without one. */
  key: string | undefined
  isConfirmed: boolean
}

const hiddenFields = [...imageFields, 'version', 'key', 'confirmed']

/**
 * Reads the challenge form and saves it (ADM-32, ADM-33). Administrators only. A refusal returns the input; a
 * valid image is stored even then.
 */
export async function receiveChallenge(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  saving: ChallengeSaving,
): Promise<FormResponse<ChallengeRefusal>> {
  const admin = adminOf(context)
  const admission = admitUpload(admin.id, 'challenge')
  try {
    const upload = await parseUpload(request, admission)
    return await receive(context, { admin, upload, signal: request.signal }, saving)
  } finally {
    admission.end()
  }
}

async function receive(
  context: Readonly<RouterContextProvider>,
  { admin, upload, signal }: { admin: Admin; upload: ParsedUpload; signal: AbortSignal },
  { id, save, saved }: ChallengeSaving,
): Promise<FormResponse<ChallengeRefusal>> {
  const fields = withOpening(upload.fields)
  const services = context.get(servicesContext)
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
  return receiveForm(context, input, CHALLENGE_FORM_MESSAGES.failed, async () => {
    if (!(await isStillAdmin(context))) return refuse('Access Denied', 'forbidden')
    const use = { ownerId: admin.id, purpose: 'challenge', isDemanded: true, signal } as const
    input.image = await pendingImage(services.db, fields, use)
    if (upload.unreadable) return refuse(uploadCutMessage, 'invalid')
    if (hasRepeatedFields(fields)) return refuse(repeatedFieldMessage, 'invalid')
    const filledWith = isId(id) ? await challengeSettings(services.db, admin, id) : undefined
    const parsed = parseChallenge(textsOf(fields), await databaseNow(services.db), filledWith)
    const errors: ChallengeFieldErrors = parsed.ok ? {} : parsed.errors
    const stored = await storePendingImage(services, upload, use, input.image)
    const isLost = isImageLost(upload, input.image)
    input.imageRefused = !stored.ok || isLost
    if (stored.ok) input.image = stored.value
    if (isLost && filledWith?.imageId) input.image = { id: filledWith.imageId }
    const isMissing = !input.image && !filledWith?.imageId
    if (!stored.ok) errors.image = stored.message
    else if (isLost) errors.image = uploadFailedMessage('challenge', lostImageReason)
    else if (isMissing) errors.image = CHALLENGE_FORM_MESSAGES.image
    if (!parsed.ok) input.values = { ...input.values, ...shownNext(input.values, parsed.shows) }
    if (Object.keys(errors).length > 0) {
      const code = stored.ok ? 'invalid' : stored.code
      return refuseForm({ ...input, errors }, refusalStatus(code))
    }
    if (!parsed.ok) return refuse(parsed.message ?? CHALLENGE_FORM_MESSAGES.failed, 'invalid')
    const isConfirmed = fields.has('confirmed')
    const { key } = input.values
    const imageId = input.image?.id ?? null
    const hidden = { imageId, version: versionIn(fields), key: isId(key) ? key : undefined, isConfirmed }
    const outcome = await save(services.db, scopeOf(context), parsed.form, hidden)
    if (!outcome.ok && isId(id))
      input.question = await formQuestion(context, id, parsed.form, outcome.message)
    const field = outcome.ok ? undefined : FIELD_OF[outcome.message]
    if (!outcome.ok && field)
      return refuseForm({ ...input, errors: { [field]: outcome.message } }, refusalStatus(outcome.code))
    if (!outcome.ok) return refuse(outcome.message, outcome.code)
    const answer = { ok: true, to: CHALLENGES_PATH, message: saved } as const
    return { answer, status: 201, notice: noticeOf(upload) }
  })
}

/**
 * The form with the status and auto-activation that follow from another choice of the opening than it showed: scripts keep
 * them together.
 */
function withOpening(sent: FormData): FormData {
  const fields = new FormData()
  for (const [name, value] of sent) fields.append(name, value)
  const [choice, shown] = [fields.getAll('opening'), fields.get('openedWith')]
  if (choice.length > 1 || !(choice.every(isOpening) || choice[0] === NO_OPENING)) return fields
  fields.delete('opening')
  fields.delete('openedWith')
  const [chosen] = choice
  if (!isOpening(chosen) || chosen === shown) return fields
  const { status, autoActivate } = fieldsOf(chosen)
  fields.set('status', status)
  fields.delete('autoActivate')
  if (autoActivate) fields.set('autoActivate', 'on')
  return fields
}

/** The fields that the refusals of the commands are about. */
const FIELD_OF: Partial<Record<string, ErrorField>> = {
  [CHALLENGE_FORM_MESSAGES.image]: 'image',
  [CHALLENGE_FORM_MESSAGES.status]: 'status',
  [CHALLENGE_FORM_MESSAGES.deadlinePassed]: 'deadline',
  [CHALLENGE_FORM_MESSAGES.votingRuns]: 'allowVoting',
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
