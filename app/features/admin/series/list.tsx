import { Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { nextStart } from '#domain/series/dates.server.ts'
import { allSeries } from '#domain/series/queries.server.ts'
import { rhythmText } from '#domain/series/rules.ts'
import { dayIn } from '#platform/zoned-time.ts'
import { dayText } from '../day-text.ts'
import type { Route } from './+types/list.ts'
import { SERIES, seriesPath } from './paths.ts'

/** All series, each with what is next (SER-10). */
export async function loader({ context }: Route.LoaderArgs) {
  const found = await loadOrNull(context, allSeries(context.get(servicesContext).db, adminOf(context)))
  const series = found?.map((one) => {
    const next = nextStart(one, one.now)
    return {
      id: one.id,
      name: one.name,
      rhythm: rhythmText(one),
      isPaused: one.isPaused,
      prompts: one.prompts.length,
      next: next ? dayIn(next, one.timeZone) : null,
    }
  })
  return { series: series ?? null }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: SERIES.label, hidden: true })
}

type Row = NonNullable<Route.ComponentProps['loaderData']['series']>[number]

export default function SeriesList({ loaderData: { series } }: Route.ComponentProps) {
  const create = (
    <ButtonLink to={`${SERIES.to}/new`}>
      <Icon name="plus" className="size-4" />
      New Series
    </ButtonLink>
  )
  const isEmpty = series?.length === 0
  return (
    <>
      <PageHeader
        title={SERIES.label}
        subtitle="Challenges that are made by themselves, each from the next prompt of a queue."
        actions={!isEmpty && create}
      />
      {series === null && <ErrorPanel message="Failed to load series" />}
      {isEmpty && (
        <EmptyState subject="scroll" heading="No series yet" action={create}>
          A rhythm, such as every Monday at 09:00, and prompts.
        </EmptyState>
      )}
      {series && series.length > 0 && (
        <Card flush className="overflow-hidden">
          <DataTable layout="list" columns={columns} rows={series} rowKey={({ id }) => id} />
        </Card>
      )}
    </>
  )
}

const columns: readonly Column<Row>[] = [
  {
    header: 'Series',
    part: 'subject',
    cell: ({ id, name, rhythm }) => (
      <>
        <Link
          dir="auto"
          to={seriesPath(id)}
          className="inline-block min-h-6 font-semibold wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        <p className="text-small text-muted">{rhythm}</p>
      </>
    ),
  },
  {
    header: 'State',
    width: 'w-28',
    cell: ({ isPaused }) => (
      <Badge tone={isPaused ? 'draft' : 'active'} on="bare">
        {isPaused ? 'Paused' : 'Running'}
      </Badge>
    ),
  },
  { header: 'Next date', width: 'w-48', cell: ({ next }) => (next ? dayText(next) : 'None') },
  {
    header: 'Queue',
    width: 'w-36',
    cell: ({ prompts }) =>
      prompts > 0 ? formatCount(prompts, 'prompt') : <span className="font-semibold text-bad">Empty</span>,
  },
]
