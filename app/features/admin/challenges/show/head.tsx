import { Link, NavLink, useLocation } from 'react-router'
import { Image } from '#app/parts/image.tsx'
import { managePath } from '#app/parts/paths.ts'
import { SCROLLING_ITEM, SCROLLING_ROW, useCurrentInView } from '#app/ui/browser/use-current-in-view.ts'
import { ButtonLink, IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import { typeAndKindLabel } from '#domain/challenges/rules.ts'
import { deskPath } from '../../integrity/paths.ts'
import { announcementsPath, CHALLENGES_PATH, entriesPath, resultsPath } from '../../paths.ts'

/** The title of a challenge, its public page and the links to its sections; large on the overview, to which it leads. */
export function Head({ head }: { head: ChallengeHead }) {
  const { id, title, image } = head
  const { pathname } = useLocation()
  const isOverview = pathname === managePath(id)
  return (
    <div className="pt-2 lg:pt-7">
      <div className="flex items-center gap-x-4 lg:gap-x-5">
        <IconLink to={CHALLENGES_PATH} label="All challenges" className="-mx-3 lg:hidden">
          <Icon name="left" />
        </IconLink>
        {isOverview && (
          <div className="w-34 flex-none max-lg:hidden">
            <Image
              image={image}
              fallback="challenge"
              alt=""
              sizes="136px"
              className="aspect-video rounded-control"
            />
          </div>
        )}
        <div className="min-w-0 flex-1">
          {isOverview && <p className="mb-1 eyebrow max-lg:hidden">{typeAndKindLabel(head)}</p>}
          {isOverview ? (
            <h1 dir="auto" className={`${TITLE} lg:text-page lg:pb-[0.12em]`}>
              {title}
            </h1>
          ) : (
            <Link dir="auto" to={managePath(id)} className={`font-display font-bold lg:text-card ${TITLE}`}>
              {title}
            </Link>
          )}
        </div>
        <ButtonLink
          to={`/challenges/${id}`}
          variant="secondary"
          size={isOverview ? 'normal' : 'small'}
          className="whitespace-nowrap max-lg:hidden"
        >
          <Icon name="external" className="size-4" />
          Public page
        </ButtonLink>
        {/* The overview has it in words. */}
        {!isOverview && (
          <IconLink to={`/challenges/${id}`} label="Public page" className="-mr-3 lg:hidden">
            <Icon name="external" />
          </IconLink>
        )}
      </div>
      <Sections head={head} isOverview={isOverview} />
    </div>
  )
}

const TITLE =
  'line-clamp-2 wrap-anywhere max-lg:font-sans max-lg:text-body max-lg:font-semibold max-lg:tracking-normal'

interface SectionLink {
  to: string
  label: string
  count?: number
}

function sectionsOf({ id, participants, hadVoting }: ChallengeHead): SectionLink[] {
  const page = managePath(id)
  return [
    { to: page, label: 'Overview' },
    { to: entriesPath(id), label: 'Entries', count: participants },
    ...(hadVoting ? [{ to: deskPath(id), label: 'Votes and integrity' }] : []),
    { to: announcementsPath(id), label: 'Announcements' },
    { to: resultsPath(id), label: 'Results' },
    { to: `${page}/edit`, label: 'Edit' },
    { to: `${page}/history`, label: 'History' },
  ]
}

function Sections({ head, isOverview }: { head: ChallengeHead; isOverview: boolean }) {
  const list = useCurrentInView()
  return (
    <nav
      aria-label="Sections of this challenge"
      className={`border-b border-line max-lg:-mx-5 ${isOverview ? 'lg:mt-5' : 'lg:mt-2'}`}
    >
      <ul ref={list} className={`gap-x-6 max-lg:pr-12 max-lg:pl-5 ${SCROLLING_ROW}`}>
        {sectionsOf(head).map(({ to, label, count }) => (
          <li key={to} className={SCROLLING_ITEM}>
            <NavLink
              to={to}
              end={label === 'Overview'}
              className="flex min-h-12 lg:-mb-px items-center gap-1.5 border-b-2 border-transparent text-calm font-medium text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {label}
              {count !== undefined && (
                <span className="text-small font-semibold tabular-nums">{formatNumber(count)}</span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
