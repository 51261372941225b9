import { Card } from '#app/ui/card.tsx'
import { TextArea } from '#app/ui/fields/field.tsx'
import type { SubmissionValues } from '../submission-values.ts'

const LABELS = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['creationProcess', 'Creation Process'],
  ['prompt', 'Prompt'],
  ['aiTools', 'AI Tools Used'],
  ['contentUrl', 'Link'],
  ['imageAlt', 'Image Description'],
] as const

/** The input of a form that can no longer be submitted, to copy. */
export function PreservedInput({ values }: { values: SubmissionValues | null | undefined }) {
  const filledFields = LABELS.filter(([name]) => values?.[name].trim())
  if (!values || filledFields.length === 0) return null
  return (
    <Card as="section" className="mt-6">
      <h2 className="text-card">What you wrote</h2>
      <p className="mt-1 mb-5 text-calm text-muted">This was not submitted. You can copy it from here.</p>
      <div className="grid gap-4">
        {filledFields.map(([name, label]) => (
          <TextArea key={name} label={label} required readOnly rows={2} defaultValue={values[name]} />
        ))}
      </div>
    </Card>
  )
}
