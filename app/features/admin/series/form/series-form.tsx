import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUploadForm } from '#app/forms/upload/use-upload-form.ts'
import { FileField } from '#app/parts/fields/file-field.tsx'
import { UnsavedGuard } from '#app/ui/browser/unsaved.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox, FieldError, FieldLabel, lineLimit, Select, TextField } from '#app/ui/fields/field.tsx'
import { ErrorSummary, FormProblem } from '#app/ui/fields/form-message.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { CHALLENGE_FIELDS, SHARED_FIELDS } from '#domain/challenges/fields.ts'
import { uploadTimeoutMs } from '#domain/media/rules.ts'
import { previewUrl } from '#domain/media/sources.ts'
import { MAX_AHEAD_DAYS, MAX_NAME, SERIES_MESSAGES } from '#domain/series/rules.ts'
import { FormSection } from '../../challenges/form/challenge-form.tsx'
import { Control, type ControlState, fieldId, wiringOf } from '../../challenges/form/controls.tsx'
import { FormButtons } from '../../challenges/form/form-buttons.tsx'
import { browserZone } from '../../challenges/form/local-time.ts'
import { SERIES } from '../paths.ts'
import { DAYS, type ErrorField, type SeriesRefusal, type SeriesValues } from './series-values.ts'

const FORM_ORDER: readonly ErrorField[] = [
  'name',
  'repeats',
  'weekdays',
  'monthDay',
  'firstOn',
  'startsAt',
  'timeZone',
  'entryDays',
  'entryHours',
  'votingDays',
  'mode',
  'aheadDays',
  'image',
  ...SHARED_FIELDS,
]

const CHECKBOXES = SHARED_FIELDS.filter((name) => CHALLENGE_FIELDS[name].input === 'checkbox')

const REPEATS = [
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every 2 weeks' },
  { value: '3', label: 'Every 3 weeks' },
  { value: '4', label: 'Every 4 weeks' },
  { value: 'monthly', label: 'Every month' },
]

const MODES = [
  { value: 'publish', label: 'Publish it as upcoming; it opens by itself' },
  { value: 'draft', label: 'Save it as a draft' },
]

interface Props {
  start: SeriesValues
  imageId: string | null
  refused: SeriesRefusal | undefined
  label: string
  busyLabel: string
  /** Where Cancel leads. */
  cancel: string
}

