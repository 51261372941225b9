import { Link, type LinkProps } from 'react-router'
import type { Polymorphic } from './polymorphic.ts'

const TONES = {
  plain: 'border-line bg-panel',
  sunken: 'border-line bg-panel-2',
  bad: 'border-bad/60 bg-bad/12',
  won: 'border-gold/60 bg-panel bg-linear-to-b from-gold/8 to-transparent to-70%',
} as const

const LINK_AREA =
  'group/link relative has-[[data-cover]:focus-visible]:outline-2 has-[[data-cover]:focus-visible]:outline-offset-3 has-[[data-cover]:focus-visible]:outline-focus'

interface Props {
  eyebrow?: React.ReactNode
  tone?: keyof typeof TONES
  flush?: boolean
  /** A CoverLink inside covers the card. */
  link?: boolean
  className?: string
  children?: React.ReactNode
}

export function Card<T extends React.ElementType = 'div'>({
  as,
  eyebrow,
  tone = 'plain',
  flush,
  link,
  className = '',
  children,
  ...rest
}: Polymorphic<T, Props>) {
  const Tag = (as ?? 'div') as React.ElementType
  const linked = link ? `${LINK_AREA} transition-[border-color] duration-200 hover:border-edge` : ''
  return (
    <Tag
      {...rest}
      className={['rounded-card border', TONES[tone], flush ? '' : 'p-[min(1.5rem,6.5vw)]', linked, className]
        .filter(Boolean)
        .join(' ')}
    >
      {eyebrow && <Eyebrow className="mb-4">{eyebrow}</Eyebrow>}
      {children}
    </Tag>
  )
}

/** Like a Card with `link`, without border and background. */
export function LinkArea<T extends React.ElementType = 'div'>({
  as,
  className = '',
  ...rest
}: Polymorphic<T, { className?: string }>) {
  const Tag = (as ?? 'div') as React.ElementType
  return <Tag {...rest} className={`${LINK_AREA} ${className}`} />
}

/**
 * The link of the title; its target is the whole LinkArea or Card. Other links in the card need `relative z-1`. The
 * card shows the focus, since overflow-hidden may clip the outline of the title.
 */
export function CoverLink({ className = '', ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      data-cover=""
      className={`after:absolute after:inset-0 after:rounded-card focus-visible:outline-none ${className}`}
    />
  )
}

const COLUMNS = {
  2: 'gap-6 sm:grid-cols-2',
  3: 'gap-6 sm:grid-cols-2 lg:grid-cols-3',
  4: 'gap-5 sm:grid-cols-2 lg:grid-cols-4',
} as const

interface GridProps {
  columns?: keyof typeof COLUMNS
  className?: string
  children: React.ReactNode
}

/**
 * A grid with as many columns as fit. List items around a card take `grid`, so that the cards of a row have the same
 * height.
 */
export function CardGrid<T extends 'div' | 'ul' | 'ol' = 'div'>({
  as,
  columns = 3,
  className = '',
  ...rest
}: Polymorphic<T, GridProps>) {
  const Tag = (as ?? 'div') as React.ElementType
  return <Tag {...rest} className={`grid ${COLUMNS[columns]} ${className}`.trim()} />
}

export function Eyebrow({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return <p className={`eyebrow ${className}`}>{children}</p>
}
