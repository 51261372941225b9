import { formAction } from '#app/forms/form-action.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { SERIES_MESSAGES } from '#domain/series/rules.ts'
import type { Route } from './+types/new-series.ts'
import { newSeriesForm } from './form/open-form.server.ts'
import { receiveSeries } from './form/receive-series.server.ts'
import { SeriesForm } from './form/series-form.tsx'
import { SERIES } from './paths.ts'

const seriesForm = formAction(receiveSeries, { toast: SERIES_MESSAGES.created })

export const middleware: Route.MiddlewareFunction[] = [seriesForm.middleware]

export const action = seriesForm.action

export function loader({ context }: Route.LoaderArgs) {
  return newSeriesForm(context)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'New Series', hidden: true })
}

export default function NewSeries({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="New Series" crumbs={[SERIES, { label: 'New Series' }]} />
      <SeriesForm
        {...loaderData}
        refused={actionData}
        label="Create Series"
        busyLabel="Creating..."
        cancel={SERIES.to}
      />
    </>
  )
}
