import { useEffect, useLayoutEffect } from 'react'
import { isFocusLost } from './kept-rows.tsx'

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
  if (!isTyped(control))
    return [...control.options].some((option) => option.selected !== option.defaultSelected)
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
    const early = control && earlyOf(control)
    if (!early) return
    const text = typed?.get(early)?.[0] ?? ''
    if (isTyped(control) && control.value !== text) setValue(control, text)
    // Its element is gone, and more is typed.
    if (early !== control && early === [...(typed?.keys() ?? [])].at(-1) && isFocusLost()) control.focus()
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

function earlyOf(control: Control): Control | undefined {
  return [...(typed?.keys() ?? [])].find((early) => presentOf(early) === control)
}

/** The control in the place of one that React may have replaced. */
function presentOf(early: Control): Control | undefined {
  if (typed?.get(early)?.[1] !== location.pathname) return undefined
  return early.isConnected
    ? early
    : likeIn(document, early)[likeIn(early.getRootNode(), early).indexOf(early)]
}

/** Those of the same name in forms of the same address. */
function likeIn(root: Node, control: Control): Control[] {
  const all = (root as ParentNode).querySelectorAll<Control>(controls)
  return [...all].filter((other) => other.name === control.name && formOf(other) === formOf(control))
}

/** The address of its form. A control that is no longer in the page has no form that it only names. */
function formOf(control: Control): string | null | undefined {
  return control.getAttribute('form') ?? control.form?.getAttribute('action')
}

function announce(): void {
  delete window.typedEarly
  for (const early of typed?.keys() ?? []) {
    const present = presentOf(early)
    if (!present) continue
    if (present !== early) copy(early, present)
    else if (isTyped(present)) tell(present, isFile(present) ? 'change' : 'input')
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
    setValue(present, typed?.get(early)?.[0] ?? '')
  for (const type of ['input', 'change']) tell(present, type)
}

/** Not with the property of the element, by which React would take the value for its own. */
function setValue(control: Control, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
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
