import { Link, useNavigation } from 'react-router'
import { parseConsent } from './consent.ts'
import { CONSENT_ACTION, ConsentForm } from './consent-form.tsx'

/**
 * Asks once, between the navigation and the page: it takes room of its own and so covers nothing (CONT-12).
 * Gone as soon as an answer is on its way.
 */
export function ConsentBanner() {
  const { formAction, formData } = useNavigation()
  const answered = formAction === CONSENT_ACTION && parseConsent(formData?.get('consent')) !== null
  if (answered) return null
  return (
    <section aria-label="Cookies" className="border-b border-line bg-ground-2">
      <div className="page flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-3.5">
        <p className="max-w-190 flex-1 basis-120 text-small text-muted max-sm:basis-full">
          <strong className="font-semibold text-ink">Cookies.</strong> The dojo keeps a few that it needs.
          Players from YouTube, Vimeo, SoundCloud and Suno set their own: accept these and players load at
          once, decline and each waits for your click.{' '}
          <Link to="/cookies" className="text-link">
            Cookie Policy
          </Link>
        </p>
        <ConsentForm current={null} label="Your word on cookies" className="max-sm:w-full" />
      </div>
    </section>
  )
}
