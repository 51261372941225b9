import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { resolveReport } from '#domain/reports/commands.server.ts'
import { reportToResolve } from '#domain/reports/queries.server.ts'
import { REPORT_MESSAGES as MESSAGES } from '#domain/reports/rules.ts'
import { confirmedAction, confirmedActions, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { ownContest } from '../confirmation/own-contest.server.ts'
import { REPORTS } from '../paths.ts'
import { OUTCOMES, type ReportOutcome } from './outcomes.ts'

/** Resolves a report with an outcome (TALK-6). */
export const outcomes = confirmedActions('outcome', {
  hide: resolution('hide', MESSAGES.commentHidden, {
    consequences: ['The comment is hidden, and all open reports on it are resolved.'],
    pendingLabel: 'Hiding...',
    danger: true,
    requiredReason: 'The author of the comment reads it.',
  }),
  uphold: resolution('uphold', MESSAGES.upheld, {
    consequences: ['All open reports on this are resolved as justified.'],
    pendingLabel: 'Resolving...',
  }),
  dismiss: resolution('dismiss', MESSAGES.dismissed, {
    consequences: ['All open reports on this are resolved without an action.'],
    pendingLabel: 'Resolving...',
  }),
})

function resolution(outcome: ReportOutcome, done: string, asked: Omit<Confirmation, 'subject' | 'label'>) {
  return confirmedAction({
    list: REPORTS.to,
    missing: MESSAGES.resolvedAlready,
    fields: outcome === 'hide' ? ['reason'] : [],
    done,
    failed: MESSAGES.resolveFailed,
    load: ({ db, admin }, id) => reportToResolve(db, admin, id),
    confirm: async (report, { db, context, admin }) => ({
      ...asked,
      consequences: [
        ...asked.consequences,
        'Everyone who reported it is told.',
        ...(await ownContest(db, scopeOf(context), report.challengeId)),
      ],
      subject: report.name,
      label: OUTCOMES[outcome],
      refusal: report.userId === admin.id ? MESSAGES.ownSubject : null,
    }),
    run: ({ db, context }, id, fields) =>
      resolveReport(db, scopeOf(context).viewer, id, {
        upheld: outcome !== 'dismiss',
        ...(outcome === 'hide' && { hideReason: reasonIn(fields) }),
      }),
  })
}
