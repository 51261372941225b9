import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { ToastContent } from '#app/forms/flash.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import type { Scope } from '#domain/challenges/scope.server.ts'
import {
  type BulkResult,
  judgedIn,
  judgeEach,
  namedSubmissions,
  selectionIn,
  selectionRefusal,
} from '#domain/moderation/bulk.server.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import {
  type Chosen,
  JUDGEMENTS,
  type Judgement,
  judgedValue,
  MODERATION_MESSAGES,
} from '#domain/moderation/rules.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome } from '#platform/outcome.ts'
import { isolated } from '#platform/text/isolated.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { plainText } from '#platform/text/text.ts'
import { runAdminAction } from '../../confirmation/run-admin-action.server.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'

type Context = Readonly<RouterContextProvider>

interface Args {
  request: Request
  params: { verb: string }
  context: Context
}

/** Runs the action that the address names on the chosen submissions. */
export function judgeMany({ request, params: { verb }, context }: Args) {
  if (!isBulkVerb(verb)) throw data(null, { status: 404 })
  return verb === 'undo' ? undoChosen({ request, context }) : judgeChosen({ request, context }, BULK[verb])
}

export function isBulkVerb(verb: string): verb is keyof typeof BULK | 'undo' {
  return verb === 'undo' || Object.hasOwn(BULK, verb)
}

interface BulkAction {
  judgement: Judgement
  command(db: Db, scope: Scope, submission: Chosen, reason: string): Promise<Outcome<null>>
  /** The message of the command, for one submission and for several. */
  failedOne: string
  failed: string
}

const BULK: Record<'approve' | 'reject', BulkAction> = {
  approve: {
    judgement: 'approved',
    command: (db, scope, { id, version }) => approveSubmission(db, scope, id, version),
    failedOne: MODERATION_MESSAGES.approveFailed,
    failed: 'Failed to approve submissions',
  },
  reject: {
    judgement: 'rejected',
    command: (db, scope, { id, ...seen }, reason) => rejectSubmission(db, scope, id, reason, seen),
    failedOne: MODERATION_MESSAGES.rejectFailed,
    failed: 'Failed to reject submissions',
  },
}

/** The toast can undo it, and names those that were refused, with the reason. */
function judgeChosen(args: Omit<Args, 'params'>, { judgement, command, failedOne, failed }: BulkAction) {
  const { context } = args
  const { db } = context.get(servicesContext)
  return runAdminAction<ToastContent>(args, {
    list: SUBMISSIONS_PATH,
    // One form has both buttons, so an approval comes with the reason too.
    fields: ['chosen', 'reason'],
    lists: ['chosen'],
    async run(fields) {
      const chosen = selectionIn(textsOf(fields, 'chosen'))
      const refusal = selectionRefusal(chosen)
      if (refusal) return refusedAll(context, refusal)
      const reason = plainText(rawBeginning(fields.get('reason'), 'text'))
      const result = await judgeEach(chosen, (submission) =>
        runCommand(context, failedOne, () => command(db, scopeOf(context), submission, reason)),
      )
      const chosenAgain = result.done.map(judgedValue).join(' ')
      const undo = { label: 'Undo', action: UNDO_PATH, fields: { chosen: chosenAgain, judgement } }
      return done({
        ...(await summary(context, result, judgement, failedOne)),
        ...(result.done.length > 0 && { form: undo }),
      })
    },
    done: (toast, returnTo) =>
      toast.form ? { ...toast, form: { ...toast.form, fields: { ...toast.form.fields, returnTo } } } : toast,
    failed,
  })
}

const UNDO_PATH = `${SUBMISSIONS_PATH}/undo`

/** Of each that is unchanged since. */
function undoChosen(args: Omit<Args, 'params'>) {
  const { context } = args
  const { db } = context.get(servicesContext)
  const failed = MODERATION_MESSAGES.undoFailed
  return runAdminAction<ToastContent>(args, {
    list: SUBMISSIONS_PATH,
    fields: ['chosen', 'judgement'],
    async run(fields) {
      const judged = judgedIn(textsOf(fields, 'chosen'))
      const judgement = JUDGEMENTS.find((known) => known === fields.get('judgement'))
      const refusal = judgement ? selectionRefusal(judged) : failed
      if (refusal) return refusedAll(context, refusal)
      const result = await judgeEach(judged, ({ id, version }) =>
        runCommand(context, failed, () =>
          undoModeration(db, scopeOf(context), id, { judgement, version, judged: 'own' }),
        ),
      )
      return done(await summary(context, result, 'restored', failed))
    },
    done: (toast) => toast,
    failed,
  })
}

function refusedAll(context: Context, message: string): Outcome<ToastContent> {
  logRefusal(context, { code: 'invalid', message, reason: 'selectionRefusal' })
  return done({ text: message, tone: 'bad' })
}

const mostNamed = 3

/** '2 of 3 submissions approved. Not approved: Old kite (It is already approved.)' */
async function summary(
  context: Context,
  { done, refused }: BulkResult,
  participle: Judgement | 'restored',
  failedOne: string,
): Promise<ToastContent> {
  const { db } = context.get(servicesContext)
  const all = done.length + refused.length
  if (refused.length === 0) return { text: `${formatCount(all, 'submission')} ${participle}` }
  const named = await namedSubmissions(
    db,
    adminOf(context),
    refused.slice(0, mostNamed).map(({ id }) => id),
  )
  const reasons = refused.slice(0, mostNamed).map(({ id, message }) => {
    const title = named.find((submission) => submission.id === id)?.title ?? 'A deleted submission'
    return `${isolated(title)} (${message.replace(`${failedOne}. `, '').split(/[;.]/)[0]})`
  })
  const further = refused.length - reasons.length
  const list = [...reasons, ...(further > 0 ? [`${further} more`] : [])].join(', ')
  return {
    text: `${done.length} of ${formatCount(all, 'submission')} ${participle}. Not ${participle}: ${list}`,
    tone: 'bad',
  }
}

function textsOf(fields: FormData, name: string): string[] {
  return fields.getAll(name).filter((value) => typeof value === 'string')
}
