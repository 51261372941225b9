import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { choiceIn, pathWith } from '#app/ui/search-params.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { type AuditPage, listAuditEntries } from '#domain/audit/queries.server.ts'
import { SUBJECT_TYPES, type SubjectType } from '#domain/audit/rules.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/audit.ts'
import { AuditItem } from './audit-item.tsx'

const AUDIT_PATH = '/admin/audit'

/** The audit log, newest first. `trail` is null if it could not be loaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const params = new URL(request.url).searchParams
  const about = choiceIn(params, 'about', SUBJECT_TYPES)
  const value = params.get('before') ?? undefined
  const before = isId(value) ? value : null
  const { db } = context.get(servicesContext)
  return {
    about,
    before,
    trail: await loadOrNull(context, listAuditEntries(db, admin, { subjectType: about, before })),
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Audit Log', hidden: true })
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { about, before, trail } = loaderData
  return (
    <>
      <PageHeader title="Audit Log" subtitle="What administrators did, newest first." />
      <div className="mb-6">
        <Segmented label="What it is about" segments={CHOICES.map((choice) => segment(choice, about))} />
      </div>
      {trail ? (
        <Trail trail={trail} filtered={about !== null} />
      ) : (
        <ErrorPanel message="Failed to load the audit log" />
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {before && (
          <ButtonLink to={auditAddress(about)} variant="secondary">
            Newest
          </ButtonLink>
        )}
        {trail?.older && (
          <ButtonLink to={auditAddress(about, trail.older)} variant="secondary">
            Older
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function Trail({ trail, filtered }: { trail: AuditPage; filtered: boolean }) {
  if (trail.entries.length === 0)
    return (
      <EmptyState subject="scroll">
        {filtered ? 'Nothing of this kind is recorded here.' : 'Nothing is recorded yet.'}
      </EmptyState>
    )
  return (
    <Card as="ol" flush className="divide-y divide-line">
      {trail.entries.map((entry) => (
        <AuditItem key={entry.id} entry={entry} />
      ))}
    </Card>
  )
}

const CHOICES: readonly { about: SubjectType | null; label: string }[] = [
  { about: null, label: 'Everything' },
  { about: 'challenge', label: 'Challenges' },
  { about: 'submission', label: 'Submissions' },
  { about: 'member', label: 'Members' },
]

function segment({ about, label }: (typeof CHOICES)[number], current: SubjectType | null) {
  return { to: auditAddress(about), label, current: about === current }
}

/** The path of the log for one subject type or all, from the newest entry or from before the entry `before`. */
function auditAddress(about: SubjectType | null, before: string | null = null): string {
  return pathWith(AUDIT_PATH, { about, before })
}
