import { requireAdmin } from '#app/session.server.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import { ExportLink } from '../exports/export-link.tsx'
import { ConfirmHost } from '../lists/confirm-dialog.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { EXPORTS } from '../places.ts'
import type { Route } from './+types/list.ts'
import { ChallengeFilters, FILTERS } from './challenge-filters.tsx'
import { ChallengeRows } from './challenge-rows.tsx'
import { challengeList } from './list.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return { list: await challengeList(context, new URL(request.url).searchParams) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Challenges', hidden: true })
}

/** All challenges, in every state, with what can be done to each (ADM-13). */
export default function AdminChallenges({ loaderData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <PageHeader
        title="Challenges"
        actions={
          <>
            <ButtonLink to="/admin/challenges/new">
              <Icon name="plus" className="size-4" />
              Create New Challenge
            </ButtonLink>
            <ExportLink to={EXPORTS.challenges}>Export CSV</ExportLink>
          </>
        }
      />
      <ChallengeFilters />
      <ConfirmHost label="Challenges">
        <ListCard
          list={loaderData.list}
          of="challenges"
          search={{ label: 'Search by title', placeholder: 'Search by title...', form: FILTERS }}
          failed="Failed to load challenges"
          empty="No challenges found"
        >
          {(rows) => <ChallengeRows rows={rows} />}
        </ListCard>
      </ConfirmHost>
    </div>
  )
}
