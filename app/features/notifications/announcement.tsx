import { data } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { Paragraphs } from '#app/ui/paragraphs.tsx'
import { Time } from '#app/ui/time.tsx'
import { announcementFor } from '#domain/announcements/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/announcement.ts'
import { NOTIFICATIONS_PATH } from './paths.ts'

/** The text of an announcement, for members who were told of it (NOTE-11). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db } = context.get(servicesContext)
  const { announcementId: id } = params
  const announcement = isId(id) ? await announcementFor(db, viewer, id) : undefined
  if (!announcement) throw data(null, { status: 404 })
  return announcement
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData?.title ?? 'Announcement', hidden: true })
}

export default function Announcement({ loaderData }: Route.ComponentProps) {
  const { title, text, link, at } = loaderData
  return (
    <div className="page">
      <PageHeader
        eyebrow="Announcement"
        title={title}
        crumbs={[{ label: 'Notifications', to: NOTIFICATIONS_PATH }, { label: 'Announcement' }]}
      />
      <Card className="max-w-200">
        <Paragraphs text={text} className="wrap-anywhere" />
        <p className="mt-6 text-small text-muted">
          Sent by the administrators, <Time value={at} style="datetime" />
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
