import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/ui/confirm-form.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { resolveReport } from '#domain/reports/commands.server.ts'
import { reportToResolve } from '#domain/reports/queries.server.ts'
import { REPORT_MESSAGES as MESSAGES } from '#domain/reports/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { notFoundConfirmation, runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { REPORTS } from '../paths.ts'
import type { Route } from './+types/resolve.ts'

const TITLE = 'Resolve Report'
const TOLD = 'Everyone who reported it is told.'

type Outcome = 'hide' | 'upheld' | 'dismissed'

function outcomeIn(text: unknown): Outcome | null {
  return text === 'hide' || text === 'upheld' || text === 'dismissed' ? text : null
}

const CONFIRMATIONS: Record<Outcome, Omit<Confirmation, 'subject'>> = {
  hide: {
    consequences: ['The comment is hidden, and all open reports on it are resolved.', TOLD],
    label: 'Hide Comment',
    pendingLabel: 'Hiding...',
    danger: true,
    requiredReason: 'The author of the comment reads it.',
  },
  upheld: {
    consequences: ['All open reports on this are resolved as justified.', TOLD],
    label: 'Uphold Report',
    pendingLabel: 'Resolving...',
  },
  dismissed: {
    consequences: ['All open reports on this are resolved without an action.', TOLD],
    label: 'Dismiss Report',
    pendingLabel: 'Resolving...',
  },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const outcome = outcomeIn(new URL(request.url).searchParams.get('outcome')) ?? 'dismissed'
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const report = isId(params.id) ? await reportToResolve(db, admin, params.id) : undefined
  if (!report) return notFoundConfirmation(MESSAGES.resolvedAlready)
  const confirmation: Confirmation = {
    ...CONFIRMATIONS[outcome],
    subject: report.name,
    refusal: report.userId === admin.id ? MESSAGES.ownSubject : null,
    hiddenFields: { outcome },
  }
  return confirmation
}

export function action({ request, params, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  return runAdminAction(
    { request, context },
    {
      list: REPORTS.to,
      fields: ['reason', 'outcome'],
      done: MESSAGES.resolved,
      failed: MESSAGES.resolveFailed,
      async run(fields) {
        const outcome = outcomeIn(fields.get('outcome'))
        if (!outcome) return refused('conflict', MESSAGES.outcome)
        if (!isId(params.id)) return refused('conflict', MESSAGES.resolvedAlready)
        const hides = outcome === 'hide' && { hideReason: String(fields.get('reason') ?? '') }
        return resolveReport(db, scopeOf(context).viewer, params.id, {
          upheld: outcome !== 'dismissed',
          ...hides,
        })
      },
    },
  )
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.resolveFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLE, hidden: true })
}

export default function ResolveReport({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLE} confirmation={loaderData} list={REPORTS} />
}
