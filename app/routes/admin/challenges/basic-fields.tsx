import { Select } from '#app/ui/controls/select.tsx'
import { TextArea, TextField } from '#app/ui/controls/text-field.tsx'
import { KINDS, kindLabel } from '#domain/challenges/rules.ts'
import type { ChallengeValues } from './challenge-values.ts'

export function BasicFields({ values }: { values: ChallengeValues }) {
  return (
    <>
      <TextField label="Title" name="title" required defaultValue={values.title} />
      <TextArea label="Description" name="description" required rows={4} defaultValue={values.description} />
      <TextArea
        label="Requirements"
        name="requirements"
        rows={4}
        defaultValue={values.requirements}
        hint="One a line. Members read them as a list beside the form."
      />
      <Select
        label="Kind"
        name="kind"
        defaultValue={values.kind}
        options={KINDS.map((value) => ({ value, label: kindLabel(value) }))}
        hint="Audio, video and special challenges ask for a link to the work."
      />
    </>
  )
}
