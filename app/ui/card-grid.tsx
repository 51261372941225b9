import type { Polymorphic } from './polymorphic.ts'

const COLUMNS = {
  2: 'gap-6 sm:grid-cols-2',
  3: 'gap-6 sm:grid-cols-2 lg:grid-cols-3',
  4: 'gap-5 sm:grid-cols-2 lg:grid-cols-4',
} as const

interface Props {
  columns?: keyof typeof COLUMNS
  className?: string
  children: React.ReactNode
}

/** Cards side by side, as many as the screen has room for. In a list, each item is a `grid`, so that cards of one row are equally high. */
export function CardGrid<T extends 'div' | 'ul' | 'ol' = 'div'>({
  as,
  columns = 3,
  className = '',
  ...rest
}: Polymorphic<T, Props>) {
  const Tag = (as ?? 'div') as React.ElementType
  return <Tag {...rest} className={`grid ${COLUMNS[columns]} ${className}`.trim()} />
}
