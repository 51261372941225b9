import { useFetcher, useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Consent } from '#platform/http/choice-cookies.ts'

/** Shared by the banner and the forms of the pages. */
const CONSENT_FETCHER = { key: 'consent' }

interface Props {
  current: Consent | null
  label?: string
  className?: string
}

/** Both choices with equal prominence. Without JavaScript it returns to the same page. */
export function ConsentForm({ current, label = 'Non-essential cookies', className = '' }: Props) {
  const { pathname, search } = useLocation()
  const { Form } = useFetcher(CONSENT_FETCHER)
  return (
    <Form
      method="post"
      action="/cookies/consent"
      preventScrollReset
      aria-label={label}
      className={`flex gap-2 ${className}`}
    >
      <input type="hidden" name="returnTo" value={pathname + search} />
      <Choice value="declined" current={current} label="Decline" />
      <Choice value="accepted" current={current} label="Accept" />
    </Form>
  )
}

function Choice({ value, current, label }: { value: Consent; current: Consent | null; label: string }) {
  return (
    <Button
      name="consent"
      value={value}
      variant="secondary"
      size="small"
      className="min-w-[min(6.5rem,20vw)] flex-1"
      aria-label={`${label} non-essential cookies`}
      aria-pressed={current ? current === value : undefined}
    >
      {label}
    </Button>
  )
}

/**
 * Shown until the visitor chooses, above the page so that it covers nothing (CONT-12). Hidden while a choice is sent.
 * One line of at most 56 px: narrow windows leave out the players' names.
 */
export function ConsentBanner() {
  const { formData } = useFetcher(CONSENT_FETCHER)
  if (formData) return null
  return (
    <section aria-label="Cookies" className="border-b border-line bg-ground-2">
      <div className="page flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 py-1.5">
        <p className="flex-1 basis-32 text-small leading-tight text-muted">
          <span className="sm:hidden">Load players at once? </span>
          <span className="max-sm:hidden">
            Load <span className="max-lg:hidden">YouTube, Vimeo, SoundCloud and Suno </span>players
            automatically?{' '}
          </span>
          <span className="inline-block">
            They set <TextLink to="/cookies">cookies</TextLink>.
          </span>
        </p>
        <ConsentForm current={null} label="Cookie choice" className="max-w-full" />
      </div>
    </section>
  )
}
