import { Field, type FieldProps } from './field.tsx'

export interface Option {
  value: string
  label: string
}

type Props = FieldProps & Omit<React.ComponentProps<'select'>, 'children'> & { options: readonly Option[] }

export function Select({ label, hint, error, options, className, ...select }: Props) {
  return (
    <Field label={label} hint={hint} error={error} id={select.id} required className={className}>
      {(wiring) => (
        <select {...select} {...wiring} className="input">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
