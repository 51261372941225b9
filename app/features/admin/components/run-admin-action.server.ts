import { data, type RouterContextProvider, replace } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { refusalStatus } from '#app/forms/form-action.server.ts'
import { parseUpload } from '#app/forms/upload.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { type Outcome, refused } from '#platform/outcome.ts'
import { asTyped } from '#platform/text.ts'
import { adminPath, type Confirmation } from './confirmation.ts'

interface AdminAction {
  /** Where to go afterwards, unless the form names another place of the area. */
  list: string
  /** The fields it may have besides `returnTo`. */
  fields?: readonly string[]
  run(fields: FormData): Promise<Outcome<unknown>>
  /** Said when it is done, and when it failed for no reason of its own. */
  done: string
  failed: string
}

/**
 * What an administrator does with one form: does it, and leads back to the list with what came of it. What is refused
 * stays where it was sent from, with words and its status.
 */
export async function runAdminAction(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  deed: AdminAction,
) {
  const { fields, refusal } = await parseUpload(request, { maxFileBytes: 0 })
  const known = ['returnTo', ...(deed.fields ?? [])]
  if (refusal || [...fields.keys()].some((name) => !known.includes(name))) {
    return data({ message: `${deed.failed}. This form has a field that is not known.` }, { status: 400 })
  }
  const outcome = await runCommand(context, deed.failed, () => deed.run(fields))
  const reason = asTyped(fields.get('reason'))
  if (!outcome.ok) return data({ message: outcome.message, reason }, { status: outcome.status })
  const to = adminPath(fields.get('returnTo'), deed.list)
  return replace(to, await withToast({ text: deed.done }, { status: 303 }))
}

/** The confirmation of a deed whose subject is not there, or not any more. */
export function notFoundConfirmation(refusal: string) {
  const nothing: Confirmation = { subject: '', consequences: [], label: '', pendingLabel: '', refusal }
  return data(nothing, { status: 404 })
}

/** What came of an administrator's deed, with its status: a fault of ours is noted, and said as `failed` where the form stands. */
export async function runCommand<Value>(
  context: Readonly<RouterContextProvider>,
  failed: string,
  run: () => Promise<Outcome<Value>>,
) {
  try {
    const outcome = await run()
    return outcome.ok ? outcome : { ...outcome, status: refusalStatus(outcome.code) }
  } catch (error) {
    if (isOutage(error)) return { ...refused('busy', failed), status: 503 }
    context.get(servicesContext).log.error({ err: error }, failed)
    return { ...refused('busy', failed), status: 500 }
  }
}
