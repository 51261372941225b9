import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { ButtonLink, IconButton, IconLink } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Viewer } from '#domain/members/rules.ts'
import type { Theme } from '#platform/http/choice-cookies.ts'
import { useSignInPath } from '../session-sync.tsx'
import { BarLink } from './bar-link.tsx'
import { Brand, type BrandProps } from './brand.tsx'
import type { MenuSheetProps } from './menu-sheet.tsx'
import { currentLink, MAIN_LINKS } from './nav-links.ts'
import { ThemeToggle } from './theme-switch.tsx'

// Browsers load them for members.
const MemberLinks = lazyPart(() => import('../member-links.tsx'), 'MemberLinks')
// Below a closed summary, so browsers load its code after the rest.
const MenuSheet = lazyPart(() => import('./menu-sheet.tsx'), 'MenuSheet')

interface Props extends BrandProps {
  viewer: Viewer
  unread: number
  theme: Theme
}

export function Header({ viewer, unread, theme, ...brand }: Props) {
  const { pathname } = useLocation()
  const current = currentLink(pathname, MAIN_LINKS)
  return (
    // The blur is on a pseudo-element: on the bar itself it would contain the fixed menu sheet.
    <header className="sticky top-0 z-40 border-b border-line before:absolute before:inset-0 before:-z-1 before:bg-ground/88 before:backdrop-blur-[14px]">
      <div className="page flex h-14 items-center sm:h-16 sm:gap-1">
        <Brand {...brand} className="mr-auto lg:mr-4" />
        <nav aria-label="Main" className="mr-auto hidden gap-0.5 lg:flex">
          {MAIN_LINKS.map((link) => (
            <BarLink key={link.to} to={link.to} aria-current={link === current ? 'page' : undefined}>
              {link.label}
            </BarLink>
          ))}
        </nav>
        <ThemeToggle className="max-sm:hidden" />
        <IconLink
          to="/search"
          label="Search"
          className={viewer ? 'max-sm:hidden' : 'max-sm:-mx-1 max-[24rem]:hidden'}
        >
          <Icon name="search" className="size-5.5" />
        </IconLink>
        {viewer ? (
          <Suspense>
            <MemberLinks viewer={viewer} unread={unread} />
          </Suspense>
        ) : (
          <SignInLink />
        )}
        <MobileMenu current={current} theme={theme} hasSearch={viewer !== null} />
      </div>
    </header>
  )
}

function SignInLink() {
  return (
    <ButtonLink to={useSignInPath()} variant="secondary" size="small" className="ml-1.5 whitespace-nowrap">
      Sign In
    </ButtonLink>
  )
}

function MobileMenu(props: MenuSheetProps) {
  const trigger = (
    <IconButton as="summary" label="Menu">
      <Icon name="menu" className="size-6 in-open:hidden" />
      <Icon name="close" className="hidden size-6 in-open:block" />
    </IconButton>
  )
  return (
    <Menu trigger={trigger} className="-mr-2 ml-1 lg:hidden">
      <Suspense>
        <MenuSheet {...props} />
      </Suspense>
    </Menu>
  )
}