/** Everything about a series in one form (SER-3), with the controls of a challenge for what its challenges share. */
export function SeriesForm({ start, imageId, refused, label, busyLabel, cancel }: Props) {
  const { pathname } = useLocation()
  const { phase, ...series } = useUploadForm<SeriesValues, ErrorField>({
    action: pathname,
    start,
    image: imageId ? { id: imageId } : null,
    ...(refused && { refused }),
    timeoutMs: uploadTimeoutMs,
    failedMessage: SERIES_MESSAGES.failed,
    leaveAfterMs: 1_500,
  })
  const [values, setValues] = useState(series.values)
  const [repeats, setRepeats] = useState(series.values.repeats)
  const isNew = values.version === ''
  const zone = useBrowserZone(isNew && !refused)
  const { errors, message, image } = series
  const focused = FORM_ORDER.find((name) => refused?.errors[name])
  const form: ControlState = {
    values,
    errors,
    focused,
    change: (change) => setValues((current) => ({ ...current, ...change }) as SeriesValues),
  }
  const { version, key } = values
  const found = FORM_ORDER.flatMap((name) => {
    const error = errors[name]
    return error ? [{ id: fieldId(name), message: error }] : []
  })
  const text = (name: Exclude<keyof typeof values & ErrorField, 'weekdays'>) => ({
    ...wiringOf(form, name),
    defaultValue: String(values[name]),
    required: true,
  })
  const days = { ...NUMBER, min: 0 }

  return (
    <form
      ref={series.form}
      method="post"
      id="form"
      // Without scripts a refusal is shown where the form begins.
      action={`${pathname}#form`}
      encType="multipart/form-data"
      noValidate
      className="scroll-mt-24"
      onSubmit={series.onSubmit}
      onInput={series.onInput}
    >
      {/* Enter activates the first button of a form. */}
      <button type="submit" hidden />
      <FormProblem problem={message} />
      <ErrorSummary errors={found} title="The series was not saved. Please fix the fields marked below." />
      <HiddenFields
        values={{ ...(version && { version }), ...(key && { key }), ...(image && { imageId: image.id }) }}
      />
      <Card flush className="max-w-220 divide-y divide-line" inert={phase.at === 'done'}>
        <FormSection title="Rhythm" about="The same time of day all year, also when the clocks change.">
          <TextField
            {...text('name')}
            label="Name"
            counter={lineLimit(MAX_NAME)}
            hint="Only administrators see it."
          />
          <Select
            {...text('repeats')}
            label="Repeats"
            options={REPEATS}
            onChange={({ target }) => setRepeats(target.value)}
          />
          <Weekdays values={values} error={errors.weekdays} hidden={repeats === 'monthly'} />
          <div hidden={repeats !== 'monthly'}>
            <TextField
              {...text('monthDay')}
              {...NUMBER}
              max={31}
              label="Day of the month"
              hint="For every month only. Shorter months have it on their last day."
              required={repeats === 'monthly'}
            />
          </div>
          <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
            <TextField {...text('firstOn')} type="date" label="First date" hint="On or after this day." />
            <TextField {...text('startsAt')} type="time" label="Starts at" />
          </div>
          <TextField
            {...text('timeZone')}
            ref={zone.input}
            list="zones"
            label="Time zone"
            hint="Such as Europe/Berlin."
          />
          <datalist id="zones">
            {zone.known.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <div className="grid grid-cols-1 gap-6 sm:grid-cols-3">
            <TextField {...text('entryDays')} {...days} max={90} label="Entry days" />
            <TextField {...text('entryHours')} {...days} max={48} label="And hours" />
            <TextField {...text('votingDays')} {...NUMBER} max={60} label="Voting days" />
          </div>
        </FormSection>
        <FormSection title="By itself" about="Each challenge is made from the next prompt of the queue.">
          <Select {...text('mode')} label="When it is made" options={MODES} />
          <TextField
            {...text('aheadDays')}
            {...NUMBER}
            max={MAX_AHEAD_DAYS}
            label="Days ahead"
            hint="How many days before its start a challenge is made."
          />
        </FormSection>
        <FormSection title="Each challenge" about="Change one of them in its own form, once it is made.">
          <Control name="kind" form={form} />
          <Control name="type" form={form} />
          <Control name="requirements" form={form} />
          <FileField
            key={image?.id}
            {...wiringOf(form, 'image')}
            label="Image"
            purpose="challenge"
            required
            currentUrl={image && previewUrl(image.id)}
            refused={series.imageRefused}
            onChoose={series.onImageChoice}
          />
          <div className="grid grid-cols-1 gap-3">
            {CHECKBOXES.map((name) => (
              <Control key={name} name={name} form={form} />
            ))}
          </div>
          <Control name="voters" form={form} />
        </FormSection>
      </Card>
      {!isNew && (
        <p className="mt-5 text-calm text-muted">
          This changes the challenges that are not made yet. Those that are made keep what they have.
        </p>
      )}
      <FormButtons {...series} phase={phase} label={label} busyLabel={busyLabel} to={cancel || SERIES.to} />
      <UnsavedGuard when={series.unsaved}>What you changed in this series is not saved.</UnsavedGuard>
    </form>
  )
}

const NUMBER = { type: 'number', inputMode: 'numeric', min: 1, step: 1 } as const

interface WeekdaysProps {
  values: SeriesValues
  error: string | undefined
  hidden: boolean
}

function Weekdays({ values, error, hidden }: WeekdaysProps) {
  const id = fieldId('weekdays')
  return (
    <fieldset id={id} tabIndex={-1} hidden={hidden} aria-describedby={error ? `${id}-error` : undefined}>
      <FieldLabel as="legend">Days of the week</FieldLabel>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,7.5rem),1fr))] gap-x-6">
        {DAYS.map(({ day, label, name }) => (
          <Checkbox key={name} name={name} label={label} defaultChecked={values.weekdays.includes(day)} />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** Offers the zones that the browser knows, and fills in its own where the form `isFilled`. */
function useBrowserZone(isFilled: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const [known, setKnown] = useState<readonly string[]>([])
  useEffect(() => {
    setKnown(Intl.supportedValuesOf('timeZone'))
    if (isFilled && input.current?.value === 'UTC') input.current.value = browserZone()
  }, [isFilled])
  return { input, known }
}
