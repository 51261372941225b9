import { data } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pathWith } from '#app/ui/search-params.ts'
import { listAuditEntries } from '#domain/audit/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import { beforeIn } from '../../audit/before.server.ts'
import { AuditTrail } from '../../audit/trail.tsx'
import type { Route } from './+types/history.ts'

/** What administrators did to a challenge, its submissions, comments and announcements, newest first (ADM-93). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  if (!isId(params.id)) throw data(null, { status: 404 })
  const before = beforeIn(new URL(request.url).searchParams)
  const { db } = context.get(servicesContext)
  const filters = { subjectType: null, challengeId: params.id, before }
  return {
    id: params.id,
    before,
    trail: await loadOrNull(context, listAuditEntries(db, adminOf(context), filters)),
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'History', hidden: true })
}

export default function History({ loaderData: { id, before, trail } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="History" subtitle="What administrators did, newest first." />
      <AuditTrail
        trail={trail}
        before={before}
        about={id}
        empty="No administrator has done anything here yet."
        address={(from) => pathWith(`${managePath(id)}/history`, { before: from })}
      />
    </>
  )
}
