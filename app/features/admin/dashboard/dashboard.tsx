import { Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import {
  dailyActivity,
  type RecentChallenge,
  type RecentSubmission,
  recentChallenges,
  recentSubmissions,
} from '#domain/reporting/dashboard.server.ts'
import { firstSteps } from '#domain/reporting/first-steps.server.ts'
import { emptySeries, type Series } from '#domain/series/queries.server.ts'
import { adminCounts } from '../counts.server.ts'
import type { Route } from './+types/dashboard.ts'
import { DailyActivityChart } from './daily-activity.tsx'
import { dailyPlot } from './daily-plot.server.ts'
import { FirstSteps } from './first-steps.tsx'
import { Panel, PanelEmpty } from './panel.tsx'
import { RecentChallenges } from './recent-challenges.tsx'
import { Tiles } from './tiles.tsx'

/** Loads the parts of the dashboard separately; a part that failed is null. */
export async function loader({ context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const { db, config, mailer } = context.get(servicesContext)
  const [counts, plot, challenges, submissions, series] = await Promise.all([
    adminCounts(context, admin),
    loadOrNull(context, dailyActivity(db, admin).then(dailyPlot)),
    loadOrNull(context, recentChallenges(db, admin)),
    loadOrNull(context, recentSubmissions(db, admin)),
    loadOrNull(context, emptySeries(db, admin)),
  ])
  const isNew = challenges?.every(({ status }) => status === 'draft')
  const facts = { locked: config.site, sendsMail: mailer !== null }
  const steps = isNew ? await loadOrNull(context, firstSteps(db, admin, facts)) : null
  return { steps, counts, plot, challenges, submissions, series }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Dashboard', hidden: true })
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { steps, counts, plot, challenges, submissions, series } = loaderData
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <ButtonLink to="/admin/challenges/new">
            <Icon name="plus" className="size-4" />
            Create New Challenge
          </ButtonLink>
        }
      />
      <Mismatches challenges={challenges?.filter(({ hasMismatch }) => hasMismatch) ?? []} />
      <EmptySeries series={series ?? []} />
      <div className="grid gap-5">
        {steps && <FirstSteps steps={steps} />}
        <Tiles counts={counts} days={plot?.days ?? null} />
        <DailyActivityChart plot={plot} />
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
          <RecentChallenges challenges={challenges} />
          <RecentActivity submissions={submissions} />
        </div>
      </div>
    </>
  )
}

/** Challenges that were not completed because two counts of their votes differ (CHL-72). */
function Mismatches({ challenges }: { challenges: RecentChallenge[] }) {
  return challenges.map(({ id, title }) => (
    <div key={id} className="mb-5">
      <Notice tone="bad">
        <strong className="block">No result: two counts of the votes differ</strong>
        <TextLink dir="auto" to={managePath(id)}>
          {title}
        </TextLink>{' '}
        was not completed, and no points were paid. Please tell the operator of this site, who finds what to
        do under “Checking” in the operations manual.
      </Notice>
    </div>
  ))
}

/** Series that make nothing because their queue is empty (SER-4). */
function EmptySeries({ series }: { series: Pick<Series, 'id' | 'name'>[] }) {
  return series.map(({ id, name }) => (
    <div key={id} className="mb-5">
      <Notice tone="gold">
        The series{' '}
        <TextLink dir="auto" to={`/admin/series/${id}`}>
          {name}
        </TextLink>{' '}
        has no prompts, so no challenge is made.
      </Notice>
    </div>
  ))
}

/** The newest submissions with author and time (ADM-8). */
function RecentActivity({ submissions }: { submissions: RecentSubmission[] | null }) {
  if (!submissions) return <ErrorPanel message="Failed to load submissions" />
  return (
    <Panel
      id="recent-activity"
      title="Recent Activity"
      more={{ to: '/admin/submissions', label: 'All submissions' }}
    >
      {submissions.length === 0 ? (
        <PanelEmpty>No submissions yet</PanelEmpty>
      ) : (
        <ol className="divide-y divide-line border-line border-t">
          {submissions.map((submission) => (
            <Row key={submission.id} submission={submission} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Row({ submission }: { submission: RecentSubmission }) {
  const { id, title, challengeId, challengeTitle, userId, displayName, submittedAt } = submission
  return (
    <li className="relative px-6 py-3.25 hover:bg-ink/4 has-focus-visible:outline-2 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus">
      <Link
        to={`/challenges/${challengeId}/submissions/${id}`}
        className="grid after:absolute after:inset-0 focus-visible:outline-none"
      >
        <span className="font-medium">New submission</span>
        <span className="wrap-anywhere text-small">
          <bdi>{title}</bdi>{' '}
          <span className="text-muted">
            for <bdi>{challengeTitle}</bdi>
          </span>
        </span>
      </Link>
      <p className="text-small text-muted">
        <span dir="auto" className="wrap-anywhere">
          {displayName || userId}
        </span>{' '}
        · <Time value={submittedAt} format="shorttime" />
      </p>
    </li>
  )
}
