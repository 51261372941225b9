import { Form, Link, useLocation } from 'react-router'
import type { Theme } from '#app/forms/theme.ts'
import type { Member, Viewer } from '#domain/members/rules.ts'
import { Avatar } from './avatar.tsx'
import { ButtonLink, IconButton } from './button.tsx'
import { Icon, Mark } from './icon.tsx'
import { Menu } from './menu.tsx'
import { currentLink, MAIN_LINKS, type NavigationLink } from './nav-links.ts'
import { ThemeChoice, ThemeToggle } from './theme-switch.tsx'

interface Props {
  viewer: Viewer
  theme: Theme
  productName: string
}

export function Header({ viewer, theme, productName }: Props) {
  const { pathname } = useLocation()
  const current = currentLink(pathname)
  return (
    <header className="site-bar">
      <div className="page flex h-16 items-center gap-1">
        <Link to="/" className="brand mr-auto lg:mr-4">
          <Mark />
          <span>{productName}</span>
        </Link>
        <nav aria-label="Main" className="mr-auto hidden gap-0.5 lg:flex">
          {MAIN_LINKS.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              prefetch="intent"
              className="bar-link"
              aria-current={link === current ? 'page' : undefined}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <ThemeToggle className="max-sm:hidden" />
        {viewer ? <UserMenu viewer={viewer} /> : <SignInLink />}
        <MobileMenu current={current} theme={theme} />
      </div>
    </header>
  )
}

function SignInLink() {
  return (
    <ButtonLink to="/login" variant="secondary" size="small" className="ml-1.5">
      Sign In
    </ButtonLink>
  )
}

function UserMenu({ viewer }: { viewer: Member }) {
  const name = viewer.displayName || 'Ninja'
  const trigger = (
    <summary className="user-trigger">
      <Avatar photoUrl={viewer.photoUrl} rank={viewer.rank} size="small" />
      <span className="max-w-40 truncate max-sm:sr-only lg:max-xl:sr-only">{name}</span>
      <Icon name="down" className="size-4 text-muted max-sm:hidden lg:max-xl:hidden" />
    </summary>
  )
  return (
    <Menu trigger={trigger} className="ml-1">
      <div className="menu-panel">
        <p className="truncate px-3 pt-1.5 pb-2 text-small text-muted sm:hidden">{name}</p>
        <MenuLink to={`/profile/${viewer.id}`}>My Profile</MenuLink>
        <MenuLink to={`/profile/${viewer.id}/submissions`}>My Submissions</MenuLink>
        <MenuLink to="/profile/edit">Edit Profile</MenuLink>
        {viewer.isAdmin && <MenuLink to="/admin">Admin</MenuLink>}
        <Form method="post" action="/sign-out" reloadDocument className="mt-1.5 border-t border-line pt-1.5">
          <button type="submit" className="menu-link w-full text-left">
            Sign Out
          </button>
        </Form>
      </div>
    </Menu>
  )
}

function MenuLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="menu-link">
      {children}
    </Link>
  )
}

interface MobileMenuProps {
  current: NavigationLink | undefined
  theme: Theme
}

/** Opens a sheet at the foot of the screen, where the thumb is. */
function MobileMenu({ current, theme }: MobileMenuProps) {
  const trigger = (
    <IconButton as="summary" label="Menu">
      <Icon name="menu" className="size-6 in-open:hidden" />
      <Icon name="close" className="hidden size-6 in-open:block" />
    </IconButton>
  )
  return (
    <Menu trigger={trigger} className="-mr-2 ml-1 lg:hidden">
      <div className="menu-sheet">
        <nav aria-label="Menu" className="grid gap-1">
          {MAIN_LINKS.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="sheet-link"
              aria-current={link === current ? 'page' : undefined}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="mt-3 flex justify-center border-t border-line pt-4">
          <ThemeChoice theme={theme} />
        </div>
      </div>
    </Menu>
  )
}
