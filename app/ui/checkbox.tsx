import { useId } from 'react'
import { FieldError } from './field.tsx'

type Props = Omit<React.ComponentProps<'input'>, 'type' | 'children'> & {
  label: React.ReactNode
  hint?: React.ReactNode
  error?: string | null
}

export function Checkbox({ label, hint, error, className = '', ...input }: Props) {
  const own = useId()
  const id = input.id ?? own
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className="check">
        <input
          {...input}
          type="checkbox"
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
