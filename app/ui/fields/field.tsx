import { useEffect, useId, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { Polymorphic } from '#app/ui/polymorphic.ts'
import { characterCount, plainText, singleLine } from '#platform/text/text.ts'
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

/** A limit that is counted like on the server. */
interface CountedLimit {
  limit: number
  count: (text: string) => number
  /** The counter is shown above this count, 80% of the limit by default. */
  shownAbove?: number
  /** The counter is red above this count, the limit by default. */
  redAbove?: number
  unit?: string
}

interface CounterProps {
  id: string
  /** Null before hydration; nothing is shown then. */
  text: string | null
  limit: CountedLimit
}

/** The used part of a limit. Announced to screen readers when typing pauses. */
export function Counter({ id, text, limit: { limit, count, unit = 'characters', ...bounds } }: CounterProps) {
  const { shownAbove = Math.floor(limit * 0.8), redAbove = limit } = bounds
  const used = text === null ? 0 : count(text)
  const isShown = text !== null && used > shownAbove
  const left = limit - used
  const units = Math.abs(left) === 1 ? unit.slice(0, -1) : unit
  const spoken = left < 0 ? `${-left} ${units} too many` : `${left} ${units} left`
  const announced = usePaused(isShown && used > limit * 0.8 ? spoken : '')
  const tooMany = left < 0 ? `, ${(-left).toLocaleString('en')} too many` : ''
  const colour = used > redAbove ? 'font-semibold text-bad' : 'text-muted'
  return (
    <>
      <p id={id} hidden={!isShown} className={`mt-1.5 text-small tabular-nums ${colour}`}>
        {`${used.toLocaleString('en')}/${limit.toLocaleString('en')} ${unit}${tooMany}`}
      </p>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </>
  )
}

const pauseMs = 1_000

/** The value once it has not changed for a second. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** A limit of characters of a text with line breaks, counted as it is stored. */
export function textLimit(limit: number): CountedLimit {
  return { limit, count: (text) => characterCount(plainText(text)) }
}

/** A limit of characters of one line, counted as it is stored. */
export function lineLimit(limit: number): CountedLimit {
  return { limit, count: (text) => characterCount(singleLine(text)) }
}

const BOX =
  'mt-0.5 grid size-5 flex-none cursor-pointer appearance-none place-content-center rounded-[0.3125rem] border border-edge bg-ground transition-[border-color] duration-160 group-hover/check:not-disabled:border-ink aria-invalid:border-bad checked:border-go-fill checked:bg-go-fill forced-colors:appearance-auto'

const TICK =
  'before:size-3 before:[clip-path:polygon(8%_48%,0_62%,40%_96%,100%_20%,84%_8%,38%_68%)] checked:before:bg-on-go'

type CheckboxProps = Omit<React.ComponentProps<'input'>, 'type' | 'children'> & {
  label: React.ReactNode
  hint?: React.ReactNode
  error?: string | null
}

export function Checkbox({ label, hint, error, className = '', ...input }: CheckboxProps) {
  const own = useId()
  const id = input.id ?? own
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className="group/check flex cursor-pointer gap-3 py-1">
        <input
          {...input}
          type="checkbox"
          className={`${BOX} ${TICK}`}
          id={id}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>
          {label}
          {hint && (
            <span id={`${id}-hint`} className="block text-small text-muted">
              {hint}
            </span>
          )}
        </span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
