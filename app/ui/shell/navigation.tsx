import { Link, useLocation } from 'react-router'
import { Mark } from '#app/ui/icons/mark.tsx'
import type { Viewer } from '#domain/members/rules.ts'
import { currentLink, MAIN_LINKS } from './links.ts'
import { MobileMenu } from './mobile-menu.tsx'
import type { Theme } from './theme.ts'
import { ThemeToggle } from './theme-switch.tsx'
import { UserMenu } from './user-menu.tsx'

interface Props {
  viewer: Viewer
  theme: Theme
  productName: string
}

export function Navigation({ viewer, theme, productName }: Props) {
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
    <Link to="/login" className="button button-quiet button-small ml-1.5">
      Sign In
    </Link>
  )
}
