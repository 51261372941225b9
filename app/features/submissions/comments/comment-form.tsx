import { useEffect, useRef, useState } from 'react'
import type { Form } from 'react-router'
import { dropDraft, restoreDraft, saveDraft } from '#app/forms/draft.ts'
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
  onInput,
  autoFocus,
  cancel,
}: Props) {
  const { form, kept, keep } = useKeptText(keptAs)
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
      {Object.entries(hiddenFields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextArea
        key={kept}
        label={label}
        name="text"
        rows={rows}
        required
        maxLength={COMMENT_LIMITS.text * 2}
        counter={counter}
        defaultValue={text ?? kept}
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

/** Keeps the text in the browser while it is written, and restores it in an empty form. */
function useKeptText(keptAs: string | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const [kept, setKept] = useState<string>()
  const field = () => form.current?.elements.namedItem('text') as HTMLTextAreaElement | undefined

  function keep() {
    const text = field()?.value ?? ''
    if (!keptAs) return
    if (text.trim()) saveDraft(keptAs, { text })
    else dropDraft(keptAs)
  }

  const keepOrRestore = useRef<() => unknown>(() => {})
  keepOrRestore.current = () => {
    if (!keptAs) return
    // Typed before the scripts ran, or restored by the browser.
    const early = field()?.value ?? ''
    const text = restoreDraft(keptAs)?.text
    if (!text) return early && keep()
    if (text.startsWith(early)) return setKept(text)
    const both = `${text}\n${early}`
    saveDraft(keptAs, { text: both })
    setKept(both)
  }
  useEffect(() => void keepOrRestore.current(), [])
  return { form, kept, keep }
}
