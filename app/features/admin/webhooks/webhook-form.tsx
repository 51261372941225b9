import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Failure } from '#app/forms/submit.ts'
import { UnsavedGuard } from '#app/ui/browser/unsaved.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Checkbox, FieldError, FieldLabel, lineLimit, Select, TextField } from '#app/ui/fields/field.tsx'
import { FormProblem, useFieldErrors } from '#app/ui/fields/form-message.tsx'
import { WEBHOOK_FORMATS, WEBHOOK_KINDS, WEBHOOK_LIMITS } from '#domain/webhooks/rules.ts'
import { WEBHOOKS } from '../paths.ts'
import type { WebhookAnswer, WebhookValues } from './receive-webhook.server.ts'

interface Props {
  action: string
  /** What it begins with. */
  initial: WebhookValues
  answer: WebhookAnswer | Failure | undefined
  isNew: boolean
}

const noErrors: NonNullable<WebhookAnswer['errors']> = {}

/** The form of a webhook, with what was typed after a refusal. */
export function WebhookForm({ action, initial, answer, isNew }: Props) {
  const [last, setLast] = useState<WebhookAnswer>()
  const arrived = answer && 'values' in answer ? answer : undefined
  if (arrived && arrived !== last) setLast(arrived)
  const values = (arrived ?? last)?.values ?? initial
  const refusals = (arrived ?? last)?.errors ?? noErrors
  const { errors, onInput } = useFieldErrors(refusals)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals !== noErrors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])
  const [isChanged, setIsChanged] = useState(false)
  const { formAction, formMethod } = useNavigation()
  const pending = formMethod === 'POST' && formAction === action
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate
      preventScrollReset
      onInput={(event) => {
        onInput(event)
        setIsChanged(true)
      }}
    >
      <FormProblem problem={answer?.message ?? null} />
      {isNew ? (
        <input type="text" name="key" defaultValue={values.key} hidden readOnly />
      ) : (
        <input type="hidden" name="version" value={values.version} />
      )}
      <div className="grid gap-5">
        <TextField
          label="Name"
          name="name"
          required
          autoComplete="off"
          maxLength={WEBHOOK_LIMITS.name * 2}
          counter={lineLimit(WEBHOOK_LIMITS.name)}
          defaultValue={values.name}
          error={errors.name}
        />
        <TextField
          label="Address"
          name="url"
          type="url"
          required
          autoComplete="off"
          maxLength={WEBHOOK_LIMITS.url}
          placeholder="https://"
          defaultValue={values.url}
          error={errors.url}
        />
        <Select
          label="Format"
          name="format"
          required
          options={Object.entries(WEBHOOK_FORMATS).map(([value, label]) => ({ value, label }))}
          defaultValue={values.format}
          error={errors.format}
        />
        <fieldset aria-describedby={errors.kinds ? 'kinds-error' : undefined}>
          <FieldLabel as="legend">Events</FieldLabel>
          {Object.entries(WEBHOOK_KINDS).map(([kind, label], index) => (
            <Checkbox
              key={kind}
              name="kinds"
              value={kind}
              label={label}
              defaultChecked={values.kinds.includes(kind)}
              aria-invalid={index === 0 && errors.kinds ? true : undefined}
            />
          ))}
          {errors.kinds && <FieldError id="kinds-error">{errors.kinds}</FieldError>}
        </fieldset>
        <Checkbox name="enabled" label="Switched on" defaultChecked={values.enabled} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button pending={pending} pendingLabel="Saving...">
          {isNew ? 'Create Webhook' : 'Save'}
        </Button>
        {isNew && (
          <ButtonLink to={WEBHOOKS.to} variant="secondary">
            Cancel
          </ButtonLink>
        )}
      </div>
      <UnsavedGuard when={isChanged && formMethod !== 'POST'}>Your changes are not saved yet.</UnsavedGuard>
    </Form>
  )
}
