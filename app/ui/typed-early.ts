import { useEffect, useLayoutEffect } from 'react'

/** What was typed before the scripts ran, by the id of its control. */
const typed = new Map<string, string>()
let isWatching = typeof document !== 'undefined'

function note({ target }: { target: unknown }): void {
  const { id, value, defaultValue } = target as HTMLInputElement
  // A list of options has no default.
  if (defaultValue !== undefined) typed.set(id, value)
}

// When the first page with fields is loaded: before React takes over, if the browser opened the site with it.
if (isWatching) {
  for (const target of document.querySelectorAll<HTMLInputElement>('input, textarea'))
    if (isChanged(target)) note({ target })
  document.addEventListener('input', note, true)
}

/** Boxes have a value that is not their default. */
function isChanged({ type, checked, defaultChecked, value, defaultValue }: HTMLInputElement): boolean {
  return /^(checkbox|radio)$/.test(type) ? checked !== defaultChecked : value !== defaultValue
}

/**
 * Keeps what was typed into a control before the scripts ran: React gives a text area the text of the server. The form
 * learns of it as of any input, after its effects, in which it may restore what the browser has kept.
 */
export function useTypedEarly(id: string): void {
  useLayoutEffect(() => {
    const [text, control] = [typed.get(id), document.getElementById(id) as HTMLInputElement | null]
    if (control && text !== undefined && control.value !== text) control.value = text
  }, [id])
  useEffect(() => {
    if (isWatching) setTimeout(announce, 100)
    isWatching = false
  }, [])
}

function announce(): void {
  document.removeEventListener('input', note, true)
  for (const id of typed.keys())
    document.getElementById(id)?.dispatchEvent(new Event('input', { bubbles: true }))
  typed.clear()
}
