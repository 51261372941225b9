import { useState } from 'react'
import { useHydrated } from '#app/ui/hydrated.ts'
import { CHECKBOXES, type ChallengeValues, MOMENTS, submittedValues } from './challenge-values.ts'

/** In the order in which one may change another. */
const CONTROLLED = ['type', 'status', 'autoActivate', ...MOMENTS, ...CHECKBOXES] as const

/**
 * What was typed and chosen before the scripts ran in the controls that React is about to set back to `shown`, the
 * values of the server, as changes in the order of the form. None where the page was opened by scripts.
 */
export function useEarlyChanges(shown: ChallengeValues): Partial<ChallengeValues>[] {
  const isFirst = !useHydrated()
  const [changes] = useState(() => (isFirst ? earlyChanges(shown) : []))
  return changes
}

function earlyChanges(shown: ChallengeValues): Partial<ChallengeValues>[] {
  // On the server there is none.
  const form = typeof document === 'undefined' ? null : document.querySelector<HTMLFormElement>('form#form')
  if (!form) return []
  const held = submittedValues(new FormData(form))
  return CONTROLLED.filter((name) => held[name] !== shown[name]).map((name) => ({ [name]: held[name] }))
}
