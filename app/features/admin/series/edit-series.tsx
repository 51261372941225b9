import { formAction } from '#app/forms/form-action.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { SERIES_MESSAGES } from '#domain/series/rules.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/edit-series.ts'
import { editSeriesForm } from './form/open-form.server.ts'
import { receiveSeries } from './form/receive-series.server.ts'
import { SeriesForm } from './form/series-form.tsx'
import { SERIES, seriesPath } from './paths.ts'

const seriesForm = formAction(receiveSeries, { toast: SERIES_MESSAGES.updated })

export const middleware: Route.MiddlewareFunction[] = [seriesForm.middleware]

export const action = seriesForm.action

export function loader({ params, context }: Route.LoaderArgs) {
  return editSeriesForm(context, params.id)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData ? `Edit Series: ${isolated(loaderData.name)}` : 'Series Not Found'
  return pageMeta(args, { title, hidden: true })
}

export default function EditSeries({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, ...form } = loaderData
  const page = { to: seriesPath(params.id), label: name }
  return (
    <>
      <PageHeader title="Edit Series" crumbs={[SERIES, page, { label: 'Edit' }]} />
      <SeriesForm
        key={params.id}
        {...form}
        refused={actionData}
        label="Update Series"
        busyLabel="Updating..."
        cancel={page.to}
      />
    </>
  )
}
