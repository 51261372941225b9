import { data } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { pathWith } from '#app/ui/lists/search-params.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { challengeHistory } from '#domain/lifecycle/history.server.ts'
import { isId } from '#platform/id.server.ts'
import { beforeIn } from '../../audit/before.server.ts'
import { AuditTrail } from '../../audit/trail.tsx'
import type { Route } from './+types/history.ts'

/** What administrators and the schedule did to a challenge and what belongs to it, newest first (ADM-93). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  if (!isId(params.id)) throw data(null, { status: 404 })
  const before = beforeIn(new URL(request.url).searchParams)
  const { db } = context.get(servicesContext)
  const read = challengeHistory(db, adminOf(context), params.id, before)
  return { id: params.id, before, trail: await loadOrNull(context, read) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'History', hidden: true })
}

export default function History({ loaderData: { id, before, trail } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="History" subtitle="What administrators and the schedule did, newest first." />
      <AuditTrail
        trail={trail}
        before={before}
        about={id}
        empty="Nothing was done here yet."
        address={(from) => pathWith(`${managePath(id)}/history`, { before: from })}
      />
    </>
  )
}
