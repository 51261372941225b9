import { type RefObject, useEffect, useRef, useState } from 'react'
import { dropDraft, loadDraft } from '#app/ui/forms/draft.ts'
import type { ProfileValues } from './profile-values.ts'

export type ProfileTexts = Pick<ProfileValues, 'displayName' | 'bio'>

/** Puts back what was typed here before and never saved. */
export function useProfileDraft(
  form: RefObject<HTMLFormElement | null>,
  key: string | null,
  start: ProfileTexts,
  shown: () => void,
) {
  const [draftRestored, setRestored] = useState(false)
  function put(texts: Partial<ProfileTexts>, restored: boolean) {
    for (const [name, text] of Object.entries(texts)) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = text
    }
    setRestored(restored)
    shown()
  }
  // Once, when the page has come alive: later changes are the member's own typing.
  const restore = useRef(() => {
    const { displayName, bio } = (key && loadDraft(key)) || start
    if (displayName !== start.displayName || bio !== start.bio) put({ displayName, bio }, true)
  })
  useEffect(() => restore.current(), [])
  function discardDraft() {
    if (key) dropDraft(key)
    put({ displayName: start.displayName, bio: start.bio }, false)
  }
  return { draftRestored, discardDraft }
}
