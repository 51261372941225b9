import { Link, type LinkProps } from 'react-router'
import type { Polymorphic } from './polymorphic.ts'

const BASE =
  'inline-flex items-center justify-center border rounded-control gap-2 font-semibold leading-tight text-center text-balance transition-[background-color,border-color,translate] duration-160 ease-brush active:translate-y-px disabled:cursor-default disabled:opacity-62 aria-disabled:cursor-default aria-disabled:opacity-62'

const VARIANTS = {
  primary: 'border-transparent bg-go-fill text-on-go not-disabled:hover:bg-go-lift',
  secondary: 'border-edge/70 text-ink not-disabled:hover:border-edge not-disabled:hover:bg-ink/6',
  overlay: 'border-edge/70 bg-ground/70 text-ink not-disabled:hover:border-edge not-disabled:hover:bg-ground',
  danger:
    'border-bad/60 text-bad not-disabled:hover:border-bad-fill not-disabled:hover:bg-bad-fill not-disabled:hover:text-on-go',
} as const

const SIZES = {
  small: 'min-h-9.5 px-3.5 py-1.5 text-compact',
  normal: 'min-h-11 px-4.5 py-2 text-calm',
  large: 'min-h-13 px-6 py-3 text-body',
} as const

interface Appearance {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
  wide?: boolean
  className?: string
}

type ButtonProps = React.ComponentProps<'button'> &
  Appearance & {
    /** Shows a spinner and ignores clicks, but keeps the focus. */
    pending?: boolean
    pendingLabel?: string
    /** Ignores clicks, but keeps the focus. Text beside the button gives the reason. */
    unavailable?: boolean
  }

/** Button of a form: one primary button for the main action, secondary ones beside it. */
export function Button({
  variant,
  size,
  wide,
  pending,
  pendingLabel,
  unavailable,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      className={buttonClass({ variant, size, wide, className })}
      aria-disabled={pending || unavailable || undefined}
      onClick={pending || unavailable ? (event) => event.preventDefault() : rest.onClick}
    >
      {pending && <Spinner size="sm" />}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  )
}

/** A link styled as a button. External addresses open in a new tab. */
export function ButtonLink({ variant, size, wide, className, ...rest }: LinkProps & Appearance) {
  const outside = typeof rest.to === 'string' && /^https?:/.test(rest.to)
  return (
    <Link
      {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
      {...rest}
      className={buttonClass({ variant, size, wide, className })}
    />
  )
}

/** For an element that looks like a button, such as a summary. */
export function buttonClass({
  variant = 'primary',
  size = 'normal',
  wide,
  className = '',
}: Appearance): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${wide ? 'w-full' : ''} ${className}`.trim()
}

const ICON_BUTTON = {
  plain: 'size-11 rounded-control text-muted hover:bg-ink/7 hover:text-ink',
  small: 'size-9 rounded-[9px] text-muted hover:text-ink',
  overlay: 'size-11 rounded-control bg-shade text-on-shade',
} as const

interface IconButtonProps {
  label: string
  variant?: keyof typeof ICON_BUTTON
  className?: string
  children: React.ReactNode
}

export function IconLink({
  label,
  variant = 'plain',
  className = '',
  children,
  ...rest
}: LinkProps & IconButtonProps) {
  return (
    <Link
      {...rest}
      className={`inline-grid place-items-center transition-[color] duration-160 ${ICON_BUTTON[variant]} ${className}`}
    >
      {children}
      <span className="sr-only">{label}</span>
    </Link>
  )
}

export function IconButton<T extends 'button' | 'summary' = 'button'>({
  as,
  label,
  variant = 'plain',
  className = '',
  children,
  ...rest
}: Polymorphic<T, IconButtonProps>) {
  const Tag = (as ?? 'button') as React.ElementType
  return (
    <Tag
      type={as === 'summary' ? undefined : 'button'}
      {...rest}
      className={`inline-grid place-items-center transition-[color] duration-160 ${ICON_BUTTON[variant]} ${className}`}
    >
      {children}
      <span className="sr-only">{label}</span>
    </Tag>
  )
}

const SPINNER_SIZES = { sm: 'size-4', md: 'size-8', lg: 'size-14' } as const

interface SpinnerProps {
  size?: keyof typeof SPINNER_SIZES
  label?: string
  fullScreen?: boolean
}

export function Spinner({ size = 'md', label, fullScreen = false }: SpinnerProps) {
  const ring = (
    <svg viewBox="0 0 32 32" className={`shrink-0 animate-turn ${SPINNER_SIZES[size]}`} aria-hidden="true">
      <path
        d="M20 3.7A13 13 0 1 0 28.6 13"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
  if (!label && !fullScreen) return ring
  return (
    <div
      role="status"
      className={`grid place-items-center gap-4 text-go ${fullScreen ? 'min-h-[80dvh]' : 'py-10'}`}
    >
      {ring}
      <span className="sr-only">{label ?? 'Loading'}</span>
    </div>
  )
}
