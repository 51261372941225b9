import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
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
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import { confirmedAction, confirmedActions, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { deskPath, STEPS, type Step } from './paths.ts'

interface Sent {
  query: URLSearchParams
  choice: string
}

interface DeskStep {
  consequences(desk: DeskRow, query: URLSearchParams): string[]
  asks?: Partial<Confirmation>
  run(db: Db, scope: Scope, challengeId: string, note: string, sent: Sent): Promise<Outcome<unknown>>
  /** From the result of the command. */
  done(result: unknown): string
}

const NOTE = {
  reasonLabel: 'Note',
  requiredReason: 'What you found, for the audit log. Members do not read it.',
}

const DESK_STEPS: Record<Step, DeskStep> = {
  hold: {
    consequences: () => [
      'The challenge is not completed, and no winner is paid, until you release the result.',
      'When voting has ended, members read “Results are being checked”.',
    ],
    asks: NOTE,
    run: holdResult,
    done: () => 'The result is held. The challenge is not completed until you release it.',
  },
  release: {
    consequences: () => [
      'The challenge is completed when its voting has ended, at once if it has ended already.',
    ],
    asks: NOTE,
    run: releaseResult,
    done: () => 'The result is released. The challenge is completed when its voting has ended.',
  },
  recount: {
    consequences: () => [
      'Every vote is counted again and compared with the certificate of the result.',
      'If they differ, the challenge is completed again by the votes that are found: the winner and the points of the win follow.',
    ],
    asks: NOTE,
    run: recountResult,
    done: (changed) =>
      changed
        ? 'Counted again: the result has changed.'
        : 'Counted again: every vote was found, and the result stands.',
  },
  view: {
    consequences: () => [
      'This is a secret ballot. You will see who voted for which entry and how many votes it has, until the challenge is completed.',
      'The audit log records that you looked, for all administrators to see.',
      'You can no longer enter the challenge, vote in it or change your vote.',
    ],
    run: viewCounts,
    done: () => 'The counts are shown. The audit log says that you looked.',
  },
  void: {
    consequences: ({ status }, query) => [
      `${formatCount(query.getAll('member').length, 'ticked vote')}. The members are told, and cannot vote again in this challenge.`,
      status === 'completed'
        ? 'The votes are counted again if the winner loses one, and voided votes cannot be restored.'
        : 'Counts and points follow at once. You can restore the votes until the challenge is completed.',
    ],
    asks: {
      ...NOTE,
      danger: true,
      choice: {
        name: 'choice',
        label: 'Reason for the members',
        hint: 'The page of results counts votes by it.',
        options: [
          { value: '', label: 'Choose a reason' },
          ...CHOSEN_REASONS.map((value) => ({ value, label: VOID_REASONS[value] })),
        ],
      },
    },
    run: (db, scope, id, note, { query, choice }) =>
      voidVotes(db, scope, id, { voters: query.getAll('member'), reason: choice, note }),
    done: (count) => `${formatCount(Number(count), 'vote')} voided`,
  },
  restore: {
    consequences: () => [
      'The votes count again with their points, except for rejected entries and for members who have left or are suspended.',
    ],
    asks: NOTE,
    run: (db, scope, id, note, { query }) => restoreVotes(db, scope, id, query.get('batch') ?? '', note),
    done: (count) => `${formatCount(Number(count), 'vote')} restored`,
  },
}

function refusalOf({ isEntered, status }: DeskRow, step: Step, query: URLSearchParams): string | null {
  if (isEntered) return MESSAGES.ownContest
  if (status === 'canceled' && step !== 'view') return MESSAGES.canceled
  return step === 'void' && !query.has('member') ? MESSAGES.noneTicked : null
}

function stepAction(step: Step, { consequences, asks, run, done }: DeskStep) {
  return confirmedAction<DeskRow, unknown>({
    list: ({ id = '' }) => deskPath(id),
    missing: CHALLENGE_MESSAGES.notFound,
    fields: ['reason', 'choice'],
    failed: `Failed to ${STEPS[step].toLowerCase()}`,
    load: ({ db, admin }, id) => deskRow(db, admin, id),
    confirm: (desk, { query }) => ({
      ...asks,
      subject: desk.title,
      consequences: consequences(desk, query),
      label: STEPS[step],
      pendingLabel: 'Saving...',
      refusal: refusalOf(desk, step, query),
    }),
    run({ db, context, query }, id, fields) {
      const choice = String(fields.get('choice') ?? '')
      return run(db, scopeOf(context), id, reasonIn(fields), { query, choice })
    },
    done,
  })
}

export const steps = confirmedActions(
  'step',
  Object.fromEntries(
    Object.entries(DESK_STEPS).map(([step, desk]) => [step, stepAction(step as Step, desk)]),
  ),
)
