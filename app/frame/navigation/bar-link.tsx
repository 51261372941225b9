import { Link } from 'react-router'
import type { Polymorphic } from '#app/ui/polymorphic.ts'

const VARIANTS = {
  bar: 'px-3',
  side: 'block px-2.5 aria-[current]:font-semibold lg:px-3.5',
} as const

export function BarLink<T extends React.ElementType = typeof Link>({
  as,
  variant = 'bar',
  ...rest
}: Polymorphic<T, { variant?: keyof typeof VARIANTS; children: React.ReactNode }>) {
  const Tag = (as ?? Link) as React.ElementType
  return (
    <Tag
      {...rest}
      className={`rounded-control py-2 text-calm text-muted transition-[color] duration-160 hover:text-ink aria-[current]:bg-ink/8 aria-[current]:text-ink ${VARIANTS[variant]}`}
    />
  )
}

/** The part of a page that its own menu leads to: where it begins for who has chosen in the menu. */
export const PAGE_BELOW_MENU = 'page'

/** Shown while it has the focus. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="fixed top-3 left-3 z-60 -translate-y-[200%] rounded-control bg-ink px-5 py-3 font-semibold text-ground focus:translate-y-0"
    >
      {children}
    </a>
  )
}
