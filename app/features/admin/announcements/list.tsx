import { data, Link, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/members/names.ts'
import { managePath } from '#app/parts/paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import {
  type AnnouncementRow,
  type Audience,
  audienceOf,
  lastAnnouncementsPage,
  listAnnouncements,
} from '#domain/announcements/queries.server.ts'
import { ANNOUNCEMENT_LIMITS } from '#domain/announcements/rules.ts'
import { isId } from '#platform/id.server.ts'
import { lastPage } from '#platform/paging.ts'
import { isolated } from '#platform/text/isolated.ts'
import { confirmationUrl } from '../confirmation/confirmation.ts'
import { ANNOUNCEMENTS, announcementsPath, newAnnouncementPath } from '../paths.ts'
import type { Route } from './+types/list.ts'

/** What administrators told members, or those of one challenge, newest first (NOTE-12, ADM-104). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const sectionOf = params.id ?? null
  if (sectionOf && !isId(sectionOf)) throw data(null, { status: 404 })
  const path = sectionOf ? announcementsPath(sectionOf) : ANNOUNCEMENTS.to
  const page = Math.min(pageIn(new URL(request.url).searchParams), lastAnnouncementsPage)
  const { db, mailer } = context.get(servicesContext)
  const admin = adminOf(context)
  const [{ rows, total }, audience] = await Promise.all([
    listAnnouncements(db, admin, page, sectionOf),
    sectionOf ? audienceOf(db, admin, sectionOf) : null,
  ])
  if (rows.length === 0 && page > 1) throw redirect(path)
  const last = lastPage(total, ANNOUNCEMENT_LIMITS.perPage)
  return { rows, page, last, path, sendsMail: mailer !== null, sectionOf, audience: audience ?? null }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: ANNOUNCEMENTS.label, hidden: true })
}

export default function Announcements({ loaderData }: Route.ComponentProps) {
  const { rows, page, last, path, sendsMail, sectionOf, audience } = loaderData
  const listPath = (target: number) => pathWith(path, { page: target > 1 ? target : null })
  const write = (!sectionOf || audience) && (
    <ButtonLink to={newAnnouncementPath(sectionOf)}>New Announcement</ButtonLink>
  )
  return (
    <>
      <PageHeader
        title={ANNOUNCEMENTS.label}
        subtitle={
          sectionOf
            ? audienceText(audience)
            : `What members find in their notifications${sendsMail ? ', and in a mail if they chose so' : ''}.`
        }
        actions={rows.length > 0 && write}
      />
      <div className="grid gap-4">
        {rows.length === 0 && (
          <EmptyState subject="scroll" heading="Nothing announced yet" action={write}>
            {sectionOf
              ? 'What you tell those who take part is listed here.'
              : 'Tell all members, or those who follow, have entered or voted in a challenge.'}
          </EmptyState>
        )}
        {rows.map((row) => (
          <AnnouncementCard key={row.id} announcement={row} list={listPath(page)} />
        ))}
      </div>
      <Pager current={page} last={last} to={listPath} />
    </>
  )
}

function AnnouncementCard({ announcement, list }: { announcement: AnnouncementRow; list: string }) {
  const { id, title, text, link, author, at, withdrawn } = announcement
  return (
    <Card as="article" flush className="p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <Time value={at} format="datetime" />
        <span>
          by <bdi>{memberName(author)}</bdi>
        </span>
        <State announcement={announcement} />
      </div>
      <h2 dir="auto" className="mt-2 text-card wrap-anywhere">
        {title}
      </h2>
      <p
        className="mt-2 line-clamp-6 max-w-[68ch] whitespace-pre-line text-calm text-muted wrap-anywhere"
        dir="auto"
      >
        {text.replaceAll(/\n+/g, '\n')}
      </p>
      {link && (
        <p className="mt-2 text-calm wrap-anywhere">
          Leads to <TextLink to={link}>{link}</TextLink>
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4 text-small text-muted">
        <AudienceText announcement={announcement} />
        {!withdrawn && (
          <ButtonLink
            to={confirmationUrl(`${ANNOUNCEMENTS.to}/${id}/withdraw`, list)}
            variant="danger"
            size="small"
            aria-label={`Withdraw ${title}`}
          >
            Withdraw
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

function State({ announcement: { withdrawn, isBeingSent } }: { announcement: AnnouncementRow }) {
  if (withdrawn)
    return (
      <Badge tone="rejected" on="bare">
        Withdrawn
      </Badge>
    )
  return isBeingSent ? (
    <Badge tone="pending" on="bare">
      Being sent
    </Badge>
  ) : null
}

function AudienceText({ announcement }: { announcement: AnnouncementRow }) {
  const { isForAll, challenge, told, withdrawn } = announcement
  const audience = challenge ? (
    <>
      Members of{' '}
      <Link dir="auto" to={managePath(challenge.id)} className="hover:underline">
        {challenge.title}
      </Link>
    </>
  ) : (
    (isForAll && 'All members') || 'Members of a deleted challenge'
  )
  return (
    <p className="min-w-0 wrap-anywhere">
      {audience}. <span className="text-ink">{formatCount(told, 'member')}</span>{' '}
      {told === 1 ? 'was told' : 'were told'}.
      {withdrawn && (
        <>
          {' '}
          Withdrawn{withdrawn.by && ` by ${isolated(memberName(withdrawn.by))}`},{' '}
          <Time value={withdrawn.at} format="datetime" />.
        </>
      )}
    </p>
  )
}

function audienceText(audience: Audience | null): string {
  if (!audience) return 'Members are told once it is published.'
  if (audience.members === 0) return 'Reaches nobody yet.'
  return `Reaches ${formatCount(audience.members, 'member')}: those who follow${audience.hasVoters ? ', have entered or voted in it' : ' or have entered it'}.`
}
