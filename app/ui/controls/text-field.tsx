import { Field, type FieldProps } from './field.tsx'

/** One line of text, a number, a date: whatever `type` says. */
export function TextField({
  label,
  hint,
  error,
  className,
  ...input
}: FieldProps & Omit<React.ComponentProps<'input'>, 'children'>) {
  const optional = !input.required && !input.readOnly && !input.disabled
  return (
    <Field label={label} hint={hint} error={error} id={input.id} required={!optional} className={className}>
      {(wiring) => <input type="text" {...input} {...wiring} className="input" />}
    </Field>
  )
}

/** Several lines; the box grows with what is typed. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...input
}: FieldProps & Omit<React.ComponentProps<'textarea'>, 'children'>) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      id={input.id}
      required={input.required}
      className={className}
    >
      {(wiring) => <textarea rows={4} {...input} {...wiring} className="input" />}
    </Field>
  )
}
