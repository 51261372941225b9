import { useRouteLoaderData } from 'react-router'
import type { Consent } from '#platform/http/choice-cookies.ts'

/** The choice from the root loader; null before the visitor has chosen. */
export function useConsent(): Consent | null {
  return useRouteLoaderData<{ consent: Consent | null }>('root')?.consent ?? null
}
