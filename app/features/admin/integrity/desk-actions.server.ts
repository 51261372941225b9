import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { Failure } from '#app/forms/submit.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
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
import { type DeskDetail, deskDetail, type VoidBatch } from '#domain/integrity/queries.server.ts'
import { INTEGRITY_MESSAGES as MESSAGES } from '#domain/integrity/rules.ts'
import { VOID_REASONS } from '#domain/voting/bars.ts'
import { isId } from '#platform/id.server.ts'
import { type Outcome, refused } from '#platform/outcome.ts'
import { notFoundConfirmation, runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { deskPath, TITLES } from './paths.ts'
import { type VoidForm, voidForm } from './void-form.ts'

interface Args {
  request: Request
  params: { id: string; batchId?: string }
  context: Readonly<RouterContextProvider>
}

type Command = (scope: ReturnType<typeof scopeOf>, fields: FormData) => Promise<Outcome<unknown>>

/** Runs a command on the challenge of the URL and returns to its page on the desk. */
function run(
  { request, params, context }: Args,
  action: {
    fields?: readonly string[]
    lists?: readonly string[]
    typed?: (fields: FormData) => object
    done: string | ((value: unknown) => string)
    failed: string
  },
  command: Command,
) {
  return runAdminAction(
    { request, context },
    {
      ...action,
      list: deskPath(params.id),
      async run(fields) {
        if (!isId(params.id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
        return command(scopeOf(context), fields)
      },
    },
  )
}

function reasonIn(fields: FormData): string {
  return String(fields.get('reason') ?? '')
}

/** A refusal, with the form for browsers without scripts. */
export type VoidFailure = Failure & { typed?: VoidForm }

/** Voids the votes of the members that the form names. */
export function voidChosen(args: Args) {
  const { db } = args.context.get(servicesContext)
  const options = {
    fields: ['kind', 'submission', 'voters', 'member', 'cause', 'reason'],
    lists: ['member'],
    typed: voidForm,
    done: (count: unknown) => `${formatCount(Number(count), 'vote')} voided`,
    failed: MESSAGES.voidFailed,
  }
  return run(args, options, (scope, fields) => {
    const { ticked, cause, reason } = voidForm(fields)
    return voidVotes(db, scope, args.params.id, { voters: ticked, reason: cause, note: reason })
  })
}

export function hold(args: Args) {
  const { db } = args.context.get(servicesContext)
  const options = { fields: ['reason'], done: MESSAGES.held, failed: MESSAGES.holdFailed }
  return run(args, options, (scope, fields) => holdResult(db, scope, args.params.id, reasonIn(fields)))
}

export function release(args: Args) {
  const { db } = args.context.get(servicesContext)
  const options = { fields: ['reason'], done: MESSAGES.released, failed: MESSAGES.releaseFailed }
  return run(args, options, (scope, fields) => releaseResult(db, scope, args.params.id, reasonIn(fields)))
}

export function recount(args: Args) {
  const { db } = args.context.get(servicesContext)
  const done = (changed: unknown) => (changed ? MESSAGES.recountedOther : MESSAGES.recountedSame)
  const options = { fields: ['reason'], done, failed: MESSAGES.recountFailed }
  return run(args, options, (scope, fields) => recountResult(db, scope, args.params.id, reasonIn(fields)))
}

export function view(args: Args) {
  const { db } = args.context.get(servicesContext)
  const options = { done: MESSAGES.viewed, failed: MESSAGES.viewFailed }
  return run(args, options, (scope) => viewCounts(db, scope, args.params.id))
}

export function restore(args: Args) {
  const { db } = args.context.get(servicesContext)
  const batchId = args.params.batchId ?? ''
  const options = {
    fields: ['reason'],
    done: (count: unknown) => `${formatCount(Number(count), 'vote')} restored`,
    failed: MESSAGES.restoreFailed,
  }
  return run(args, options, async (scope, fields) =>
    isId(batchId)
      ? restoreVotes(db, scope, args.params.id, batchId, reasonIn(fields))
      : refused('not-found', CHALLENGE_MESSAGES.notFound),
  )
}

export function holdConfirmation(args: Args) {
  return confirmationOf(args, (desk) => ({
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
  }))
}

export function releaseConfirmation(args: Args) {
  return confirmationOf(args, (desk) => ({
    consequences: ['The challenge is completed when its voting has ended, at once if it has ended already.'],
    label: TITLES.release,
    pendingLabel: 'Releasing...',
    requiredReason: 'What you found, for the audit log. Members do not read it.',
    refusal: refusalFor(desk, !desk.isHeld && MESSAGES.notHeld),
  }))
}

export function recountConfirmation(args: Args) {
  return confirmationOf(args, (desk) => ({
    consequences: [
      'Every vote is counted again and compared with the certificate of the result.',
      'If they differ, the challenge is completed again by the votes that are found: the winner and the points of the win follow.',
    ],
    label: TITLES.recount,
    pendingLabel: 'Counting...',
    requiredReason: 'Why you count again, for the audit log. Members do not read it.',
    refusal: refusalFor(desk, desk.status !== 'completed' && MESSAGES.notCompleted),
  }))
}

export function viewConfirmation(args: Args) {
  return confirmationOf(args, (desk) => ({
    consequences: [
      'This is a secret ballot. You will see who voted for which entry and how many votes it has, until the challenge is completed.',
      'The audit log records that you looked, for all administrators to see.',
      'You can no longer enter the challenge, vote in it or change your vote.',
    ],
    label: TITLES.view,
    pendingLabel: 'Opening...',
    refusal: refusalFor(desk, !desk.hidesVotes && MESSAGES.shown),
  }))
}

export function restoreConfirmation(args: Args) {
  return confirmationOf(args, (desk) => {
    const batch = desk.batches.find(({ id }) => id === args.params.batchId)
    return {
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
  })
}

function restoreRefusal({ status, isHidden }: DeskDetail, batch: VoidBatch | undefined): string | false {
  if (isHidden) return MESSAGES.unseen
  if (!batch) return CHALLENGE_MESSAGES.notFound
  if (status === 'completed') return MESSAGES.completed
  if (batch.isSuspended) return MESSAGES.suspended
  return batch.restoredAt ? MESSAGES.restored : false
}

function refusalFor({ isEntered }: DeskDetail, refusal: string | false): string | null {
  return isEntered ? MESSAGES.ownContest : refusal || null
}

async function confirmationOf(
  { params, context }: Args,
  build: (desk: DeskDetail) => Omit<Confirmation, 'subject'>,
) {
  const { db } = context.get(servicesContext)
  const desk = isId(params.id) ? await deskDetail(db, adminOf(context), params.id) : undefined
  if (!desk) return notFoundConfirmation(CHALLENGE_MESSAGES.notFound)
  return data<Confirmation>({ subject: desk.title, ...build(desk) })
}
