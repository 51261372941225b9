import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { memberName } from '#app/parts/names.ts'
import { formatCount } from '#app/ui/number.tsx'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { judgeEach, namedSubmissions, selectionIn, selectionRefusal } from '#domain/moderation/bulk.server.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { type Chosen, chosenValue, MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { undoMinutes } from '#domain/submissions/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { plainText } from '#platform/text/text.ts'
import { type PartlyDone, runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { SUBMISSIONS_PATH } from '../paths.ts'

type Context = Readonly<RouterContextProvider>

interface BulkAction {
  /** 'Approve', as in 'Approve 10 Submissions'. */
  verb: string
  pendingLabel: string
  /** 'approved', as in '8 of 10 submissions were approved'. */
  participle: string
  consequences: string[]
  danger?: true
  defaultReason?: string
  fields: readonly string[]
  command(db: Db, scope: Scope, submission: Chosen, reason: string): Promise<Outcome<null>>
  /** The message of the command, for one submission and for several. */
  failedOne: string
  failed: string
}

const leftOut = 'Submissions that were edited or judged since you saw the list are left out.'

export const BULK_APPROVE: BulkAction = {
  verb: 'Approve',
  pendingLabel: 'Approving...',
  participle: 'approved',
  consequences: [
    'The submissions become public.',
    'Where votes did not count when the challenge was completed, all its votes are counted again.',
    leftOut,
  ],
  fields: ['chosen'],
  command: (db, scope, { id, version }) => approveSubmission(db, scope, id, version),
  failedOne: MODERATION_MESSAGES.approveFailed,
  failed: 'Failed to approve submissions',
}

export const BULK_REJECT: BulkAction = {
  verb: 'Reject',
  pendingLabel: 'Rejecting...',
  participle: 'rejected',
  consequences: [
    'Only their authors and administrators can see the submissions.',
    'Votes for them and their points are removed. The voters can vote again.',
    `Each author loses the ${REWARDS.submission} points.`,
    'Where one of them has won, the winner is determined again without it.',
    `Each rejection can be undone for ${undoMinutes} minutes. Votes of members who vote again until then stay removed.`,
    leftOut,
  ],
  danger: true,
  defaultReason: MODERATION_MESSAGES.defaultReason,
  fields: ['chosen', 'reason'],
  command: (db, scope, { id, ...seen }, reason) => rejectSubmission(db, scope, id, reason, seen),
  failedOne: MODERATION_MESSAGES.rejectFailed,
  failed: 'Failed to reject submissions',
}

/** The confirmation of an action on the submissions that the query names as `chosen`. */
export async function bulkConfirmation(
  { request, context }: { request: Request; context: Context },
  { verb, pendingLabel, consequences, danger, defaultReason }: BulkAction,
): Promise<Confirmation> {
  const chosen = selectionIn(new URL(request.url).searchParams.getAll('chosen'))
  const labels = { label: `${verb} ${submissionCount(chosen.length)}`, pendingLabel }
  const refusal = selectionRefusal(chosen)
  if (refusal) return { subject: '', consequences: [], ...labels, refusal }
  const { db } = context.get(servicesContext)
  const named = await namedSubmissions(db, adminOf(context), idsOf(chosen))
  return {
    subject: formatCount(named.length, 'submission'),
    subjects: named.map(({ title, authorName }) => `${title}, by ${memberName(authorName)}`),
    consequences,
    ...labels,
    danger,
    defaultReason,
    hiddenFields: { chosen: chosen.map(chosenValue).join(' ') },
  }
}

/** Judges the chosen submissions (SUB-71). If some are refused, the answer names them and says why. */
export function judgeChosen(args: { request: Request; context: Context }, action: BulkAction) {
  const { context } = args
  const { db } = context.get(servicesContext)
  return runAdminAction(args, {
    list: SUBMISSIONS_PATH,
    fields: action.fields,
    lists: ['chosen'],
    async run(fields) {
      const chosen = selectionIn(fields.getAll('chosen').filter((value) => typeof value === 'string'))
      const refusal = selectionRefusal(chosen)
      if (refusal) return refused('conflict', refusal)
      const reason = plainText(rawBeginning(fields.get('reason'), 'text'))
      const result = await judgeEach(chosen, (submission) =>
        runCommand(context, action.failedOne, () => action.command(db, scopeOf(context), submission, reason)),
      )
      const named = await namedSubmissions(db, adminOf(context), idsOf(result.refused))
      return done({ ...result, named })
    },
    done: ({ done, refused, named }): string | PartlyDone => {
      if (refused.length === 0) return `${formatCount(done, 'submission')} ${action.participle}`
      const titles = new Map(named.map(({ id, title }) => [id, title]))
      const were = `of ${formatCount(done + refused.length, 'submission')} ${done === 1 ? 'was' : 'were'}`
      return {
        message: `${done} ${were} ${action.participle}. Not ${action.participle}:`,
        details: refused.map(({ id, message }) => {
          const why = message.replace(`${action.failedOne}. `, '')
          return `${titles.get(id) ?? 'A deleted submission'}: ${why}`
        }),
      }
    },
    failed: action.failed,
  })
}

function submissionCount(count: number): string {
  return `${count} ${count === 1 ? 'Submission' : 'Submissions'}`
}

function idsOf(submissions: readonly { id: string }[]): string[] {
  return submissions.map(({ id }) => id)
}
