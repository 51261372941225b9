import { useEffect, useLayoutEffect } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controls = 'input, textarea, select'
/** Noted by the script at the start of the page. */
const typed = typeof window === 'undefined' ? undefined : window.typedEarly
let isAnnounced = false

// What the browser itself has put back.
if (typed)
  for (const control of document.querySelectorAll<Control>(controls))
    if (isChanged(control)) typed.set(control, [control.value, location.pathname])

/** Boxes have a value that is not their default. */
function isChanged(control: Control): boolean {
  if (!isTyped(control)) return false
  return isBox(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
}

/**
 * Keeps what was typed into a control before the scripts ran: React gives a text area the text of the server, and replaces
 * the whole page where an extension has changed it. The form learns of it as of any input, after its effects, in which it
 * may restore what the browser has kept.
 */
export function useTypedEarly(id: string): void {
  useLayoutEffect(() => {
    const control = document.getElementById(id) as Control | null
    const text = control && isTyped(control) ? earlyText(control) : undefined
    if (control && text !== undefined && control.value !== text) control.value = text
  }, [id])
  useChosenEarly()
}

/** The same for a box, which needs it only where React replaces the page. */
export function useChosenEarly(): void {
  useEffect(() => {
    if (!isAnnounced) setTimeout(announce, 100)
    isAnnounced = true
  }, [])
}

function earlyText(control: Control): string | undefined {
  for (const early of typed?.keys() ?? []) if (presentOf(early) === control) return typed?.get(early)?.[0]
  return undefined
}

/** The control in the place of one that React may have replaced. */
function presentOf(early: Control): Control | undefined {
  if (typed?.get(early)?.[1] !== location.pathname) return undefined
  return early.isConnected
    ? early
    : likeIn(document, early)[likeIn(early.getRootNode(), early).indexOf(early)]
}

/** Those of the same name in forms of the same address. */
function likeIn(root: Node, { name, form }: Control): Control[] {
  const all = (root as ParentNode).querySelectorAll<Control>(controls)
  return [...all].filter((other) => other.name === name && actionOf(other.form) === actionOf(form))
}

function actionOf(form: HTMLFormElement | null): string | null | undefined {
  return form?.getAttribute('action')
}

function announce(): void {
  delete window.typedEarly
  for (const early of typed?.keys() ?? []) {
    const present = presentOf(early)
    if (!present) continue
    if (present !== early) copy(early, present)
    else if (isTyped(present)) tell(present, 'input')
  }
  typed?.clear()
}

/** Gives the control that replaces another one what was typed or chosen there. */
function copy(early: Control, present: Control): void {
  if (isBox(early) && isBox(present)) {
    if (early.checked !== present.checked) present.click()
    return
  }
  if (isFile(early) && isFile(present)) present.files = early.files
  else if (!isTyped(present) || present.value === present.defaultValue)
    present.value = typed?.get(early)?.[0] ?? ''
  for (const type of ['input', 'change']) tell(present, type)
}

function tell(control: Control, type: string): void {
  control.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Has a default that is not what was chosen or typed, unlike a list of options. */
function isTyped(control: Control): control is HTMLInputElement | HTMLTextAreaElement {
  return !(control instanceof HTMLSelectElement)
}

function isBox(control: Control): control is HTMLInputElement {
  return /^(checkbox|radio)$/.test(control.type)
}

function isFile(control: Control): control is HTMLInputElement {
  return control.type === 'file'
}
