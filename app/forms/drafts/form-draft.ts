import { useEffect, useRef } from 'react'
import { useRouteLoaderData } from 'react-router'
import { asTyped } from '#platform/text/text.ts'
import { clientRouter } from '../connection/router.ts'
import { submitOrMessage } from '../submit.ts'
import { dropDraft, restoreDraft, saveDraft } from './draft.ts'
import { withEarlyText } from './early-text.ts'

interface Site {
  viewer?: { id: string } | null
}

/** The name under which the browser keeps a form of the viewer's; undefined for visitors. */
export function useDraftName(place: string): string | undefined {
  return nameOf(useRouteLoaderData<Site>('root'), place)
}

/** As `submitOrMessage`; the browser drops what it keeps of the form once it has arrived. */
export async function submitDraft<Answer>(
  serverAction: () => Promise<Answer>,
  failed: string,
  place: string,
) {
  const name = nameOf(clientRouter().state.loaderData.root, place)
  try {
    return await submitOrMessage(serverAction, failed)
  } catch (thrown) {
    if (name && thrown instanceof Response && thrown.headers.has('Location')) dropDraft(name)
    throw thrown
  }
}

function nameOf(site: Site | undefined, place: string): string | undefined {
  return site?.viewer ? `form:${site.viewer.id}:${place}` : undefined
}

interface DraftOptions {
  /** The form is shown with what was sent, which is later. */
  isRefused?: boolean | undefined
  form?: React.RefObject<HTMLFormElement | null>
  /** Called if something was put back. */
  onRestored?: () => void
}

/**
 * Keeps in the browser, under `keptAs`, what a form holds once it was changed, and puts it back after the scripts ran,
 * beside what was typed before that. Nothing without a name.
 */
export function useFormDraft(
  keptAs: string | undefined,
  { isRefused, form: given, onRestored }: DraftOptions = {},
) {
  const own = useRef<HTMLFormElement>(null)
  const form = given ?? own
  const asSent = useRef<string>(undefined)
  const restored = useRef<string>(undefined)

  function keep() {
    if (!keptAs || !form.current) return
    const text = textIn(form.current)
    // What another tab has kept stays its own, until something is typed here.
    if (text === restored.current) return
    restored.current = undefined
    if (text === asSent.current) dropDraft(keptAs)
    else saveDraft(keptAs, valuesIn(form.current))
  }

  // Once: later changes are the member's own input.
  const restore = useRef(() => {
    if (isRefused || !keptAs || !form.current) return
    const sent = sentValuesIn(form.current)
    asSent.current = textOf(form.current, sent)
    const kept = restoreDraft(keptAs)
    if (!kept) return keep()
    const isChangedEarly = textIn(form.current) !== asSent.current
    const controls = putBack(form.current, { kept, sent })
    if (!isChangedEarly) restored.current = textIn(form.current)
    if (controls.length > 0) onRestored?.()
    // As if it was typed, for counters and what depends on a choice.
    for (const control of controls)
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  })
  useEffect(() => restore.current(), [])
  return { form, keep }
}

type Values = Record<string, string>
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Without the controls that a person does not see. */
function textOf(form: HTMLFormElement, values: Values): string {
  return JSON.stringify(controlsOf(form).map((control) => !control.hidden && values[nameIn(control)]))
}

function textIn(form: HTMLFormElement): string {
  return textOf(form, valuesIn(form))
}

function valuesIn(form: HTMLFormElement): Values {
  return Object.fromEntries(
    controlsOf(form).map((control) => [
      nameIn(control),
      isBox(control) ? boxValue(control.checked) : control.value,
    ]),
  )
}

/** What the controls held before anything was typed or chosen. */
function sentValuesIn(form: HTMLFormElement): Values {
  return Object.fromEntries(controlsOf(form).map((control) => [nameIn(control), sentValue(control)]))
}

function sentValue(control: Control): string {
  if (isBox(control)) return boxValue(control.defaultChecked)
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
  }
  return asTyped(control.defaultValue)
}

/**
 * Returns the controls that were changed. A box or list that was changed before the scripts ran stays so. What a person
 * does not see comes back with the rest only.
 */
function putBack(form: HTMLFormElement, { kept, sent }: { kept: Values; sent: Values }): Control[] {
  const controls = controlsOf(form)
  const changed = controls.filter((control) => {
    const [value, start] = [kept[nameIn(control)], sent[nameIn(control)] ?? '']
    if (value === undefined || control.hidden) return false
    if (isBox(control)) {
      if (boxValue(control.checked) !== start || value === start) return false
      control.checked = value === boxValue(true)
      return true
    }
    const before = control.value
    if (control instanceof HTMLSelectElement) {
      const isListed = [...control.options].some((option) => option.value === value)
      if (isListed && before === start) control.value = value
    } else {
      const separator = control instanceof HTMLTextAreaElement ? '\n' : ' '
      control.value = withEarlyText(value, before, { start, separator })
    }
    return control.value !== before
  })
  if (changed.length > 0)
    for (const control of controls) if (control.hidden) control.value = kept[nameIn(control)] ?? control.value
  return changed
}

/** The text fields, boxes and lists that a person changes. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (control): control is Control =>
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement ||
      (control instanceof HTMLInputElement && /^(text|checkbox)$/.test(control.type)),
  )
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox'
}

function boxValue(checked: boolean): string {
  return checked ? 'on' : ''
}

function nameIn(control: Control): string {
  return isBox(control) ? `${control.name} ${control.value}` : control.name
}
