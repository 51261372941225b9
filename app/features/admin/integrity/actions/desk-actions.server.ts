import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { Failure } from '#app/forms/submit.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import {
  holdResult,
  recountResult,
  releaseResult,
  restoreVotes,
  viewCounts,
  voidVotes,
} from '#domain/integrity/commands.server.ts'
import { type DeskRow, deskRow, type VoidBatch, voidBatches } from '#domain/integrity/queries.server.ts'
import { INTEGRITY_MESSAGES as MESSAGES } from '#domain/integrity/rules.ts'
import type { Admin } from '#domain/members/rules.ts'
import { VOID_REASONS } from '#domain/voting/bars.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { confirmedAction, reasonIn } from '../../confirmation/confirmed-action.server.ts'
import { runAdminAction } from '../../confirmation/run-admin-action.server.ts'
import { deskPath, TITLES } from '../paths.ts'

/** A refusal, with what was chosen, for browsers without scripts. */
export type VoidFailure = Failure & { typed?: { ticked: string[]; cause: string } }

interface VoidArgs {
  request: Request
  params: { id: string }
  context: Readonly<RouterContextProvider>
}

/** Voids the votes of the members that the form names. */
export function voidChosen({ request, params: { id }, context }: VoidArgs) {
  const chosen = (fields: FormData) => ({
    ticked: fields.getAll('member').map(String),
    cause: String(fields.get('cause') ?? ''),
  })
  return runAdminAction<number>(
    { request, context },
    {
      list: deskPath(id),
      fields: ['member', 'cause', 'reason'],
      lists: ['member'],
      typed: chosen,
      done: (count) => `${formatCount(count, 'vote')} voided`,
      failed: MESSAGES.voidFailed,
      async run(fields) {
        if (!isId(id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
        const { db } = context.get(servicesContext)
        const { ticked, cause } = chosen(fields)
        return voidVotes(db, scopeOf(context), id, { voters: ticked, reason: cause, note: reasonIn(fields) })
      },
    },
  )
}

const ON_DESK = {
  list: ({ id = '' }: Readonly<Record<string, string | undefined>>) => deskPath(id),
  missing: CHALLENGE_MESSAGES.notFound,
  load: ({ db, admin }: { db: Db; admin: Admin }, id: string) => deskRow(db, admin, id),
}

export const hold = confirmedAction({
  ...ON_DESK,
  fields: ['reason'],
  done: MESSAGES.held,
  failed: MESSAGES.holdFailed,
  confirm: (desk) => ({
    subject: desk.title,
    consequences: [
      'The challenge is not completed, and no winner is paid, until you release the result.',
      'When voting has ended, members read “Results are being checked”.',
    ],
    label: TITLES.hold,
    pendingLabel: 'Holding...',
    requiredReason: 'For the audit log. Members do not read it.',
    refusal: refusalFor(
      desk,
      desk.isHeld ? MESSAGES.heldAlready : desk.status === 'completed' && MESSAGES.notOpen,
    ),
  }),
  run: ({ db, context }, id, fields) => holdResult(db, scopeOf(context), id, reasonIn(fields)),
})

export const release = confirmedAction({
  ...ON_DESK,
  fields: ['reason'],
  done: MESSAGES.released,
  failed: MESSAGES.releaseFailed,
  confirm: (desk) => ({
    subject: desk.title,
    consequences: ['The challenge is completed when its voting has ended, at once if it has ended already.'],
    label: TITLES.release,
    pendingLabel: 'Releasing...',
    requiredReason: 'What you found, for the audit log. Members do not read it.',
    refusal: refusalFor(desk, !desk.isHeld && MESSAGES.notHeld),
  }),
  run: ({ db, context }, id, fields) => releaseResult(db, scopeOf(context), id, reasonIn(fields)),
})

export const recount = confirmedAction({
  ...ON_DESK,
  fields: ['reason'],
  done: (changed) => (changed ? MESSAGES.recountedOther : MESSAGES.recountedSame),
  failed: MESSAGES.recountFailed,
  confirm: (desk) => ({
    subject: desk.title,
    consequences: [
      'Every vote is counted again and compared with the certificate of the result.',
      'If they differ, the challenge is completed again by the votes that are found: the winner and the points of the win follow.',
    ],
    label: TITLES.recount,
    pendingLabel: 'Counting...',
    requiredReason: 'Why you count again, for the audit log. Members do not read it.',
    refusal: refusalFor(desk, desk.status !== 'completed' && MESSAGES.notCompleted),
  }),
  run: ({ db, context }, id, fields) => recountResult(db, scopeOf(context), id, reasonIn(fields)),
})

export const view = confirmedAction({
  ...ON_DESK,
  done: MESSAGES.viewed,
  failed: MESSAGES.viewFailed,
  confirm: (desk) => ({
    subject: desk.title,
    consequences: [
      'This is a secret ballot. You will see who voted for which entry and how many votes it has, until the challenge is completed.',
      'The audit log records that you looked, for all administrators to see.',
      'You can no longer enter the challenge, vote in it or change your vote.',
    ],
    label: TITLES.view,
    pendingLabel: 'Opening...',
    refusal: refusalFor(desk, !desk.hidesVotes && MESSAGES.shown),
  }),
  run: ({ db, context }, id) => viewCounts(db, scopeOf(context), id),
})

export const restore = confirmedAction({
  ...ON_DESK,
  fields: ['reason'],
  done: (count: number) => `${formatCount(count, 'vote')} restored`,
  failed: MESSAGES.restoreFailed,
  async confirm(desk, { db, params }) {
    const batch = (await voidBatches(db, desk)).find(({ id }) => id === params.batchId)
    return {
      subject: desk.title,
      consequences: batch
        ? [
            `${formatCount(batch.votes, 'vote')} were voided: ${VOID_REASONS[batch.reason].toLowerCase()}.`,
            'They count again with their points, except for rejected entries and for members who have left or are suspended.',
          ]
        : [],
      label: TITLES.restore,
      pendingLabel: 'Restoring...',
      requiredReason: 'Why they count again, for the audit log. Members do not read it.',
      refusal: refusalFor(desk, restoreRefusal(desk, batch)),
    }
  },
  run: async ({ db, context, params: { batchId } }, id, fields) =>
    isId(batchId)
      ? restoreVotes(db, scopeOf(context), id, batchId, reasonIn(fields))
      : refused('not-found', CHALLENGE_MESSAGES.notFound),
})

function restoreRefusal({ status, isHidden }: DeskRow, batch: VoidBatch | undefined): string | false {
  if (isHidden) return MESSAGES.unseen
  if (!batch) return CHALLENGE_MESSAGES.notFound
  if (status === 'completed') return MESSAGES.completed
  if (batch.isSuspended) return MESSAGES.suspended
  return batch.restoredAt ? MESSAGES.restored : false
}

function refusalFor({ isEntered }: DeskRow, refusal: string | false): string | null {
  return isEntered ? MESSAGES.ownContest : refusal || null
}
