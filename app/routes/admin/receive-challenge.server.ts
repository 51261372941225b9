import type { RouterContextProvider } from 'react-router'
import type { Sent } from '#app/answer.server.ts'
import { servicesContext } from '#app/context.ts'
import { statusOf } from '#app/refusal.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { requireAdmin } from '#app/session.server.ts'
import { pictureOfForm, stageImage } from '#app/staged-image.server.ts'
import { parseUpload } from '#app/upload.server.ts'
import { dojoTime } from '#domain/challenges/clock.server.ts'
import { type ChallengeForm, parseChallenge } from '#domain/challenges/form.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { pictureRules } from '#domain/media/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome, RefusalCode } from '#platform/outcome.ts'
import { type ChallengeRefusal, sentValues } from './challenge-values.ts'
import { CHALLENGES_PATH } from './places.ts'

export interface ChallengeSaving {
  save(db: Db, scope: Scope, form: ChallengeForm, imageId: string | null): Promise<Outcome<{ id: string }>>
  /** Said once it is saved. */
  saved: string
}

const imageFields = ['imageId', 'removeImage']

/**
 * Reads the challenge form and saves it (entry §4, §5). Administrators only. Whatever is refused comes back with all
 * that was typed; a good picture is stored even then.
 */
export async function receiveChallenge(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { save, saved }: ChallengeSaving,
): Promise<Sent<ChallengeRefusal>> {
  const admin = requireAdmin(request, context)
  const services = context.get(servicesContext)
  const upload = await parseUpload(request, { maxFileBytes: pictureRules.challenge.limit })
  const use = { ownerId: admin.id, purpose: 'challenge' } as const
  const had = await pictureOfForm(services.db, upload.fields, use)
  const parsed = parseChallenge(textsOf(upload.fields), await dojoTime(services.db))
  const staged = await stageImage(services, upload, use, had)

  const typed = { values: sentValues(upload.fields), picture: staged.ok ? staged.value : had }
  if (!parsed.ok) return refuse(typed, 'invalid', parsed.error)
  if (!staged.ok) return refuse(typed, staged.code, staged.message)
  const outcome = await save(services.db, scopeOf(context), parsed.form, typed.picture?.id ?? null)
  if (!outcome.ok) return refuse(typed, outcome.code, outcome.message)
  return { answer: { ok: true, to: CHALLENGES_PATH, message: saved }, status: 201 }
}

function refuse(
  typed: Omit<ChallengeRefusal, 'message'>,
  code: RefusalCode,
  message: string,
): Sent<ChallengeRefusal> {
  return { answer: { ok: false, ...typed, message }, status: statusOf(code) }
}

function textsOf(fields: FormData): Record<string, unknown> {
  return Object.fromEntries([...fields].filter(([name]) => !imageFields.includes(name)))
}
