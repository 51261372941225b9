import { useId } from 'react'
import { FieldError } from './field.tsx'

const BOX =
  'mt-0.5 grid size-5 flex-none cursor-pointer appearance-none place-content-center rounded-[0.3125rem] border border-edge bg-ground transition-[border-color] duration-160 group-hover/check:not-disabled:border-ink aria-invalid:border-bad checked:border-go-fill checked:bg-go-fill forced-colors:appearance-auto'

const TICK =
  'before:size-3 before:[clip-path:polygon(8%_48%,0_62%,40%_96%,100%_20%,84%_8%,38%_68%)] checked:before:bg-on-go'

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
