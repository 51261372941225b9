import type { Form } from 'react-router'
import { useTypedText } from '#app/forms/typed-text.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, textLimit } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
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
  /** The text is kept under this address until it is published. */
  typedAs: string
  isRefused?: boolean
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
  typedAs,
  isRefused,
  onInput,
  autoFocus,
  cancel,
}: Props) {
  const { form, keep } = useTypedText(typedAs, isRefused)
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
      <HiddenFields values={hiddenFields} />
      <TextArea
        label={label}
        name="text"
        rows={rows}
        required
        readOnly={pending}
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
