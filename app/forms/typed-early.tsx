import { useEffect, useLayoutEffect } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** What was typed before the scripts ran. */
export interface TypedEarly {
  restore(): void
  announce(): void
}

/**
 * Watches what is typed from now until `restore`. React gives each text area the text of the server when it takes over
 * the page, whatever was typed by then.
 */
export function watchTypedEarly(): TypedEarly {
  const typed = new Map<TextControl, string>()
  const note = ({ target }: { target: EventTarget | null }) => {
    if (isText(target)) typed.set(target, target.value)
  }
  for (const control of document.querySelectorAll('input, textarea'))
    if (isText(control) && control.value !== control.defaultValue) note({ target: control })
  document.addEventListener('input', note, true)
  return {
    restore() {
      document.removeEventListener('input', note, true)
      for (const [control, text] of typed) if (control.value !== text) control.value = text
    },
    announce() {
      for (const control of typed.keys())
        if (control.isConnected) control.dispatchEvent(new Event('input', { bubbles: true }))
      typed.clear()
    },
  }
}

/** The page, with what was typed early: restored before the effects of its forms, which then learn of it as of any input. */
export function WithTypedEarly({ typed, children }: { typed: TypedEarly; children: React.ReactNode }) {
  useLayoutEffect(() => typed.restore(), [typed])
  useEffect(() => typed.announce(), [typed])
  return children
}

function isText(target: EventTarget | null): target is TextControl {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && /^(text|url|email|search)$/.test(target.type)
}
