import { useRouteLoaderData } from 'react-router'
import { type Consent, parseConsent } from '#platform/http/choice-cookies.ts'

/** The choice from the root loader; null before the visitor has chosen. */
export function useConsent(): Consent | null {
  const site = useRouteLoaderData('root') as { consent?: unknown } | undefined
  return parseConsent(site?.consent)
}
