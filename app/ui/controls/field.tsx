import { useId } from 'react'
import { Icon } from '#app/ui/icons/icon.tsx'

export interface FieldProps {
  label: string
  hint?: React.ReactNode
  /** What is wrong, in words; null or absent when nothing is. */
  error?: string | null
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

/** A label, its control, a hint and an error, tied together for screen readers. */
export function Field({ label, hint, error, id, required, className, children }: Props) {
  const own = useId()
  const control = id ?? own
  const describedBy = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={control} className="field-label">
        {label}
        {!required && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id: control,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={`${control}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${control}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: React.ReactNode }) {
  return (
    <p id={id} className="field-error">
      <Icon name="warning" className="mt-0.5 size-4" />
      <span>{children}</span>
    </p>
  )
}
