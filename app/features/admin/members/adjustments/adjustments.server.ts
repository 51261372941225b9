import { data, type RouterContextProvider, replace } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { refusalStatus } from '#app/forms/form-action.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { hasRepeatedFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { adminOf, isStillAdmin } from '#app/middleware/viewer.server.ts'
import { memberRow } from '#domain/members/admin-list.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { ADJUSTMENT_MESSAGES } from '#domain/points/adjustment-rules.ts'
import type { ParsedForm } from '#domain/points/form.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { type Outcome, type RefusalCode, refused, unknownField } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { adminPath } from '../../confirmation/confirmation.ts'
import { LEADERBOARD_PATH } from '../paths.ts'
import type { AdjustmentRefusal } from './adjustment-form.tsx'

interface FormArgs {
  request: Request
  params: { userId?: string }
  context: Readonly<RouterContextProvider>
}

interface AdjustmentCommand<Form> {
  parse(fields: Record<string, unknown>): ParsedForm<Form>
  run(db: Db, viewer: Viewer, change: Form & { userId: string }): Promise<Outcome<unknown>>
  done: string
}

/**
 * Runs an adjustment from its form and redirects to the list (ADM-53, ADM-54). A refusal returns the submitted values
 * and the current member.
 */
export async function receiveAdjustment<Form>(
  { request, params, context }: FormArgs,
  command: AdjustmentCommand<Form>,
) {
  const admin = adminOf(context)
  const { db } = context.get(servicesContext)
  const { fields, unreadable } = await readFields(request)
  const values = Object.fromEntries([...fields].map(([name, value]) => [name, asTyped(value)]))
  const refuse = async (code: RefusalCode, problem: Pick<AdjustmentRefusal, 'message' | 'errors'>) => {
    const member = isId(params.userId) ? await memberRow(db, admin, params.userId) : undefined
    return data<AdjustmentRefusal>({ ...problem, values, member }, { status: refusalStatus(code) })
  }
  if (unreadable || hasRepeatedFields(fields)) return refuse('invalid', { message: unknownField, errors: {} })

  if (!(await isStillAdmin(context))) return refuse('forbidden', { message: 'Access Denied', errors: {} })
  const { returnTo, ...input } = values
  const parsed = command.parse(input)
  if (!parsed.ok) {
    const { '': message = null, ...errors } = parsed.errors
    return refuse('invalid', { message, errors })
  }
  const { userId } = params
  const outcome = isId(userId)
    ? await command.run(db, admin, { ...parsed.form, userId })
    : refused('not-found', ADJUSTMENT_MESSAGES.noMember)
  if (!outcome.ok) {
    logRefusal(context, outcome)
    return refuse(outcome.code, { message: outcome.message, errors: {} })
  }
  const to = adminPath(returnTo, LEADERBOARD_PATH)
  return replace(to, await withToast({ text: command.done }, { status: 303 }))
}

interface PageArgs {
  request: Request
  params: { userId?: string }
  context: Readonly<RouterContextProvider>
}

/** The member whose points or rank are edited. Throws 404. */
export async function loadMember({ request, params, context }: PageArgs) {
  const admin = adminOf(context)
  const { db } = context.get(servicesContext)
  const { userId } = params
  if (!isId(userId)) throw data(null, { status: 404 })
  const member = await memberRow(db, admin, userId)
  if (!member) throw data(null, { status: 404 })
  const returnTo = adminPath(new URL(request.url).searchParams.get('returnTo'), LEADERBOARD_PATH)
  return { member, returnTo }
}
