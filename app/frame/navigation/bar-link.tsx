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
