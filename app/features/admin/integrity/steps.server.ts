import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import * as commands from '#domain/integrity/commands.server.ts'
import { type DeskRow, deskRow } from '#domain/integrity/queries.server.ts'
import { CHOSEN_REASONS, INTEGRITY_MESSAGES as MESSAGES } from '#domain/integrity/rules.ts'
import { VOID_REASONS } from '#domain/voting/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import { isolated } from '#platform/text/isolated.ts'
import { confirmedAction, confirmedActions, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { deskPath, STEPS, type Step } from './paths.ts'

interface DeskStep {
  run(db: Db, scope: Scope, id: string, sent: commands.Sent): Promise<Outcome<unknown>>
  consequences: string[]
  /** The message, from the result of the command. */
  done(result: unknown): string
}

const DESK_STEPS: Record<Step, DeskStep> = {
  hold: {
    run: commands.holdResult,
    consequences: [
      'The challenge is not completed, and no winner is paid, until you release the result.',
      'When voting has ended, members read “Results are being checked”.',
    ],
    done: () => 'The result is held. The challenge is not completed until you release it.',
  },
  release: {
    run: (db, scope, id, sent) => commands.holdResult(db, scope, id, sent, false),
    consequences: ['The challenge is completed when its voting has ended, at once if it has ended already.'],
    done: () => 'The result is released. The challenge is completed when its voting has ended.',
  },
  recount: {
    run: commands.recountResult,
    consequences: [
      'Every vote is counted again and compared with the certificate of the result.',
      'If they differ, the challenge is completed again: the winner and the points of the win follow.',
    ],
    done: (changed) => `Counted again: the result ${changed ? 'has changed' : 'stands'}.`,
  },
  view: {
    run: commands.viewCounts,
    consequences: [
      'This is a secret ballot. You will see who voted for which entry and how many votes it has, until the challenge is completed.',
      'The audit log records that you looked, for all administrators to see.',
      'You can no longer enter the challenge, vote in it or change your vote.',
    ],
    done: () => 'The counts are shown. The audit log says that you looked.',
  },
  void: {
    run: commands.voidVotes,
    consequences: [
      'The members are told, and cannot vote again in this challenge. Counts and points follow at once.',
      'Until the challenge is completed you can restore the votes. Afterwards they are counted again if the winner loses one.',
    ],
    done: (count) => `${formatCount(Number(count), 'vote')} voided`,
  },
  restore: {
    run: commands.restoreVotes,
    consequences: [
      'The votes that were voided together count again with their points, except for rejected entries and for members who have left or are suspended.',
    ],
    done: (count) => `${formatCount(Number(count), 'vote')} restored`,
  },
}

/** All but a look at counts ask for a note. */
const NOTE: Partial<Confirmation> = {
  reasonLabel: 'Note',
  requiredReason: 'What you found, for the audit log. Members do not read it.',
}
const VOIDING: Partial<Confirmation> = {
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

function subjectOf({ title }: DeskRow, query: URLSearchParams): string {
  const ticked = query.getAll('vote').length
  return ticked > 0 ? `${formatCount(ticked, 'ticked vote')} in ${isolated(title)}` : title
}

function refusalOf({ isEntered }: DeskRow, step: string, query: URLSearchParams): string | null {
  if (isEntered) return MESSAGES.ownContest
  return step === 'void' && !query.has('vote') ? MESSAGES.noVotes : null
}

const stepActions = Object.entries(DESK_STEPS).map(([step, { run, consequences, done }]) => {
  const label = STEPS[step as Step]
  const action = confirmedAction<DeskRow, unknown>({
    list: ({ id = '' }) => deskPath(id),
    missing: CHALLENGE_MESSAGES.notFound,
    fields: ['reason', 'choice'],
    failed: `Failed to ${label.toLowerCase()}`,
    load: ({ db, admin }, id) => deskRow(db, admin, id),
    confirm: (desk, { query }) => ({
      ...(step !== 'view' && NOTE),
      ...(step === 'void' && VOIDING),
      subject: subjectOf(desk, query),
      consequences,
      label,
      pendingLabel: 'Saving...',
      refusal: refusalOf(desk, step, query),
    }),
    run: ({ db, context, query }, id, fields) =>
      run(db, scopeOf(context), id, {
        note: reasonIn(fields),
        reason: String(fields.get('choice') ?? ''),
        votes: query.getAll('vote'),
        batch: query.get('batch') ?? '',
      }),
    done,
  })
  return [step, action] as const
})

export const steps = confirmedActions('step', Object.fromEntries(stepActions))
