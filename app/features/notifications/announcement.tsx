import { data } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { TextWithLinks } from '#app/ui/text/text-with-links.tsx'
import { Time } from '#app/ui/time.tsx'
import { announcementFor, isWithdrawn } from '#domain/announcements/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import { linkedText } from '#platform/text/links.server.ts'
import type { Route } from './+types/announcement.ts'
import { NOTIFICATIONS_PATH } from './paths.ts'

/** The text of an announcement, for members who were told of it (NOTE-11). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db } = context.get(servicesContext)
  const { announcementId: id } = params
  const announcement = isId(id) ? await announcementFor(db, viewer, id) : undefined
  if (announcement) return data({ ...announcement, text: linkedText(announcement.text) })
  if (isId(id) && (await isWithdrawn(db, viewer, id))) return data(null, { status: 410 })
  throw data(null, { status: 404 })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData?.title ?? 'Announcement', hidden: true })
}

const crumbs = [{ label: 'Notifications', to: NOTIFICATIONS_PATH }, { label: 'Announcement' }]

export default function Announcement({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <Withdrawn />
  const { title, text, link, at } = loaderData
  return (
    <div className="page">
      <PageHeader eyebrow="Announcement" title={title} crumbs={crumbs} />
      <Card className="max-w-200">
        <p dir="auto" className="max-w-[68ch] whitespace-pre-line wrap-anywhere">
          <TextWithLinks text={text} />
        </p>
        <p className="mt-6 text-small text-muted">
          Sent by the administrators, <Time value={at} format="datetime" />
        </p>
        {link && (
          <div className="mt-6">
            <ButtonLink to={link}>Open</ButtonLink>
          </div>
        )}
      </Card>
    </div>
  )
}

function Withdrawn() {
  return (
    <div className="page">
      <PageHeader title="Announcement" crumbs={crumbs} />
      <EmptyState action={<ButtonLink to={NOTIFICATIONS_PATH}>Notifications</ButtonLink>}>
        This announcement was withdrawn.
      </EmptyState>
    </div>
  )
}
