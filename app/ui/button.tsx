import { Link, type LinkProps } from 'react-router'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'go' | 'quiet' | 'danger'

interface Appearance {
  look?: ButtonVariant
  size?: 'small' | 'normal' | 'large'
  wide?: boolean
}

type ButtonProps = React.ComponentProps<'button'> &
  Appearance & {
    /** Work is under way: the button turns a ring and ignores clicks, but keeps the focus. */
    pending?: boolean
    pendingLabel?: string
    /** It ignores clicks, but keeps the focus. Text beside it says why. */
    unavailable?: boolean
  }

/** What a form does: one go button for the thing to do now, quiet ones beside it. */
export function Button({
  look,
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
      className={buttonClass({ look, size, wide }, className)}
      aria-disabled={pending || unavailable || undefined}
      onClick={pending || unavailable ? (event) => event.preventDefault() : rest.onClick}
    >
      {pending && <Spinner size="sm" />}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  )
}

/** Where a page leads on, looking like a button. Addresses outside open in a new tab. */
export function ButtonLink({ look, size, wide, className, ...rest }: LinkProps & Appearance) {
  const outside = typeof rest.to === 'string' && /^https?:/.test(rest.to)
  return (
    <Link
      {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
      {...rest}
      className={buttonClass({ look, size, wide }, className)}
    />
  )
}

function buttonClass({ look = 'go', size = 'normal', wide }: Appearance, more = ''): string {
  const classes = [
    'button',
    `button-${look}`,
    size !== 'normal' && `button-${size}`,
    wide && 'button-wide',
    more,
  ]
  return classes.filter(Boolean).join(' ')
}
