import { useEffect, useRef } from 'react'
import { useRouteLoaderData } from 'react-router'

/**
 * Keeps in this tab what the viewer has changed in a form, under the form's address, and puts it back when the form is
 * opened again. Not where it `isRefused`: it shows what was sent, which is later.
 */
export function useTypedText(address: string | undefined, isRefused = false) {
  const viewer = useRouteLoaderData<{ viewer?: { id: string } | null }>('root')?.viewer?.id
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!address || !viewer || isRefused || !form.current) return
    const typed = attempt(() => JSON.parse(sessionStorage.getItem(keyOf(address)) ?? 'null'))
    if (typed?.viewer !== viewer) return
    for (const control of controlsOf(form.current)) put(control, typed.values[nameOf(control)])
  }, [address, viewer, isRefused])
  function keep() {
    if (!address || !viewer || !form.current) return
    const controls = controlsOf(form.current)
    if (!controls.some((control) => !control.hidden && isChanged(control))) return clearTyped(address)
    // What a person does not see goes with the rest.
    const kept = controls.filter((control) => control.hidden || isChanged(control))
    const values = Object.fromEntries(kept.map((control) => [nameOf(control), held(control)]))
    attempt(() => sessionStorage.setItem(keyOf(address), JSON.stringify({ viewer, values })))
  }
  return { form, keep }
}

export function clearTyped(address: string): void {
  attempt(() => sessionStorage.removeItem(keyOf(address)))
}

/** A browser may refuse its storage, or have none left. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const keyOf = (address: string) => `typed:${address}`

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
/** Boxes of one name are told apart by their values. */
const nameOf = (control: Control) => (isBox(control) ? `${control.name} ${control.value}` : control.name)
const held = (control: Control) => (isBox(control) ? `${control.checked}` : control.value)

/** The controls of a form that hold what a person types or chooses. */
function controlsOf(form: HTMLFormElement): Control[] {
  const named = [...form.elements].filter((element) => (element as Control).name) as Control[]
  return named.filter(({ type }) => /^(text|url|number|checkbox|textarea|select-one)$/.test(type))
}

function isChanged(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked
  if ('options' in control) return [...control.options].some((one) => one.selected !== one.defaultSelected)
  return control.value !== control.defaultValue
}

/** Gives a control a value unless it was changed already. */
function put(control: Control, value: string | undefined): void {
  if (value === undefined || held(control) === value || isChanged(control)) return
  if (isBox(control)) control.click()
  else control.value = value
  // As if it was typed, for counters and what depends on a choice.
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
