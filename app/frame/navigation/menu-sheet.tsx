import { Link } from 'react-router'
import { IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Theme } from '#platform/http/choice-cookies.ts'
import { MAIN_LINKS, type NavigationLink } from './nav-links.ts'
import { ThemeChoice } from './theme-choice.tsx'

export interface MenuSheetProps {
  current: NavigationLink | undefined
  theme: Theme
  hasSearch: boolean
}

export function MenuSheet({ current, theme, hasSearch }: MenuSheetProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-45 grid max-h-[calc(100dvh-5rem)] animate-rise gap-1 overflow-y-auto rounded-t-[22px] border-t border-line bg-panel px-4 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] shadow-[0_0_0_100vmax_rgb(5_7_11/0.55)]">
      <nav aria-label="Menu" className="grid gap-1">
        {MAIN_LINKS.map((link) => (
          <Link
            key={link.to}
            to={link.to}
            className="relative flex min-h-13 items-center rounded-xl px-4 text-[1.0625rem] font-medium before:absolute before:inset-y-3.5 before:left-0 before:w-0.75 before:rounded-xs aria-[current]:bg-ink/8 aria-[current]:before:bg-go"
            aria-current={link === current ? 'page' : undefined}
          >
            {link.label}
          </Link>
        ))}
      </nav>
      <div className="mt-3 flex justify-center border-t border-line pt-4">
        <ThemeChoice theme={theme} />
        <IconLink to="/search" label="Search" className={hasSearch ? 'sm:hidden' : 'min-[24rem]:hidden'}>
          <Icon name="search" className="size-5.5" />
        </IconLink>
      </div>
    </div>
  )
}
