import { Link, useLocation, useMatches } from 'react-router'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { currentLink, type NavigationLink } from './nav-links.ts'

/** The `handle` of a route: its page has the tab bar, always or with such data, or neither header nor footer. */
export interface FrameHandle {
  tabs?: true | ((data: unknown) => boolean)
  bare?: true
  ownHead?: (data: unknown) => boolean
}

const TABS: readonly (NavigationLink & { icon: IconName })[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/challenges', label: 'Challenges', icon: 'grid' },
  { to: '/challenges/voting', label: 'Vote', icon: 'ballot' },
  { to: '/me', label: 'My Dojo', icon: 'gate' },
]

/** A member's main pages, at the bottom of a phone, on routes whose `handle` asks for it (NAV-55). */
export function TabBar() {
  const { pathname } = useLocation()
  const matches = useMatches()
  const hasTabs = matches.some(({ handle, loaderData }) => {
    const { tabs } = (handle ?? {}) as FrameHandle
    return typeof tabs === 'function' ? tabs(loaderData) : tabs
  })
  if (!hasTabs) return null
  const current = currentLink(pathname, TABS)
  return (
    <nav
      data-tab-bar=""
      aria-label="Member pages"
      className="fixed inset-x-0 bottom-0 z-30 hidden h-(--tab-bar) border-t border-line bg-ground-2 px-2 pb-[env(safe-area-inset-bottom)] phone:flex"
    >
      {TABS.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab === current ? 'page' : undefined}
          className="relative flex flex-1 flex-col items-center justify-center gap-0.5 text-[length:min(0.75rem,3.2vw)] text-muted before:absolute before:-top-px before:h-0.5 before:w-7 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:before:bg-go"
        >
          <Icon name={tab.icon} className="size-[min(1.375rem,6vw)]" />
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
