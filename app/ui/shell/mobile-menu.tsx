import { Link } from 'react-router'
import { Icon } from '#app/ui/icons/icon.tsx'
import { MAIN_LINKS, type NavigationLink } from './links.ts'
import { Menu } from './menu.tsx'
import type { Theme } from './theme.ts'
import { ThemeChoice } from './theme-switch.tsx'

interface Props {
  current: NavigationLink | undefined
  theme: Theme
}

/** Opens a sheet at the foot of the screen, where the thumb is. */
export function MobileMenu({ current, theme }: Props) {
  const trigger = (
    <>
      <Icon name="menu" className="size-6 menu-when-closed" />
      <Icon name="close" className="size-6 menu-when-open" />
      <span className="sr-only">Menu</span>
    </>
  )
  return (
    <Menu trigger={trigger} triggerClass="icon-button" className="-mr-2 ml-1 lg:hidden">
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
