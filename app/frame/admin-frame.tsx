import { Link, NavLink, useMatches } from 'react-router'
import { SCROLLING_ITEM, SCROLLING_ROW, useCurrentInView } from '#app/ui/browser/use-current-in-view.ts'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { adminCheckFailed } from '#domain/members/refusals.ts'
import { hasRole, type Roles, roleFor } from '#domain/roles/rules.ts'
import { ADMIN_LINKS } from './admin-links.ts'
import { ErrorPage } from './errors/error-page.tsx'
import { BarLink, PAGE_BELOW_MENU, SkipLink } from './navigation/bar-link.tsx'
import type { FrameHandle } from './navigation/tab-bar.tsx'

interface Waiting {
  pending: number | null
  reports: number | null
}

/** Where it cannot be known who is an administrator (AUTH-30). */
export function AdminCheckFailed({ status }: { status: number }) {
  return (
    <AdminFrame>
      <ErrorPage status={status} heading={adminCheckFailed} message="Failed to verify admin status" />
    </AdminFrame>
  )
}

interface FrameProps {
  viewer?: Roles
  waiting?: Waiting
  children: React.ReactNode
}

/**
 * The layout of every admin page (ADM-1): navigation at the side, or above on narrow screens unless the page has a head
 * of its own, which leads back. It extends to the footer of the site, whose margin is inside the page here.
 */
export function AdminFrame({ viewer, waiting, children }: FrameProps) {
  const list = useCurrentInView()
  const hasOwnHead = useMatches().some(({ handle, loaderData }) =>
    (handle as FrameHandle | undefined)?.ownHead?.(loaderData),
  )
  const links = ADMIN_LINKS.filter(({ to }) => !viewer || hasRole(viewer, roleFor(to)))
  return (
    <div className="-mb-22 grid min-h-[calc(100dvh-4rem)] grid-rows-[auto_1fr] lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:grid-rows-none">
      <nav
        aria-label="Administration"
        className={`border-line border-b bg-ground-2 lg:border-r lg:border-b-0 lg:px-4 ${hasOwnHead ? 'max-lg:hidden' : ''}`}
      >
        <SkipLink to={PAGE_BELOW_MENU}>Skip the menu</SkipLink>
        <ul
          ref={list}
          className={`gap-x-1.5 gap-y-0.5 max-lg:px-6 max-lg:py-2 lg:sticky lg:top-16 lg:flex-col lg:py-7 ${SCROLLING_ROW}`}
        >
          {links.map(({ to, label }) => {
            const counted = COUNTED[to]
            const count = counted && waiting?.[counted.name]
            return (
              <li
                key={to}
                className={`flex items-center ${SCROLLING_ITEM} ${counted ? 'lg:*:first:grow' : '*:first:grow'}`}
              >
                <BarLink as={NavLink} variant="side" to={to} end={to === '/admin'}>
                  {label}
                </BarLink>
                {counted && count ? <CountLink count={count} to={counted.to} one={counted.one} /> : null}
              </li>
            )
          })}
        </ul>
      </nav>
      <div id={PAGE_BELOW_MENU} tabIndex={-1} className="min-w-0 pb-22">
        {children}
      </div>
    </div>
  )
}

const COUNTED: Partial<Record<string, { name: keyof Waiting; to: string; one: string }>> = {
  '/admin/submissions': { name: 'pending', to: '/admin/submissions/queue', one: 'pending submission' },
  '/admin/reports': { name: 'reports', to: '/admin/reports', one: 'open report' },
}

function CountLink({ count, to, one }: { count: number; to: string; one: string }) {
  const label = formatCount(count, one)
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className="grid min-h-6 min-w-6 place-items-center rounded-full border border-gold/60 px-1 sm:ml-1 sm:px-1.5 text-small font-semibold tabular-nums hover:border-gold hover:bg-gold/9"
    >
      {formatNumber(count)}
    </Link>
  )
}
