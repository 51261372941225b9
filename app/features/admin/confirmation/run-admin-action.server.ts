import { data, type RouterContextProvider, replace } from 'react-router'
import { type ToastContent, withToast } from '#app/forms/flash.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { isStillAdmin } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { uploadCutMessage } from '#domain/media/rules.ts'
import { type Outcome, refused, unknownField } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { adminPath } from './confirmation.ts'

export interface AdminAction<Value> {
  /** The page to return to, unless the form names another page of the area. */
  list: string
  /** The allowed fields besides `returnTo`. */
  fields?: readonly string[]
  /** The allowed fields that a form may have several times. */
  lists?: readonly string[]
  /** The form, where it has been read because of its file. */
  received?: { fields: FormData; unreadable?: true }
  /** What a refusal returns of the form besides its reason and choice. */
  typed?: (fields: FormData) => object
  run(fields: FormData): Promise<Outcome<Value>>
  /** The message after success, or how it follows from the command's result and the page to return to; null for none. */
  done: string | ((value: Value, to: string) => string | ToastContent | null)
  failed: string
  /** The page of what was changed, to which the message leads from elsewhere. */
  page?: ToastContent['link']
}

/**
 * Runs an administrator's action from its form. Success redirects to the list with a toast; a refusal returns its
 * message and status to the form.
 */
export async function runAdminAction<Value>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  action: AdminAction<Value>,
) {
  const { fields, unreadable } = action.received ?? (await readFields(request))
  const known = ['returnTo', ...(action.fields ?? [])]
  if (unreadable || hasOtherFields(fields, known, action.lists)) {
    const isCut = unreadable && action.received
    return data({ message: isCut ? uploadCutMessage : `${action.failed}. ${unknownField}.` }, { status: 400 })
  }
  const outcome = await runCommand(context, action.failed, async () =>
    (await isStillAdmin(context)) ? action.run(fields) : refused('forbidden', 'Access Denied'),
  )
  if (!outcome.ok) {
    const { code, message, status } = outcome
    const [reason, choice] = [asTyped(fields.get('reason')), asTyped(fields.get('choice'))]
    const isAboutReason = code === 'invalid' && fields.has('reason') && fields.get('choice') !== ''
    const typed = action.typed?.(fields)
    return data({ message, reason, choice, typed, field: isAboutReason ? 'reason' : undefined }, { status })
  }
  const to = adminPath(fields.get('returnTo'), action.list)
  const message = typeof action.done === 'string' ? action.done : action.done(outcome.value, to)
  if (message === null) return replace(to, { status: 303 })
  const toast = typeof message === 'string' ? { text: message } : message
  const link = action.page && !to.startsWith(action.page.to) ? { link: action.page } : {}
  return replace(to, await withToast({ ...toast, ...link }, { status: 303 }))
}

/** The version in a form; -1, which no subject has, if missing or invalid. */
export function versionIn(fields: FormData, name = 'version'): number {
  const version = fields.get(name)
  return typeof version === 'string' && /^\d{1,16}$/.test(version) ? Number(version) : -1
}

/** The confirmation of an action whose subject does not exist. */
export function notFoundConfirmation(refusal: string) {
  const confirmation: Confirmation = { subject: '', consequences: [], label: '', pendingLabel: '', refusal }
  return data(confirmation, { status: 404 })
}
