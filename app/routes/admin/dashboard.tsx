import { servicesContext } from '#app/context.ts'
import { requireAdmin } from '#app/session.server.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import { challengeTable, TABLE_PAGE_SIZE } from '#domain/challenges/table.server.ts'
import type { Route } from './+types/dashboard.ts'
import { ChallengeTable } from './challenge-table.tsx'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  requireAdmin(request, context)
  const page = Math.min(10_000, Math.max(1, Number.parseInt(url.searchParams.get('page') ?? '1', 10) || 1))
  const { rows, total } = await challengeTable(context.get(servicesContext).db, page)
  return { rows, total, page, last: Math.max(1, Math.ceil(total / TABLE_PAGE_SIZE)) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Dashboard', hidden: true })
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { rows, total, page, last } = loaderData
  return (
    <div className="admin-page">
      <PageHeader
        title="Dashboard"
        actions={
          <ButtonLink to="/admin/challenges/new">
            <Icon name="plus" className="size-4" />
            Create New Challenge
          </ButtonLink>
        }
      />
      {total === 0 ? (
        <EmptyState subject="scroll">No challenges found</EmptyState>
      ) : (
        <section className="card overflow-hidden" aria-labelledby="challenges">
          <h2 id="challenges" className="px-6 pt-6 pb-3 text-card">
            Challenges
          </h2>
          <ChallengeTable rows={rows} />
        </section>
      )}
      <Pager current={page} last={last} to={(number) => `/admin?page=${number}`} />
    </div>
  )
}
