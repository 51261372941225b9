import { useEffect, useId, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { Polymorphic } from '#app/ui/polymorphic.ts'
import { type CountedLimit, Counter } from './counter.tsx'
import { Dropdown, Input, Multiline } from './input.tsx'

interface FieldProps {
  label: string
  hint?: React.ReactNode
  error?: string | null
  /** Shows the used part of the limit once it is near. */
  counter?: CountedLimit
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface Props extends FieldProps {
  id?: string
  required?: boolean
  className?: string
  children: (wiring: Wiring) => React.ReactNode
}

export function Field({ label, hint, error, counter, id, required, className, children }: Props) {
  const own = useId()
  const control = id ?? own
  const { text, onInput } = useText(control, counter !== undefined)
  const parts = [hint && 'hint', error && 'error', counter && 'count']
  const describedBy = parts
    .filter(Boolean)
    .map((part) => `${control}-${part}`)
    .join(' ')
  return (
    <div className={className} onInput={onInput}>
      <FieldLabel htmlFor={control} optional={!required}>
        {label}
      </FieldLabel>
      {children({
        id: control,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={`${control}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${control}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
      {counter && <Counter id={`${control}-count`} text={text} limit={counter} />}
    </div>
  )
}

/** The value of a control, with input from before hydration; null before that. */
function useText(control: string, enabled: boolean) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const element = enabled && document.getElementById(control)
    if (element) setText((element as HTMLInputElement).value)
  }, [control, enabled])
  const read = ({ target }: React.InputEvent) => setText((target as HTMLInputElement).value)
  return { text, onInput: enabled ? read : undefined }
}

interface FieldLabelProps {
  optional?: boolean
  children: React.ReactNode
}

/** The label of a control, or of a group of them: `as="legend"`. */
export function FieldLabel<T extends 'label' | 'legend' | 'span' = 'label'>({
  as,
  optional,
  children,
  ...rest
}: Polymorphic<T, FieldLabelProps>) {
  const Tag = (as ?? 'label') as React.ElementType
  return (
    <Tag {...rest} className="mb-1.5 block text-calm font-semibold">
      {children}
      {optional && <span className="font-normal text-muted"> (optional)</span>}
    </Tag>
  )
}

export function FieldError({ id, children }: { id?: string; children: React.ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 text-compact font-medium text-bad">
      <Icon name="warning" className="mt-0.5 size-4" />
      <span>{children}</span>
    </p>
  )
}

export function TextField({
  label,
  hint,
  error,
  counter,
  className,
  ...input
}: FieldProps & Omit<React.ComponentProps<'input'>, 'children'>) {
  const optional = !input.required && !input.readOnly && !input.disabled
  return (
    <Field {...{ label, hint, error, counter, className }} id={input.id} required={!optional}>
      {(wiring) => <Input type="text" {...input} {...wiring} />}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  counter,
  className,
  ...input
}: FieldProps & Omit<React.ComponentProps<'textarea'>, 'children'>) {
  return (
    <Field {...{ label, hint, error, counter, className }} id={input.id} required={input.required}>
      {(wiring) => <Multiline rows={4} {...input} {...wiring} />}
    </Field>
  )
}

interface Option {
  value: string
  label: string
}

type SelectProps = FieldProps &
  Omit<React.ComponentProps<'select'>, 'children'> & { options: readonly Option[] }

export function Select({ label, hint, error, options, className, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} id={select.id} required className={className}>
      {(wiring) => (
        <Dropdown {...select} {...wiring}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Dropdown>
      )}
    </Field>
  )
}
