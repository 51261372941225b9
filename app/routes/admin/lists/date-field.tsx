import { Field } from '#app/ui/controls/field.tsx'

/** A day to filter by; none is as good as any, so nothing says 'optional'. */
export function DateField({ label, ...input }: { label: string; name: string; defaultValue: string }) {
  return (
    <Field label={label} required>
      {(wiring) => (
        <input {...input} {...wiring} type="date" min="1900-01-01" max="2199-12-31" className="input" />
      )}
    </Field>
  )
}
