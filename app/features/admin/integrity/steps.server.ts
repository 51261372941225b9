import { scopeOf } from '#app/middleware/viewer.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import * as commands from '#domain/integrity/commands.server.ts'
import { deskRow } from '#domain/integrity/queries.server.ts'
import { CHOSEN_REASONS, INTEGRITY_MESSAGES as MESSAGES } from '#domain/integrity/rules.ts'
import { VOID_REASONS } from '#domain/voting/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import { isolated } from '#platform/text/isolated.ts'
import {
  confirmedAction,
  confirmedActions,
  type Question,
  reasonIn,
} from '../confirmation/confirmed-action.server.ts'
import { deskPath, STEPS, type Step } from './paths.ts'

/** What an administrator does to the votes of a challenge (ADM-61 to ADM-64). */
export const steps = confirmedActions('step', {
  hold: stepAction('hold', commands.holdResult, {
    consequences: [
      'The challenge is not completed, and no winner is paid, until you release the result.',
      'When voting has ended, members read “Results are being checked”.',
    ],
    done: 'The result is held. The challenge is not completed until you release it.',
  }),
  release: stepAction('release', (db, scope, id, sent) => commands.holdResult(db, scope, id, sent, false), {
    consequences: ['The challenge is completed when its voting has ended, at once if it has ended already.'],
    done: 'The result is released. The challenge is completed when its voting has ended.',
  }),
  recount: stepAction('recount', commands.recountResult, {
    consequences: [
      'Every vote is counted again and compared with the certificate of the result.',
      'If they differ, the challenge is completed again: the winner and the points of the win follow.',
    ],
    done: (isChanged) => `Counted again: the result ${isChanged ? 'has changed' : 'stands'}.`,
  }),
  view: stepAction('view', commands.viewCounts, {
    consequences: [
      'This is a secret ballot. You will see who voted for which entry and how many votes it has, until the challenge is completed.',
      'The audit log records that you looked, for all administrators to see.',
      'You can no longer enter the challenge, vote in it or change your vote.',
    ],
    done: 'The counts are shown. The audit log says that you looked.',
  }),
  void: stepAction('void', commands.voidVotes, {
    consequences: [
      'The members are told, and cannot vote again in this challenge. Counts and points follow at once.',
      'Until the challenge is completed you can restore the votes. Afterwards they are counted again if the winner loses one.',
    ],
    done: (count) => `${formatCount(count, 'vote')} voided`,
  }),
  restore: stepAction('restore', commands.restoreVotes, {
    consequences: [
      'The votes that were voided together count again with their points, except for rejected entries and for members who have left or are suspended.',
    ],
    done: (count) => `${formatCount(count, 'vote')} restored`,
  }),
} satisfies Record<Step, unknown>)

function stepAction<Value>(
  step: Step,
  command: (db: Db, scope: Scope, id: string, sent: commands.Sent) => Promise<Outcome<Value>>,
  { consequences, done }: { consequences: string[]; done: string | ((value: Value) => string) },
) {
  const label = STEPS[step]
  return confirmedAction({
    list: ({ id = '' }) => deskPath(id),
    missing: CHALLENGE_MESSAGES.notFound,
    fields: ['reason', 'choice'],
    failed: `Failed to ${label.toLowerCase()}`,
    load: ({ db, admin }, id) => deskRow(db, admin, id),
    confirm: ({ title, isEntered }, { query }) => ({
      subject: title,
      consequences,
      label,
      pendingLabel: 'Saving...',
      ...(step !== 'view' && NOTE),
      ...(step === 'void' && voidingOf(title, query.getAll('vote').length)),
      ...(isEntered && { refusal: MESSAGES.ownContest }),
    }),
    run: ({ db, context, query }, id, fields) =>
      command(db, scopeOf(context), id, {
        note: reasonIn(fields),
        reason: String(fields.get('choice') ?? ''),
        votes: query.getAll('vote'),
        batch: query.get('batch') ?? '',
      }),
    done,
  })
}

/** All but a look at counts ask for a note. */
const NOTE = {
  reasonLabel: 'Note',
  requiredReason: 'What you found, for the audit log. Members do not read it.',
}

function voidingOf(title: string, votes: number): Partial<Question> {
  return {
    subject: `${formatCount(votes, 'ticked vote')} in ${isolated(title)}`,
    refusal: votes === 0 ? MESSAGES.noVotes : null,
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
  }
}
