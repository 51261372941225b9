import { Link, type LinkProps } from 'react-router'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'danger'

interface Appearance {
  variant?: ButtonVariant
  size?: 'small' | 'normal' | 'large'
  wide?: boolean
}

type ButtonProps = React.ComponentProps<'button'> &
  Appearance & {
    /** Shows a spinner and ignores clicks, but keeps the focus. */
    pending?: boolean
    pendingLabel?: string
    /** Ignores clicks, but keeps the focus. Text beside the button gives the reason. */
    unavailable?: boolean
  }

/** What a form does: one primary button for the main action, secondary ones beside it. */
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
      className={buttonClass({ variant, size, wide }, className)}
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
      className={buttonClass({ variant, size, wide }, className)}
    />
  )
}

function buttonClass({ variant = 'primary', size = 'normal', wide }: Appearance, more = ''): string {
  const classes = [
    'button',
    `button-${variant}`,
    size !== 'normal' && `button-${size}`,
    wide && 'button-wide',
    more,
  ]
  return classes.filter(Boolean).join(' ')
}
