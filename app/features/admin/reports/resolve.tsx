import { data } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { resolveReport } from '#domain/reports/commands.server.ts'
import { reportToResolve } from '#domain/reports/queries.server.ts'
import { REPORT_MESSAGES as MESSAGES } from '#domain/reports/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { ownContest } from '../confirmation/own-contest.server.ts'
import { notFoundConfirmation, runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { REPORTS } from '../paths.ts'
import type { Route } from './+types/resolve.ts'
import { isReportOutcome, OUTCOMES, type ReportOutcome } from './outcomes.ts'

const TOLD = 'Everyone who reported it is told.'

const CONFIRMATIONS: Record<ReportOutcome, Omit<Confirmation, 'subject'>> = {
  hide: {
    consequences: ['The comment is hidden, and all open reports on it are resolved.', TOLD],
    label: OUTCOMES.hide,
    pendingLabel: 'Hiding...',
    danger: true,
    requiredReason: 'The author of the comment reads it.',
  },
  uphold: {
    consequences: ['All open reports on this are resolved as justified.', TOLD],
    label: OUTCOMES.uphold,
    pendingLabel: 'Resolving...',
  },
  dismiss: {
    consequences: ['All open reports on this are resolved without an action.', TOLD],
    label: OUTCOMES.dismiss,
    pendingLabel: 'Resolving...',
  },
}

const DONE: Record<ReportOutcome, string> = {
  hide: MESSAGES.commentHidden,
  uphold: MESSAGES.upheld,
  dismiss: MESSAGES.dismissed,
}

/** Resolves a report with an outcome (TALK-6). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const outcome = outcomeIn(params)
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const report = isId(params.id) ? await reportToResolve(db, admin, params.id) : undefined
  if (!report) return notFoundConfirmation(MESSAGES.resolvedAlready)
  const confirmation: Confirmation = {
    ...CONFIRMATIONS[outcome],
    consequences: [
      ...CONFIRMATIONS[outcome].consequences,
      ...(await ownContest(db, scopeOf(context), report.challengeId)),
    ],
    subject: report.name,
    refusal: report.userId === admin.id ? MESSAGES.ownSubject : null,
  }
  return confirmation
}

export function action({ request, params, context }: Route.ActionArgs) {
  const outcome = outcomeIn(params)
  const { db } = context.get(servicesContext)
  return runAdminAction(
    { request, context },
    {
      list: REPORTS.to,
      fields: outcome === 'hide' ? ['reason'] : [],
      done: DONE[outcome],
      failed: MESSAGES.resolveFailed,
      async run(fields) {
        if (!isId(params.id)) return refused('conflict', MESSAGES.resolvedAlready)
        const hideReason = outcome === 'hide' ? String(fields.get('reason') ?? '') : undefined
        return resolveReport(db, scopeOf(context).viewer, params.id, {
          upheld: outcome !== 'dismiss',
          ...(hideReason !== undefined && { hideReason }),
        })
      },
    },
  )
}

function outcomeIn({ outcome }: { outcome?: string }): ReportOutcome {
  if (!isReportOutcome(outcome)) throw data(null, { status: 404 })
  return outcome
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.resolveFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: titleOf(args.params), hidden: true })
}

export default function ResolveReport({ loaderData, params }: Route.ComponentProps) {
  return <ConfirmPage title={titleOf(params)} confirmation={loaderData} list={REPORTS} />
}

function titleOf({ outcome }: { outcome?: string }): string {
  return isReportOutcome(outcome) ? OUTCOMES[outcome] : 'Resolve Report'
}
