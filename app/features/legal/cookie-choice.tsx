import { useConsent } from '#app/frame/consent.ts'
import { ConsentForm } from '#app/frame/consent.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Consent } from '#platform/http/choice-cookies.ts'

export function CookieChoice() {
  const consent = useConsent()
  const { heading, text } = consent ? STATE[consent] : OPEN
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-5">
      <div className="flex flex-1 basis-72 gap-4">
        <Icon name={consent === 'accepted' ? 'check' : 'play'} className="mt-0.5 size-6 text-gold-text" />
        <div>
          <h3 className="m-0! text-body font-sans font-semibold">{heading}</h3>
          <p className="mt-1 text-calm text-muted">{text}</p>
        </div>
      </div>
      <ConsentForm current={consent} className="max-sm:w-full" />
    </Card>
  )
}

const OPEN = {
  heading: 'You have not answered yet',
  text: 'Until you do, each player waits for your click.',
}

const STATE: Record<Consent, typeof OPEN> = {
  accepted: {
    heading: 'You accepted non-essential cookies',
    text: 'Players load at once. Decline to make them wait for your click again.',
  },
  declined: {
    heading: 'You declined non-essential cookies',
    text: 'Each player waits for your click. Accept to have them load at once.',
  },
}
