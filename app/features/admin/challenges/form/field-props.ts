import type { ChallengeFieldErrors, ErrorField } from './challenge-values.ts'

export type FieldProps = <Name extends ErrorField>(
  name: Name,
) => { name: Name; id: string; error: string | undefined; autoFocus: boolean }

/** `focused` is the field that the browser focuses when it loads the page. */
export function fieldProps(errors: ChallengeFieldErrors, focused?: ErrorField): FieldProps {
  return (name) => ({ name, id: fieldId(name), error: errors[name], autoFocus: name === focused })
}

export function fieldId(name: ErrorField): string {
  return `challenge-${name}`
}
