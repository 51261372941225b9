import { requireAdmin } from '#app/session.server.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import type { Route } from './+types/dashboard.ts'
import { DaysPlot } from './days-plot.tsx'
import { ExportCard } from './export-card.tsx'
import { loadDashboard } from './load-dashboard.server.ts'
import { RecentActivity } from './recent-activity.tsx'
import { RecentChallenges } from './recent-challenges.tsx'
import { Tiles } from './tiles.tsx'
import { VotesPlot } from './votes-plot.tsx'

export function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return loadDashboard(context, new URL(request.url).searchParams.get('challenge'))
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Dashboard', hidden: true })
}

/** What an organiser looks at first. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { counts, days, challenges, submissions, votes } = loaderData
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
      <div className="grid gap-5">
        <Tiles counts={counts} days={days} />
        <DaysPlot days={days} />
        <div className="dashboard-pair">
          <div className="grid gap-5">
            <RecentChallenges challenges={challenges} />
            <VotesPlot votes={votes} />
          </div>
          <div className="grid gap-5">
            <RecentActivity submissions={submissions} />
            <ExportCard />
          </div>
        </div>
      </div>
    </div>
  )
}
