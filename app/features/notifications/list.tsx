import { useEffect, useRef } from 'react'
import { redirect, useFetcher } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { isFocusLost } from '#app/ui/browser/focus.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CoverLink, LinkArea } from '#app/ui/card.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'
import { MOMENT_LABELS, TO_BE_ANNOUNCED } from '#domain/challenges/changes.ts'
import {
  NOTIFICATIONS_PAGE_SIZE,
  type NotificationRow,
  notificationsOf,
} from '#domain/notifications/queries.server.ts'
import { notificationText } from '#domain/notifications/rules.ts'
import { lastPage } from '#platform/paging.ts'
import type { Route } from './+types/list.ts'
import { NOTIFICATIONS_PATH, READ_PATH, SETTINGS_PATH } from './paths.ts'

export const handle: FrameHandle = { tabs: true }

/** The viewer's notifications, newest first (NOTE-3). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { searchParams } = new URL(request.url)
  const page = pageIn(searchParams)
  const unread = searchParams.get('show') === 'unread'
  const { db } = context.get(servicesContext)
  const { moderation } = scopeOf(context)
  const found = await loadOrNull(context, notificationsOf(db, viewer, moderation, { page, unread }))
  const last = lastPage(found?.total ?? 0, NOTIFICATIONS_PAGE_SIZE)
  if (found && page > last) throw redirect(listPath(unread, last))
  return { rows: found?.rows ?? null, unread, page, last }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Notifications', hidden: true })
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { rows, unread, page, last } = loaderData
  const hasUnread = page === 1 && rows?.some(({ isUnread }) => isUnread) === true
  const list = useRef<HTMLDivElement>(null)
  const hadUnread = useRef(hasUnread)
  // The button that was pressed is gone.
  useEffect(() => {
    if (hadUnread.current && !hasUnread && isFocusLost()) list.current?.focus({ preventScroll: true })
    hadUnread.current = hasUnread
  }, [hasUnread])
  return (
    <div className="page">
      <PageHeader
        title="Notifications"
        actions={
          <ButtonLink to={SETTINGS_PATH} variant="secondary">
            Notification Settings
          </ButtonLink>
        }
      />
      <div className="max-w-200">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
          <Segmented
            label="Show"
            segments={[
              { to: listPath(false, 1), label: 'All', current: !unread },
              { to: listPath(true, 1), label: 'Unread', current: unread },
            ]}
          />
          {hasUnread && <ReadAll newest={rows?.[0]?.id ?? ''} />}
        </div>
        <section ref={list} tabIndex={-1} aria-label="List of notifications">
          <List rows={rows} unread={unread} />
        </section>
        <Pager current={page} last={last} to={(target) => listPath(unread, target)} />
      </div>
    </div>
  )
}

function ReadAll({ newest }: { newest: string }) {
  const { Form, state } = useFetcher()
  return (
    <Form method="post" action={READ_PATH} preventScrollReset>
      <input type="hidden" name="newest" value={newest} />
      <Button variant="secondary" size="small" pending={state !== 'idle'}>
        Mark all as read
      </Button>
    </Form>
  )
}

function List({ rows, unread }: { rows: readonly NotificationRow[] | null; unread: boolean }) {
  if (!rows) return <ErrorPanel message="Failed to load your notifications" />
  if (rows.length === 0) {
    return (
      <EmptyState
        subject="moon"
        heading={unread ? 'All read' : 'No notifications yet'}
        action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}
      >
        {unread ? 'Nothing new.' : 'Choose “Remind me” on a challenge, or enter one.'}
      </EmptyState>
    )
  }
  return (
    <Card as="ul" flush className="divide-y divide-line overflow-hidden">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </Card>
  )
}

function Row({ row }: { row: NotificationRow }) {
  const { heading, subject, text } = notificationText(row)
  return (
    <LinkArea
      as="li"
      className="grid grid-cols-[0.625rem_minmax(0,1fr)] gap-x-3.5 px-4.5 py-4 hover:bg-ink/4 sm:px-6"
    >
      <span className={`mt-2 size-2.5 rounded-full ${row.isUnread ? 'bg-go' : ''}`} aria-hidden="true" />
      <div className="wrap-anywhere">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-muted">
          <span className={row.isUnread ? 'font-semibold text-go-text' : ''}>
            {heading}
            {row.isUnread && <span className="sr-only"> (unread)</span>}
          </span>
          <Time value={row.at} format="shorttime" />
        </p>
        <CoverLink
          dir="auto"
          to={`${NOTIFICATIONS_PATH}/${row.id}`}
          className={`block min-h-6 ${row.isUnread ? 'font-semibold' : ''}`}
        >
          {subject || heading}
        </CoverLink>
        {text && (
          <p dir="auto" className="line-clamp-6 whitespace-pre-line text-calm text-muted">
            {text.replaceAll(/\n+/g, '\n')}
          </p>
        )}
        {row.details.moved?.map(({ moment, to }) => (
          <p key={moment} className="text-calm text-muted">
            {MOMENT_LABELS[moment]}: {to ? <Time value={to} format="datetime" /> : TO_BE_ANNOUNCED}
          </p>
        ))}
      </div>
    </LinkArea>
  )
}

function listPath(unread: boolean, page: number): string {
  return pathWith(NOTIFICATIONS_PATH, { show: unread ? 'unread' : null, page: page > 1 ? page : null })
}
