import type { Form } from 'react-router'
import { useFormDraft } from '#app/forms/drafts/form-draft.ts'
import { FormProblem } from '#app/forms/form-message.tsx'
import { textLimit } from '#app/forms/text-limit.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { COMMENT_LIMITS } from '#domain/comments/rules.ts'

const counter = textLimit(COMMENT_LIMITS.text)

interface Props {
  /** The router's Form on a page, a fetcher's in the page of the submission. */
  Form: typeof Form
  action: string
  label: string
  button: string
  pending: boolean
  problem: string | null
  text?: string
  hiddenFields?: Record<string, string>
  rows?: number
  /** The name under which the browser keeps the text until it is published. */
  keptAs?: string
  isRefused?: boolean
  onRestored?: () => void
  notice?: React.ReactNode
  onInput?: React.FormEventHandler<HTMLFormElement>
  autoFocus?: boolean
  cancel?: React.ReactNode
}

export function CommentForm({
  Form,
  action,
  label,
  button,
  pending,
  problem,
  text,
  hiddenFields = {},
  rows = 3,
  keptAs,
  isRefused,
  onRestored,
  notice,
  onInput,
  autoFocus,
  cancel,
}: Props) {
  const { form, keep } = useFormDraft(keptAs, { isRefused, onRestored })
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      preventScrollReset
      noValidate
      onInput={(event) => {
        keep()
        onInput?.(event)
      }}
    >
      <FormProblem problem={problem} />
      {notice}
      {Object.entries(hiddenFields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextArea
        label={label}
        name="text"
        rows={rows}
        required
        maxLength={COMMENT_LIMITS.text * 2}
        counter={counter}
        defaultValue={text}
        autoFocus={autoFocus}
        className="[&_textarea]:min-h-20"
      />
      <div className="mt-3 flex justify-end gap-3">
        {cancel}
        <Button variant="secondary" size="small" pending={pending} pendingLabel="Sending...">
          {button}
        </Button>
      </div>
    </Form>
  )
}
