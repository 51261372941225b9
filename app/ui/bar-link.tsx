import { Link } from 'react-router'
import type { Polymorphic } from './polymorphic.ts'

/** A link of a navigation bar, marked with aria-current. */
export function BarLink<T extends React.ElementType = typeof Link>({
  as,
  ...rest
}: Polymorphic<T, { children: React.ReactNode }>) {
  const Tag = (as ?? Link) as React.ElementType
  return (
    <Tag
      {...rest}
      className="rounded-control px-3 py-2 text-calm text-muted transition-[color] duration-160 hover:text-ink aria-[current]:bg-ink/8 aria-[current]:text-ink"
    />
  )
}
