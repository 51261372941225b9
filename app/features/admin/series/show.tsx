import { data, Form, isRouteErrorResponse, Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { AccessDenied } from '#app/frame/errors/error-view.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Section } from '#app/ui/section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { datesAhead } from '#domain/series/dates.server.ts'
import { oneSeries } from '#domain/series/queries.server.ts'
import { DATES_SHOWN, MAX_PROMPTS, rhythmText, SERIES_MESSAGES } from '#domain/series/rules.ts'
import { isId } from '#platform/id.server.ts'
import { dayIn } from '#platform/zoned-time.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { dayText } from '../day-text.ts'
import { RowActions, RowButton, RowLink } from '../list/row.tsx'
import type { Route } from './+types/show.ts'
import { datePath, promptPath, SERIES, seriesPath, VERBS } from './paths.ts'

/** A series: what is next, and what it will be made from (SER-10). Throws 404 if it does not exist. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const series = isId(params.id) ? await oneSeries(db, adminOf(context), params.id) : undefined
  if (!series) throw data(null, { status: 404 })
  const { id, name, isPaused, publishes, aheadDays, timeZone, now } = series
  return {
    ...{ id, name, isPaused, publishes, aheadDays, rhythm: rhythmText(series) },
    dates: datesAhead(series, now, DATES_SHOWN).map((date) => ({
      ...date,
      day: dayIn(date.start, timeZone),
    })),
    prompts: series.prompts,
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData?.name ?? 'Series Not Found', hidden: true })
}

type Shown = Route.ComponentProps['loaderData']

export default function Series({ loaderData: series }: Route.ComponentProps) {
  const { id, name, isPaused, prompts } = series
  const path = seriesPath(id)
  return (
    <ConfirmHost label="Series">
      <PageHeader
        title={name}
        subtitle={series.rhythm}
        crumbs={[SERIES, { label: name }]}
        actions={
          <>
            <ButtonLink to={`${path}/edit`} variant="secondary" aria-label={`Edit ${name}`}>
              Edit
            </ButtonLink>
            <ConfirmLink
              path={`${path}/${isPaused ? 'resume' : 'pause'}`}
              title={VERBS[isPaused ? 'resume' : 'pause'].title}
              about={name}
              look="button"
            >
              {isPaused ? 'Resume' : 'Pause'}
            </ConfirmLink>
            <ConfirmLink path={`${path}/delete`} title={VERBS.delete.title} about={name} look="button" danger>
              Delete
            </ConfirmLink>
          </>
        }
      />
      {isPaused && <Notice>Paused: it makes no challenges until you resume it.</Notice>}
      {!isPaused && prompts.length === 0 && (
        <Notice tone="bad">
          The queue is empty, so no challenge is made. <TextLink to={promptPath(id)}>Add a prompt</TextLink>
        </Notice>
      )}
      <div className="mt-8 grid grid-cols-1 items-start gap-x-8 gap-y-12 xl:grid-cols-2">
        <Queue series={series} />
        <Dates series={series} />
      </div>
    </ConfirmHost>
  )
}

function Queue({ series: { id, prompts } }: { series: Shown }) {
  return (
    <Section
      id="queue"
      title="Queue"
      subtitle="The first prompt is used next."
      className=""
      aside={
        prompts.length < MAX_PROMPTS && (
          <ButtonLink to={promptPath(id)} size="small">
            Add Prompt
          </ButtonLink>
        )
      }
    >
      <Card flush as="ol" className="divide-y divide-line">
        {prompts.length === 0 && <li className="px-5 py-4 text-muted">No prompts.</li>}
        {prompts.map(({ id: promptId, title }, index) => (
          <li
            key={promptId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3.5"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="mr-3 tabular-nums text-muted">{index + 1}</span>
              <bdi className="font-semibold">{title}</bdi>
            </span>
            <RowActions wrap>
              {index > 0 && <Move {...{ id, promptId, title }} place={index} label="Up" />}
              {index < prompts.length - 1 && (
                <Move {...{ id, promptId, title }} place={index + 2} label="Down" />
              )}
              <RowLink to={promptPath(id, promptId)} label={`Edit ${title}`}>
                Edit
              </RowLink>
              <ConfirmLink
                path={`${promptPath(id, promptId)}/remove`}
                title="Remove Prompt"
                about={title}
                danger
              >
                Remove
              </ConfirmLink>
            </RowActions>
          </li>
        ))}
      </Card>
    </Section>
  )
}

interface MoveProps {
  id: string
  promptId: string
  title: string
  place: number
  label: 'Up' | 'Down'
}

function Move({ id, promptId, title, place, label }: MoveProps) {
  return (
    <Form method="post" action={`${promptPath(id, promptId)}/move`} preventScrollReset>
      <HiddenFields values={{ place: String(place) }} />
      <RowButton label={`${label}: ${title}`}>{label}</RowButton>
    </Form>
  )
}

function Dates({ series }: { series: Shown }) {
  const { id, dates, publishes, aheadDays } = series
  const how = publishes ? 'published' : 'saved as a draft'
  return (
    <Section
      id="dates"
      title="Next dates"
      subtitle={`Each challenge is ${how} ${aheadDays} ${aheadDays === 1 ? 'day' : 'days'} ahead.`}
      className=""
    >
      <Card flush as="ul" className="divide-y divide-line">
        {dates.length === 0 && <li className="px-5 py-4 text-muted">No dates ahead.</li>}
        {dates.map((date) => (
          <li
            key={date.heldOn}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3.5"
          >
            <div className="min-w-0">
              <p className="font-semibold tabular-nums">{dayText(date.day)}</p>
              <p className="text-small wrap-anywhere text-muted">
                <DateState date={date} />
              </p>
            </div>
            {date.state !== 'made' && (
              <RowActions>
                <ConfirmLink
                  path={datePath(id, date.state === 'skipped' ? 'restore' : 'skip', date.heldOn)}
                  title={VERBS[date.state === 'skipped' ? 'restore' : 'skip'].title}
                  about={dayText(date.day)}
                >
                  {date.state === 'skipped' ? 'Restore' : 'Skip'}
                </ConfirmLink>
              </RowActions>
            )}
          </li>
        ))}
      </Card>
    </Section>
  )
}

function DateState({ date: { state, challenge, prompt } }: { date: Shown['dates'][number] }) {
  if (state === 'skipped') return 'Skipped'
  if (challenge)
    return (
      <>
        Made:{' '}
        <Link to={managePath(challenge.id)} className="inline-block min-h-6 underline">
          <bdi>{challenge.title}</bdi>
        </Link>
      </>
    )
  if (state === 'made') return 'Made and deleted'
  return prompt ? <bdi>{prompt.title}</bdi> : 'No prompt yet'
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 403) return <AccessDenied />
  return (
    <>
      <PageHeader title="Series Not Found" subtitle={SERIES_MESSAGES.missing} />
      <ButtonLink to={SERIES.to}>Back to Series</ButtonLink>
    </>
  )
}
