type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
/** Boxes of one name are told apart by their values. */
export const nameOf = (control: Control) =>
  isBox(control) ? `${control.name} ${control.value}` : control.name
export const held = (control: Control) => (isBox(control) ? `${control.checked}` : control.value)

/** The controls of a form that hold what a person types or chooses. */
export function controlsOf(form: HTMLFormElement): Control[] {
  const named = [...form.elements].filter((element) => (element as Control).name) as Control[]
  return named.filter(({ type }) => /^(text|url|number|checkbox|textarea|select-one)$/.test(type))
}

export function isChanged(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked
  if ('options' in control) return [...control.options].some((one) => one.selected !== one.defaultSelected)
  return control.value !== control.defaultValue
}

/** Gives a control a value unless it was changed already. */
export function put(control: Control, value: string | undefined): void {
  if (value === undefined || held(control) === value || isChanged(control)) return
  if (isBox(control)) control.click()
  else control.value = value
  // As if it was typed, for counters and what depends on a choice.
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
