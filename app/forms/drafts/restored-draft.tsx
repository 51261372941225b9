import { useState } from 'react'
import { DraftNotice } from './draft-notice.tsx'

/**
 * A notice for the form of `useFormDraft`, which gets `onRestored`: it shows what the browser has kept, and discards it.
 * `changes` are those to something that is saved. `onDiscard` is called when the form is as it was sent.
 */
export function useRestoredDraft({ changes, onDiscard }: { changes?: boolean; onDiscard?: () => void }) {
  const [isRestored, setIsRestored] = useState(false)
  function discard(form: HTMLFormElement | null) {
    setIsRestored(false)
    if (!form) return
    form.reset()
    // As if it was typed, for counters, what depends on a choice, and the browser's copy.
    for (const control of form.elements)
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
    onDiscard?.()
  }
  return {
    onRestored: () => setIsRestored(true),
    notice: isRestored && <DraftNotice changes={changes} onDiscard={discard} />,
  }
}
