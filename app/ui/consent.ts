import { useRouteLoaderData } from 'react-router'

/** The choice about non-essential cookies, which embedded players set (CONT-12). */
export type Consent = 'accepted' | 'declined'

/** Null for any other value. */
export function parseConsent(value: unknown): Consent | null {
  return value === 'accepted' || value === 'declined' ? value : null
}

/** The choice from the root loader; null before the visitor has chosen. */
export function useConsent(): Consent | null {
  const site = useRouteLoaderData('root') as { consent?: unknown } | undefined
  return parseConsent(site?.consent)
}
