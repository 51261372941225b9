import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { choiceIn, pathWith } from '#app/ui/lists/search-params.ts'
import { filterBy, Segmented } from '#app/ui/lists/segmented.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { listAuditEntries } from '#domain/audit/queries.server.ts'
import { SUBJECT_TYPES, type SubjectType } from '#domain/audit/rules.ts'
import type { Route } from './+types/audit.ts'
import { beforeIn } from './before.server.ts'
import { AuditTrail } from './trail.tsx'

const AUDIT_PATH = '/admin/audit'

/** The audit log, newest first. `trail` is null if it could not be loaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const params = new URL(request.url).searchParams
  const about = choiceIn(params, 'about', SUBJECT_TYPES)
  const before = beforeIn(params)
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
        <Segmented
          label="What it is about"
          segments={filterBy(about ? [about] : [], SUBJECT_TYPES, {
            all: 'Everything',
            labelOf: (type) => LABELS[type],
            to: ([type = null]) => auditAddress(type, null),
          })}
        />
      </div>
      <AuditTrail
        trail={trail}
        before={before}
        empty={about === null ? 'Nothing is recorded yet.' : 'Nothing of this kind is recorded here.'}
        address={(from) => auditAddress(about, from)}
      />
    </>
  )
}

const LABELS: Record<SubjectType, string> = {
  challenge: 'Challenges',
  series: 'Series',
  submission: 'Submissions',
  suggestion: 'Suggestions',
  member: 'Members',
  webhook: 'Webhooks',
  settings: 'Settings',
}

/** The path of the log for one subject type or all, from the newest entry or from before the entry `before`. */
function auditAddress(about: SubjectType | null, before: string | null): string {
  return pathWith(AUDIT_PATH, { about, before })
}
