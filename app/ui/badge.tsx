import { Link, type LinkProps } from 'react-router'

const GREEN = 'before:bg-[#2fcf87]'
const GOLD = 'before:bg-[#dcb550]'
const RED = 'before:bg-[#f06a7d]'
const GREY = 'before:bg-[#97a1b2]'
const HOLLOW = 'before:border-2 before:border-[#97a1b2]'

const TONES = {
  draft: HOLLOW,
  upcoming: 'before:bg-[#6aa5ff]',
  active: GREEN,
  voting: GOLD,
  completed: GREY,
  canceled: RED,
  pending: GOLD,
  approved: GREEN,
  rejected: RED,
  winner: GOLD,
} as const

export type BadgeTone = keyof typeof TONES

const PILL = 'rounded-full border px-2.75 py-0.5 text-small font-semibold'

const GROUNDS = {
  plain: `${PILL} border-line`,
  image: `${PILL} border-transparent bg-shade text-on-shade`,
  bare: 'text-small font-medium text-muted',
  line: 'text-calm font-semibold text-ink',
} as const

interface Props {
  tone: BadgeTone
  on?: keyof typeof GROUNDS
  className?: string
  children: React.ReactNode
}

export function Badge({ tone, on = 'plain', className = '', children }: Props) {
  return (
    <span
      className={`inline-flex min-h-6.5 items-center gap-2 before:size-2 before:flex-none before:rounded-full sm:whitespace-nowrap ${TONES[tone]} ${GROUNDS[on]} ${className}`}
    >
      {children}
    </span>
  )
}

const CHIP =
  'inline-flex min-h-7 max-w-full min-w-0 items-center rounded-full border border-line px-3 py-0.5 text-small text-muted'

export function Chip({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return (
    <span dir="auto" className={`${CHIP} ${className}`}>
      {children}
    </span>
  )
}

export function ChipLink({ className = '', ...rest }: LinkProps) {
  return <Link dir="auto" {...rest} className={`${CHIP} hover:border-edge hover:text-ink ${className}`} />
}
