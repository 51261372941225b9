import { scopeOf } from '#app/middleware/viewer.server.ts'
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
import { type DeskRow, deskRow } from '#domain/integrity/queries.server.ts'
import { CHOSEN_REASONS, INTEGRITY_MESSAGES as MESSAGES } from '#domain/integrity/rules.ts'
import { VOID_REASONS } from '#domain/voting/bars.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { confirmedAction, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { deskPath, STEPS, type Step } from './paths.ts'

type Actions = ReturnType<typeof confirmedAction<DeskRow, never>>
type Options<Value> = Parameters<typeof confirmedAction<DeskRow, Value>>[0]

const NOTE = 'What you found, for the audit log. Members do not read it.'

export const deskSteps: Record<Step, Pick<Actions, 'loader' | 'action'>> = {
  hold: step('hold', {
    confirm: () => ({
      consequences: [
        'The challenge is not completed, and no winner is paid, until you release the result.',
        'When voting has ended, members read “Results are being checked”.',
      ],
      requiredReason: NOTE,
    }),
    run: ({ db, context }, id, fields) => holdResult(db, scopeOf(context), id, reasonIn(fields)),
    done: MESSAGES.held,
  }),
  release: step('release', {
    confirm: () => ({
      consequences: [
        'The challenge is completed when its voting has ended, at once if it has ended already.',
      ],
      requiredReason: NOTE,
    }),
    run: ({ db, context }, id, fields) => releaseResult(db, scopeOf(context), id, reasonIn(fields)),
    done: MESSAGES.released,
  }),
  recount: step('recount', {
    confirm: () => ({
      consequences: [
        'Every vote is counted again and compared with the certificate of the result.',
        'If they differ, the challenge is completed again by the votes that are found: the winner and the points of the win follow.',
      ],
      requiredReason: NOTE,
    }),
    run: ({ db, context }, id, fields) => recountResult(db, scopeOf(context), id, reasonIn(fields)),
    done: (changed) => (changed ? MESSAGES.recountedOther : MESSAGES.recountedSame),
  }),
  view: step('view', {
    confirm: () => ({
      consequences: [
        'This is a secret ballot. You will see who voted for which entry and how many votes it has, until the challenge is completed.',
        'The audit log records that you looked, for all administrators to see.',
        'You can no longer enter the challenge, vote in it or change your vote.',
      ],
    }),
    run: ({ db, context }, id) => viewCounts(db, scopeOf(context), id),
    done: MESSAGES.viewed,
  }),
  void: step('void', {
    confirm: ({ status }, { query }) => ({
      consequences: [
        `${formatCount(query.getAll('member').length, 'ticked vote')}. The members are told, and cannot vote again in this challenge.`,
        status === 'completed'
          ? 'The votes are counted again if the winner loses one, and voided votes cannot be restored.'
          : 'Counts and points follow at once. You can restore the votes until the challenge is completed.',
      ],
      choice: {
        name: 'choice',
        label: 'Reason for the members',
        options: [
          { value: '', label: 'Choose a reason' },
          ...CHOSEN_REASONS.map((value) => ({ value, label: VOID_REASONS[value] })),
        ],
        hint: 'The page of results counts votes by it.',
      },
      reasonLabel: 'What you found',
      requiredReason: 'For the audit log. Members do not read it.',
      danger: true,
      refusal: query.has('member') ? null : MESSAGES.noneTicked,
    }),
    run: ({ db, context, query }, id, fields) =>
      voidVotes(db, scopeOf(context), id, {
        voters: query.getAll('member'),
        reason: String(fields.get('choice') ?? ''),
        note: reasonIn(fields),
      }),
    done: (count) => `${formatCount(count, 'vote')} voided`,
  }),
  restore: step('restore', {
    confirm: () => ({
      consequences: [
        'The votes count again with their points, except for rejected entries and for members who have left or are suspended.',
      ],
      requiredReason: NOTE,
    }),
    async run({ db, context, query }, id, fields) {
      const batch = query.get('batch') ?? undefined
      if (!isId(batch)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
      return restoreVotes(db, scopeOf(context), id, batch, reasonIn(fields))
    },
    done: (count) => `${formatCount(count, 'vote')} restored`,
  }),
}

interface DeskStep<Value> extends Pick<Options<Value>, 'run' | 'done'> {
  confirm(
    ...call: Parameters<Options<Value>['confirm']>
  ): Omit<Confirmation, 'subject' | 'label' | 'pendingLabel'>
}

function step<Value>(name: Step, { confirm, ...rest }: DeskStep<Value>) {
  return confirmedAction<DeskRow, Value>({
    ...rest,
    list: ({ id = '' }) => deskPath(id),
    missing: CHALLENGE_MESSAGES.notFound,
    fields: ['reason', 'choice'],
    failed: `Failed to ${STEPS[name].toLowerCase()}`,
    load: ({ db, admin }, id) => deskRow(db, admin, id),
    confirm(desk, call) {
      const confirmation = confirm(desk, call)
      const refusal = desk.isEntered ? MESSAGES.ownContest : (confirmation.refusal ?? null)
      return { ...confirmation, subject: desk.title, label: STEPS[name], pendingLabel: 'Saving...', refusal }
    },
  })
}
