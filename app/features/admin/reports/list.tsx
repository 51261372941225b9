import { Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/members/names.ts'
import { managePath } from '#app/parts/paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pageIn } from '#app/ui/lists/search-params.ts'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { listReports, type ReportRow, reportCount } from '#domain/reports/queries.server.ts'
import { REPORT_LIMITS, REPORT_MESSAGES, REPORT_REASONS, REPORTABLE } from '#domain/reports/rules.ts'
import { mayUse } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { lastPage } from '#platform/paging.ts'
import { isolated } from '#platform/text/isolated.ts'
import { cut } from '#platform/text/text.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { ExportLink } from '../list/admin-list.tsx'
import { EXPORTS, REPORTS, reportsPath } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { OUTCOMES, type ReportOutcome } from './outcomes.ts'

/**
 * What members reported, the oldest open report first, of all challenges or of the one in `?challenge=` (TALK-6). `rows` is
 * null if they could not be loaded.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const resolved = searchParams.get('show') === 'resolved'
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const challenge = await challengeOf(db, admin, searchParams.get('challenge'))
  const filters = { resolved, challengeId: challenge?.id ?? null }
  const total = await loadOrNull(context, reportCount(db, admin, filters))
  const last = lastPage(total ?? 0, REPORT_LIMITS.perPage)
  const page = Math.min(pageIn(searchParams), last)
  const rows = total === null ? null : await loadOrNull(context, listReports(db, admin, { ...filters, page }))
  const [maySuspend, mayExport] = [mayUse(admin, 'leaderboard'), mayUse(admin, 'exports')]
  return { rows, page, resolved, challenge, last, total, adminId: admin.id, maySuspend, mayExport }
}

/** The challenge of the filter, with its page; null if there is none that the viewer may see. */
async function challengeOf(db: Db, admin: Admin, id: string | null) {
  const challenge = id !== null && isId(id) ? await challengeSettings(db, admin, id) : undefined
  const isManager = mayUse(admin, 'challenges')
  if (!challenge || (challenge.status === 'draft' && !isManager)) return null
  const { title } = challenge
  return {
    id: challenge.id,
    title,
    page: isManager ? managePath(challenge.id) : `/challenges/${challenge.id}`,
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: REPORTS.label, hidden: true })
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { rows, page, resolved, challenge, last, total, adminId, maySuspend, mayExport } = loaderData
  const address = (ofResolved: boolean, target: number) =>
    reportsPath(challenge?.id ?? null, ofResolved, target)
  return (
    <>
      <PageHeader
        title={REPORTS.label}
        subtitle="Members learn what came of theirs."
        {...(challenge && {
          crumbs: [{ to: challenge.page, label: challenge.title }, { label: REPORTS.label }],
        })}
        actions={
          challenge ? (
            <ButtonLink to={reportsPath(null, resolved)} variant="secondary">
              All challenges
            </ButtonLink>
          ) : (
            mayExport && <ExportLink to={EXPORTS.comments}>Export comments</ExportLink>
          )
        }
      />
      <Segmented
        label="Show"
        segments={[
          { to: address(false, 1), label: 'Open', current: !resolved },
          { to: address(true, 1), label: 'Resolved', current: resolved },
        ]}
      />
      <ConfirmHost label={REPORTS.label}>
        <div className="mt-6 grid grid-cols-1 gap-4">
          {rows === null && <ErrorPanel message="Failed to load reports" />}
          {rows?.length === 0 && (
            <EmptyState>{resolved ? 'No reports have been resolved yet.' : 'No report is open.'}</EmptyState>
          )}
          {rows && rows.length > 0 && (
            <p className="text-small text-muted">{reportsCounted(total ?? 0, resolved)}</p>
          )}
          {rows?.map((row) => (
            <ReportCard key={row.id} report={row} isOwn={row.userId === adminId} maySuspend={maySuspend} />
          ))}
        </div>
      </ConfirmHost>
      <Pager current={page} last={last} to={(target) => address(resolved, target)} />
    </>
  )
}

function reportsCounted(total: number, resolved: boolean): string {
  const count = formatCount(total, resolved ? 'resolved report' : 'open report')
  return total < REPORT_LIMITS.mostCounted ? count : `${count} or more`
}

