import { Icon } from '#app/ui/icons/icon.tsx'
import type { FieldChange } from './changes.ts'
import { FieldValue } from './field-value.tsx'

/** Each changed field with what it was and what it became. */
export function FieldChanges({ changes }: { changes: FieldChange[] }) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1.5 text-calm sm:grid-cols-[9rem_minmax(0,1fr)]">
      {changes.map(({ field, label, before, after }) => (
        <div key={field} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-muted max-sm:text-small">{label}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
            {before !== undefined && (
              <div className="min-w-0 text-muted">
                <span className="sr-only">before: </span>
                <FieldValue field={field} value={before} />
              </div>
            )}
            {before !== undefined && after !== undefined && (
              <Icon name="arrow" className="size-3.5 self-center text-muted" />
            )}
            {after !== undefined && (
              <div className="min-w-0">
                <span className="sr-only">after: </span>
                <FieldValue field={field} value={after} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
