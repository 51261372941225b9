import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { signedOutMessage } from './refusals.ts'
import type { Failure } from './submit.ts'

/**
 * After a refusal, loads the page and its open confirmation again: another administrator may have acted. Not when signed
 * out.
 */
export function useReloadAfterRefusal(failure: Failure | undefined) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!failure || failure.unsent || failure.message === signedOutMessage) return
    // An action on several is over.
    if (!failure.details) revalidate()
  }, [failure, revalidate])
}
