import { Card } from '#app/ui/card.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { SubmissionValues } from './submission-values.ts'

const LABELS = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['creationProcess', 'Creation Process'],
  ['aiTools', 'AI Tools Used'],
  ['contentUrl', 'Content URL'],
] as const

/** The texts of an entry that came too late, to take along. */
export function PreservedInput({ values }: { values: SubmissionValues }) {
  const kept = LABELS.filter(([name]) => values[name].trim())
  if (kept.length === 0) return null
  return (
    <Card as="section" className="mt-6">
      <h2 className="text-card">What you wrote</h2>
      <p className="mt-1 mb-5 text-calm text-muted">It was not submitted. Here it is to copy.</p>
      <div className="grid gap-4">
        {kept.map(([name, label]) => (
          <TextArea key={name} label={label} required readOnly rows={2} defaultValue={values[name]} />
        ))}
      </div>
    </Card>
  )
}