interface CardProps {
  report: ReportRow
  /** The report is about the administrator or their work. */
  isOwn: boolean
  /** The viewer may suspend members. */
  maySuspend: boolean
}

function ReportCard({ report, isOwn, maySuspend }: CardProps) {
  const { kind, reason, note, at, reporter, resolvedAt, resolvedBy } = report
  return (
    <Card as="article" flush className="p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <span className="font-semibold text-ink">{REPORTABLE[kind]}</span>
        {kind !== 'member' && (
          <span className="min-w-0 wrap-anywhere">
            by{' '}
            {report.userId ? (
              <Link dir="auto" to={`/profile/${report.userId}`}>
                {memberName(report.author)}
              </Link>
            ) : (
              <bdi>{memberName(report.author)}</bdi>
            )}
          </span>
        )}
        {report.isHidden && (
          <Badge tone="rejected" on="bare">
            {HIDDEN_LABELS[kind]}
          </Badge>
        )}
      </div>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">
        <Link dir="auto" to={report.path} className="line-clamp-6 font-semibold hover:underline">
          {kind === 'member' ? memberName(report.author) : report.name}
        </Link>
      </p>
      <p className="mt-3 text-calm">
        <strong>{REPORT_REASONS[reason]}</strong>
        {note && (
          <span className="mt-1 block whitespace-pre-line text-muted wrap-anywhere" dir="auto">
            {note}
          </span>
        )}
      </p>
      <p className="mt-2 text-small text-muted wrap-anywhere">
        Reported{reporter !== null && ` by ${isolated(memberName(reporter))}`},{' '}
        <Time value={at} format="datetime" />
      </p>
      {resolvedAt && (
        <p className="mt-3 text-small">
          {report.upheld ? 'Upheld' : 'Dismissed'}
          {resolvedBy && ` by ${isolated(memberName(resolvedBy))}`},{' '}
          <Time value={resolvedAt} format="datetime" />
        </p>
      )}
      {!resolvedAt && isOwn && <p className="mt-3 text-small text-muted">{REPORT_MESSAGES.ownSubject}</p>}
      {!resolvedAt && !isOwn && <Actions report={report} maySuspend={maySuspend} />}
    </Card>
  )
}

const HIDDEN_LABELS = { submission: 'Rejected', comment: 'Hidden', member: 'Suspended' } as const

/** What administrators do to the reported thing itself; hiding a comment is an outcome of its report. */
const SUBJECT_ACTIONS = {
  submission: { label: 'Reject Submission', path: (id: string) => `/admin/submissions/${id}/reject` },
  member: { label: 'Suspend Member', path: (id: string) => `/admin/leaderboard/${id}/suspend` },
  comment: null,
} as const

/** The actions on the reported thing, and the outcomes without one. */
function Actions({ report, maySuspend }: Omit<CardProps, 'isOwn'>) {
  const { id, kind, subjectId, isHidden, name } = report
  const about = `of “${isolated(cut(name, 60))}”`
  const resolve = (outcome: ReportOutcome) => (
    <ConfirmLink
      path={`/admin/reports/${id}/resolve/${outcome}`}
      title={OUTCOMES[outcome]}
      about={about}
      danger={outcome === 'hide'}
      look="button"
    >
      {OUTCOMES[outcome]}
    </ConfirmLink>
  )
  const action = kind === 'member' && !maySuspend ? null : SUBJECT_ACTIONS[kind]
  const resolvesItself = kind === 'comment' && !isHidden
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      {resolvesItself ? resolve('hide') : resolve('uphold')}
      {resolve('dismiss')}
      {action && !isHidden && (
        <ConfirmLink path={action.path(subjectId)} title={action.label} about={about} danger look="button">
          {action.label}
        </ConfirmLink>
      )}
      {!resolvesItself && (
        <p className="text-small text-muted">
          {isHidden
            ? 'Resolve the report, and its reporter is told.'
            : action
              ? 'Resolve the report when you have acted.'
              : 'Only administrators can suspend members.'}
        </p>
      )}
    </div>
  )
}
