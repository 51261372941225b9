import { Form, useLocation } from 'react-router'
import type { Consent } from './consent.ts'

export const CONSENT_ACTION = '/cookies/consent'

interface Props {
  current: Consent | null
  /** Tells this form from another one of the same page. */
  label?: string
  className?: string
}

/** Both answers side by side and equally loud; works without JavaScript and leads back to the same page. */
export function ConsentForm({ current, label = 'Non-essential cookies', className = '' }: Props) {
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action={CONSENT_ACTION}
      replace
      preventScrollReset
      aria-label={label}
      className={`grid grid-cols-2 gap-2.5 ${className}`}
    >
      <input type="hidden" name="returnTo" value={pathname + search} />
      <Choice value="declined" current={current} label="Decline" />
      <Choice value="accepted" current={current} label="Accept" />
    </Form>
  )
}

function Choice({ value, current, label }: { value: Consent; current: Consent | null; label: string }) {
  return (
    <button
      type="submit"
      name="consent"
      value={value}
      className="button button-quiet button-small min-w-26"
      aria-label={`${label} non-essential cookies`}
      aria-pressed={current ? current === value : undefined}
    >
      {label}
    </button>
  )
}
