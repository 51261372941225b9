import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type FormResponse, refusalStatus, refuseForm } from '#app/forms/form-action.server.ts'
import { pendingImage, storePendingImage } from '#app/forms/pending-image.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { type ParsedUpload, withUpload } from '#app/forms/upload.server.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import { type ChallengeForm, parseChallenge } from '#domain/challenges/form.server.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import type { Member } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import { CHALLENGES_PATH } from '../../paths.ts'
import { versionIn } from '../run-challenge-action.server.ts'
import { type ChallengeRefusal, submittedValues } from './challenge-values.ts'

interface ChallengeSaving {
  /** The challenge that the form was filled with, where it is not a new one. */
  id?: string | undefined
  save(db: Db, scope: Scope, form: ChallengeForm, hidden: HiddenFields): Promise<Outcome<{ id: string }>>
  /** Said once it is saved. */
  saved: string
}

/** Hidden fields of the form. */
interface HiddenFields {
  imageId: string | null
  version: number
}

const hiddenFields = ['imageId', 'removeImage', 'version']

/**
 * Reads the challenge form and saves it (ADM-32, ADM-33). Administrators only. A refusal returns the input; a
 * valid image is stored even then.
 */
export async function receiveChallenge(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  saving: ChallengeSaving,
): Promise<FormResponse<ChallengeRefusal>> {
  const admin = adminOf(context)
  const { uploads } = context.get(servicesContext)
  const options = { uploads, client: admin.id, purpose: 'challenge' } as const
  return withUpload(request, options, (upload) => receive(context, admin, upload, saving))
}

async function receive(
  context: Readonly<RouterContextProvider>,
  admin: Member,
  upload: ParsedUpload,
  { id, save, saved }: ChallengeSaving,
): Promise<FormResponse<ChallengeRefusal>> {
  const services = context.get(servicesContext)
  const use = { ownerId: admin.id, purpose: 'challenge' } as const
  const had = await pendingImage(services.db, upload.fields, use)
  const filledWith = isId(id) ? await challengeSettings(services.db, id) : undefined
  const parsed = parseChallenge(textsOf(upload.fields), await databaseNow(services.db), filledWith)
  const staged = await storePendingImage(services, upload, use, had)

  const typed = { values: submittedValues(upload.fields), image: staged.ok ? staged.value : had }
  if (!parsed.ok) return refuse(typed, parsed.error, refusalStatus('invalid'))
  if (!staged.ok) return refuse(typed, staged.message, refusalStatus(staged.code))
  const hidden = { imageId: typed.image?.id ?? null, version: versionIn(upload.fields) }
  const outcome = await runCommand(context, CHALLENGE_FORM_MESSAGES.failed, () =>
    save(services.db, scopeOf(context), parsed.form, hidden),
  )
  if (!outcome.ok) return refuse(typed, outcome.message, outcome.status)
  return { answer: { ok: true, to: CHALLENGES_PATH, message: saved }, status: 201 }
}

function refuse(
  input: Pick<ChallengeRefusal, 'values' | 'image'>,
  message: string,
  status: number,
): FormResponse<ChallengeRefusal> {
  return refuseForm({ ...input, message, signedOut: false, errors: {} }, status)
}

function textsOf(fields: FormData): Record<string, unknown> {
  return Object.fromEntries([...fields].filter(([name]) => !hiddenFields.includes(name)))
}
