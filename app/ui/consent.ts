import { useRouteLoaderData } from 'react-router'

/** The visitor's word on non-essential cookies: those of embedded players (CONT-12). */
export type Consent = 'accepted' | 'declined'

/** The choice named by a form or a cookie; null for anything else. */
export function parseConsent(value: unknown): Consent | null {
  return value === 'accepted' || value === 'declined' ? value : null
}

/** The choice as the root loader read it; null until the visitor has chosen. */
export function useConsent(): Consent | null {
  const site = useRouteLoaderData('root') as { consent?: unknown } | undefined
  return parseConsent(site?.consent)
}
