import { Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageIn, pathWith } from '#app/forms/search-params.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { memberName } from '#app/ui/names.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { Pager } from '#app/ui/pager.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Time } from '#app/ui/time.tsx'
import { listReports, type ReportRow } from '#domain/reports/queries.server.ts'
import { REPORT_LIMITS, REPORT_REASONS } from '#domain/reports/rules.ts'
import { lastPage } from '#platform/paging.ts'
import { confirmationUrl } from '../confirmation/confirmation.ts'
import { REPORTS } from '../paths.ts'
import type { Route } from './+types/list.ts'

/** What members reported, the oldest open report first (TALK-6). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const resolved = searchParams.get('show') === 'resolved'
  const page = Math.min(pageIn(searchParams), 40)
  const { rows, total } = await listReports(context.get(servicesContext).db, adminOf(context), {
    page,
    resolved,
  })
  return { rows, page, resolved, last: lastPage(total, REPORT_LIMITS.perPage) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: REPORTS.label, hidden: true })
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { rows, page, resolved, last } = loaderData
  return (
    <>
      <PageHeader
        title={REPORTS.label}
        subtitle="What members point out. Look at it, act where it is right, and resolve the report. The member who sent it is told."
      />
      <Segmented
        label="Show"
        segments={[
          { to: listPath(false, 1), label: 'Open', current: !resolved },
          { to: listPath(true, 1), label: 'Resolved', current: resolved },
        ]}
      />
      <div className="mt-6 grid gap-4">
        {rows.length === 0 && (
          <EmptyState>{resolved ? 'No report was resolved yet.' : 'No report is open.'}</EmptyState>
        )}
        {rows.map((row) => (
          <ReportCard key={row.id} report={row} list={listPath(resolved, page)} />
        ))}
      </div>
      <Pager current={page} last={last} to={(target) => listPath(resolved, target)} />
    </>
  )
}

const KIND_LABELS = { submission: 'Submission', comment: 'Comment', member: 'Member' } as const

function ReportCard({ report, list }: { report: ReportRow; list: string }) {
  const { kind, reason, note, at, reporter, subject, resolved } = report
  return (
    <Card as="article" flush className="p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <span className="font-semibold text-ink">{KIND_LABELS[kind]}</span>
        <span>
          by <Link to={`/profile/${subject.userId}`}>{memberName(subject.author)}</Link>
        </span>
        {subject.isHidden && (
          <Badge tone="rejected" on="bare">
            {HIDDEN_LABELS[kind]}
          </Badge>
        )}
      </div>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">
        <Link to={subject.path} className="line-clamp-6 font-semibold hover:underline">
          {subject.name}
        </Link>
      </p>
      <p className="mt-3 text-calm">
        <strong>{REPORT_REASONS[reason]}</strong>
        {note && <span className="mt-1 block whitespace-pre-line text-muted wrap-anywhere">{note}</span>}
      </p>
      <p className="mt-2 text-small text-muted">
        Reported by {memberName(reporter)}, <Time value={at} style="datetime" />
      </p>
      {resolved ? (
        <p className="mt-3 text-small">
          {resolved.wasRight ? 'Acted on' : 'No reason to act'}
          {resolved.by && `, by ${memberName(resolved.by)}`}, <Time value={resolved.at} style="datetime" />
        </p>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Resolve report={report} list={list} outcome="acted" />
          <Resolve report={report} list={list} outcome="dismissed" />
          <ActElsewhere report={report} list={list} />
        </div>
      )}
    </Card>
  )
}

const HIDDEN_LABELS = { submission: 'Rejected', comment: 'Hidden', member: 'Suspended' } as const

function Resolve({
  report,
  list,
  outcome,
}: {
  report: ReportRow
  list: string
  outcome: 'acted' | 'dismissed'
}) {
  const { id, kind, subject } = report
  const hides = outcome === 'acted' && kind === 'comment' && !subject.isHidden
  const chosen = hides ? 'hide' : outcome
  const labels = { hide: 'Hide Comment', acted: 'Resolve as Right', dismissed: 'No Reason to Act' }
  return (
    <ButtonLink
      to={`${confirmationUrl(`/admin/reports/${id}/resolve`, list)}&outcome=${chosen}`}
      variant={hides ? 'danger' : 'secondary'}
      size="small"
    >
      {labels[chosen]}
    </ButtonLink>
  )
}

/** Where administrators act on a submission or a member before they resolve the report. */
function ActElsewhere({ report, list }: { report: ReportRow; list: string }) {
  const { kind, subject } = report
  if (kind === 'comment' || subject.isHidden) return null
  const action = kind === 'submission' ? 'Reject Submission' : 'Suspend Member'
  const path =
    kind === 'submission'
      ? `/admin/submissions/${subject.id}/reject`
      : `/admin/leaderboard/${subject.id}/suspend`
  return (
    <ButtonLink to={confirmationUrl(path, list)} variant="danger" size="small">
      {action}
    </ButtonLink>
  )
}

function listPath(resolved: boolean, page: number): string {
  return pathWith(REPORTS.to, { show: resolved ? 'resolved' : null, page: page > 1 ? page : null })
}
