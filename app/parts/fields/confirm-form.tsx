import { useEffect, useId, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { useSendOnce } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Select, TextArea, textLimit } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { BulletList } from '#app/ui/text/bullet-list.tsx'
import { Time } from '#app/ui/time.tsx'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'

export interface Confirmation {
  subject: string
  /** What happened to the subject before: a text that ends before its date. */
  history?: { text: string; at: Date }
  consequences: string[]
  dates?: { label: string; at: Date }[]
  label: string
  pendingLabel: string
  danger?: boolean
  dismissLabel?: string
  /** The version of the subject when it was loaded. A form with an older version is refused. */
  version?: number
  hiddenFields?: Record<string, string>
  /** Asks for an optional reason, with this default. */
  defaultReason?: string
  /** Asks for a required reason, with this hint. */
  requiredReason?: string
  reasonLabel?: string
  choice?: {
    name: string
    label: string
    hint: string
    options: readonly { value: string; label: string }[]
    value?: string
  }
  /** Why the action is not possible now. The form has no button then. */
  refusal?: string | null
}

interface Props {
  confirmation: Confirmation
  Form: typeof Form
  action: string
  returnTo?: string
  pending: boolean
  failure: Failure | undefined
  cancel: React.ReactNode
}

export function ConfirmForm({ confirmation, Form, action, returnTo, pending, failure, cancel }: Props) {
  const { subject, history, consequences, dates = [], version, hiddenFields = {} } = confirmation
  const { refusal, defaultReason, requiredReason, reasonLabel, choice } = confirmation
  const asksReason = defaultReason ?? requiredReason
  const isClosed = Boolean(refusal)
  const form = useFocusInside()
  const sendOnce = useSendOnce(pending)
  const consequencesId = useId()
  const reasonError = failure?.field === 'reason' ? failure.message : null
  useEffect(() => {
    if (reasonError) form.current?.querySelector('textarea')?.focus()
  }, [form, reasonError])
  return (
    <div ref={form}>
      <FormProblem problem={reasonError ? null : (failure?.message ?? refusal ?? null)} />
      {subject && (
        <p dir="auto" className="font-semibold">
          {subject}
        </p>
      )}
      {history && (
        <p className="mt-1 text-calm text-muted wrap-anywhere">
          {history.text} <Time value={history.at} format="datetime" />.
        </p>
      )}
      {!isClosed && (
        <BulletList id={consequencesId} className="mt-3 text-calm text-muted">
          {consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
          {dates.map(({ label, at }) => (
            <li key={label}>
              {label}: <Time value={at} format="datetime" className="text-ink" />
            </li>
          ))}
        </BulletList>
      )}
      <Form method="post" action={action} preventScrollReset replace noValidate onSubmit={sendOnce}>
        {returnTo !== undefined && <input type="hidden" name="returnTo" value={returnTo} />}
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <HiddenFields values={hiddenFields} />
        {choice && !isClosed && (
          <Select
            label={choice.label}
            name={choice.name}
            hint={choice.hint}
            options={choice.options}
            defaultValue={failure?.choice || choice.value}
            className="mt-5"
          />
        )}
        {asksReason && !isClosed && (
          <ReasonField
            label={reasonLabel}
            {...(requiredReason ? { required: true, hint: requiredReason } : { fallback: defaultReason })}
            defaultValue={failure?.reason}
            error={reasonError}
            className="mt-5"
          />
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {cancel}
          {!isClosed && (
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

/** In a dialog, focuses the first control. */
function useFocusInside() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (element.current?.closest('dialog'))
      element.current.querySelector<HTMLElement>('select, textarea, button, a')?.focus()
  }, [])
  return element
}

interface ConfirmCardProps {
  confirmation: Confirmation
  action: string
  from: string
  returnTo?: string
  failure: Failure | undefined
}

export function ConfirmCard({ from, ...form }: ConfirmCardProps) {
  return (
    <Card className="max-w-160">
      <ConfirmForm
        {...form}
        Form={Form}
        pending={useNavigation().formMethod === 'POST'}
        cancel={
          <ButtonLink to={from} variant="secondary">
            {form.confirmation.refusal ? 'Back' : (form.confirmation.dismissLabel ?? 'Cancel')}
          </ButtonLink>
        }
      />
    </Card>
  )
}

interface ReasonFieldProps
  extends Omit<React.ComponentProps<typeof TextArea>, 'label' | 'name' | 'maxLength' | 'counter'> {
  label?: string
  fallback?: string
  readers?: string
}

const limit = textLimit(MAX_REASON_LENGTH)

export function ReasonField({
  label = 'Reason',
  rows = 3,
  fallback,
  readers = 'The author reads it.',
  ...field
}: ReasonFieldProps) {
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
