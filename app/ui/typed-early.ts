import { useEffect, useLayoutEffect } from 'react'

/** Noted by the script at the start of the page. */
const typed = typeof window === 'undefined' ? undefined : window.typedEarly
let isAnnounced = false

// What the browser itself has put back.
if (typed)
  for (const control of document.querySelectorAll<HTMLInputElement>('input, textarea'))
    if (isChanged(control)) typed.set(control, [control.value, location.pathname])

/** Boxes have a value that is not their default. */
function isChanged({ type, checked, defaultChecked, value, defaultValue }: HTMLInputElement): boolean {
  return /^(checkbox|radio)$/.test(type) ? checked !== defaultChecked : value !== defaultValue
}

/**
 * Keeps what was typed into a control before the scripts ran: React gives a text area the text of the server, and replaces
 * the whole page where an extension has changed it. The form learns of it as of any input, after its effects, in which it
 * may restore what the browser has kept.
 */
export function useTypedEarly(id: string): void {
  useLayoutEffect(() => {
    const control = document.getElementById(id) as HTMLInputElement | null
    const text = control ? earlyText(control) : undefined
    if (control && text !== undefined && control.value !== text) control.value = text
  }, [id])
  useEffect(() => {
    if (!isAnnounced) setTimeout(announce, 100)
    isAnnounced = true
  }, [])
}

function earlyText(control: HTMLInputElement): string | undefined {
  for (const early of typed?.keys() ?? []) if (presentOf(early) === control) return typed?.get(early)?.[0]
  return undefined
}

/** The control in the place of one that React may have replaced. A list of options, without a default, is not noted. */
function presentOf(early: HTMLInputElement): HTMLInputElement | undefined {
  if (early.defaultValue === undefined || typed?.get(early)?.[1] !== location.pathname) return undefined
  return early.isConnected
    ? early
    : likeIn(document, early)[likeIn(early.getRootNode(), early).indexOf(early)]
}

/** Those of the same name in forms of the same address. */
function likeIn(root: Node, { name, form }: HTMLInputElement): HTMLInputElement[] {
  const all = (root as ParentNode).querySelectorAll<HTMLInputElement>('input, textarea')
  return [...all].filter((other) => other.name === name && actionOf(other.form) === actionOf(form))
}

function actionOf(form: HTMLFormElement | null): string | null | undefined {
  return form?.getAttribute('action')
}

function announce(): void {
  delete window.typedEarly
  for (const early of typed?.keys() ?? [])
    presentOf(early)?.dispatchEvent(new Event('input', { bubbles: true }))
  typed?.clear()
}
