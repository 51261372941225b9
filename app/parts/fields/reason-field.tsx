import { TextArea } from '#app/ui/fields/field.tsx'
import { textLimit } from '#app/ui/fields/text-limit.ts'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'

interface Props
  extends Omit<React.ComponentProps<typeof TextArea>, 'label' | 'name' | 'maxLength' | 'counter'> {
  label?: string
  /** Taken for a reason that is left empty. */
  fallback?: string
  /** Who reads it, before the fallback. */
  readers?: string
}

const limit = textLimit(MAX_REASON_LENGTH)

/** The reason of an administrator's action. */
export function ReasonField({
  label = 'Reason',
  rows = 3,
  fallback,
  readers = 'The author reads it.',
  ...field
}: Props) {
  return (
    <TextArea
      label={label}
      name="reason"
      rows={rows}
      maxLength={MAX_REASON_LENGTH}
      counter={limit}
      placeholder={fallback}
      hint={fallback && `${readers} Left empty, it says “${fallback}”.`}
      {...field}
    />
  )
}
