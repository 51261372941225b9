import { useLayoutEffect, useState } from 'react'

const STORED = 'moderation-keys'

/**
 * Uses the control of the region whose `aria-keyshortcuts` is the pressed key, while the keys are turned on in this
 * browser. Not while `isPaused`.
 */
export function useShortcutKeys(region: React.RefObject<HTMLElement | null>, isPaused = false) {
  const [areOn, setAreOn] = useState(true)
  // Before a key can be pressed that was turned off.
  useLayoutEffect(() => setAreOn(stored() !== 'off'), [])
  useLayoutEffect(() => {
    if (!areOn || isPaused) return
    const onKeyDown = (event: KeyboardEvent) => {
      const control = isShortcut(event) && controlOf(region.current, event.key)
      if (!control) return
      event.preventDefault()
      control.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [areOn, isPaused, region])
  function turnOn(isOn: boolean) {
    setAreOn(isOn)
    try {
      localStorage.setItem(STORED, isOn ? 'on' : 'off')
    } catch {
      // The choice lasts as long as the page.
    }
  }
  return { areOn, turnOn }
}

/** A key alone, not typed into a field and not while a dialog is open. */
function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const { target } = event
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS))) return false
  return document.querySelector('dialog[open]') === null
}

const FIELDS =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

function controlOf(region: HTMLElement | null, key: string): HTMLElement | null | undefined {
  if (!/^[a-z]$/i.test(key)) return null
  const control = region?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key.toUpperCase()}"]`)
  return control?.checkVisibility() ? control : null
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED)
  } catch {
    return null
  }
}

/** The key of a control, beside its label. `aria-keyshortcuts` tells it to screen readers. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded-xs border border-current/50 px-1.25 font-sans text-[0.75rem] leading-4 noscript:hidden pointer-coarse:hidden"
    >
      {children}
    </span>
  )
}
