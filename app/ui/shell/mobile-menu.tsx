import { Link } from 'react-router'
import { Icon } from '#app/ui/icons/icon.tsx'
import { MAIN_LINKS, type NavigationLink } from './links.ts'
import { Menu } from './menu.tsx'

/** Opens a sheet at the foot of the screen, where the thumb is. */
export function MobileMenu({ current }: { current: NavigationLink | undefined }) {
  const trigger = (
    <>
      <Icon name="menu" className="size-6 menu-when-closed" />
      <Icon name="close" className="size-6 menu-when-open" />
      <span className="sr-only">Menu</span>
    </>
  )
  return (
    <Menu trigger={trigger} triggerClass="icon-button" className="-mr-2 ml-1 lg:hidden">
      <nav aria-label="Menu" className="menu-sheet">
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
    </Menu>
  )
}
