import { useEffect, useId, useRef } from 'react'
import type { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Time } from '#app/ui/time.tsx'
import type { Confirmation } from './confirmation.ts'

interface Props {
  confirmation: Confirmation
  /** The router's Form on a page, a fetcher's Form in a dialog. */
  Form: typeof Form
  action: string
  returnTo: string
  pending: boolean
  /** Why the action failed. */
  message: string | null
  /** The reason as submitted before. */
  reason?: string | undefined
  /** The cancel link or button. */
  cancel: React.ReactNode
}

const longestReason = 500

/** The consequences of an action and its form. */
export function ConfirmForm({
  confirmation,
  Form,
  action,
  returnTo,
  pending,
  message,
  reason,
  cancel,
}: Props) {
  const { subject, consequences, dates = [], version, refusal } = confirmation
  const form = useFocusInside()
  const consequencesId = useId()
  const problem = message ?? refusal
  return (
    <div ref={form}>
      {problem && (
        <div className="mb-5">
          <Notice tone="bad" alert>
            {problem}
          </Notice>
        </div>
      )}
      {subject && <p className="font-semibold">{subject}</p>}
      {!refusal && (
        <ul id={consequencesId} className="bullets mt-3 text-calm text-muted">
          {consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
          {dates.map(({ label, at }) => (
            <li key={label}>
              {label}: <Time value={at} style="datetime" className="text-ink" />
            </li>
          ))}
        </ul>
      )}
      <Form method="post" action={action} preventScrollReset replace noValidate>
        <input type="hidden" name="returnTo" value={returnTo} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        {confirmation.defaultReason && !refusal && (
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            maxLength={longestReason}
            placeholder={confirmation.defaultReason}
            hint={`The author reads it. Left empty, it says “${confirmation.defaultReason}”.`}
            className="mt-5"
          />
        )}
        {confirmation.requiredReason && !refusal && (
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            required
            maxLength={longestReason}
            defaultValue={reason}
            hint={confirmation.requiredReason}
            className="mt-5"
          />
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {cancel}
          {!refusal && (
            <Button
              variant={confirmation.danger ? 'danger' : 'primary'}
              pending={pending}
              pendingLabel={confirmation.pendingLabel}
              aria-describedby={consequencesId}
            >
              {confirmation.label}
            </Button>
          )}
        </div>
      </Form>
    </div>
  )
}

/** In a dialog, focuses the first control once it is rendered. */
function useFocusInside() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (element.current?.closest('dialog'))
      element.current.querySelector<HTMLElement>('textarea, button, a')?.focus()
  }, [])
  return element
}
