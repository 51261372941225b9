import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { FileField } from '#app/parts/fields/file-field.tsx'
import { BulletList } from '#app/ui/bullet-list.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox, lineLimit, Select, TextArea, TextField, textLimit } from '#app/ui/fields/field.tsx'
import { ErrorSummary, FormProblem, FormSaved } from '#app/ui/fields/form-message.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { UnsavedGuard } from '#app/ui/unsaved.tsx'
import { CHALLENGE_FIELDS, type FormField } from '#domain/challenges/fields.ts'
import { type ChallengeStatus, KINDS, kindLabel, VOTERS, type Voters } from '#domain/challenges/rules.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { payrolls } from '#domain/lifecycle/steering.ts'
import { previewUrl } from '#domain/media/sources.ts'
import { CHALLENGES_PATH } from '../../paths.ts'
import { CardPreview } from './card-preview.tsx'
import {
  CHECKBOXES,
  type ChallengeFieldErrors,
  type ChallengeRefusal,
  type ChallengeValues,
  type CheckboxField,
  type ErrorField,
  type FormQuestion,
  MOMENTS,
  type Moment,
} from './challenge-values.ts'
import { type FieldProps, fieldId, fieldProps } from './field-props.ts'
import { TimelineFields } from './timeline-fields.tsx'
import { useChallengeForm } from './use-challenge-form.ts'

type BasicField = Exclude<FormField, Moment | CheckboxField | 'type' | 'status' | 'voters'>

function counterOf(name: 'title' | 'description' | 'requirements') {
  const { input, maxLength } = CHALLENGE_FIELDS[name]
  return input === 'line' ? lineLimit(maxLength) : textLimit(maxLength)
}

/** Every field outside the timeline and the settings has a control here. */
const BASIC_CONTROLS: Record<BasicField, (values: ChallengeValues, field: FieldProps) => React.ReactNode> = {
  title: ({ title }, field) => (
    <TextField label="Title" {...field('title')} required defaultValue={title} counter={counterOf('title')} />
  ),
  description: ({ description }, field) => (
    <TextArea
      label="Description"
      {...field('description')}
      required
      rows={4}
      defaultValue={description}
      counter={counterOf('description')}
    />
  ),
  requirements: ({ requirements }, field) => (
    <TextArea
      label="Requirements"
      {...field('requirements')}
      rows={4}
      defaultValue={requirements}
      counter={counterOf('requirements')}
      hint="One per line. Members read them as a list beside the form."
    />
  ),
  kind: ({ kind }, field) => (
    <Select
      label="Kind"
      {...field('kind')}
      defaultValue={kind}
      options={KINDS.map((value) => ({ value, label: kindLabel(value) }))}
      hint="Audio, video and special challenges ask for a link to the work."
    />
  ),
}

const FORM_ORDER: readonly ErrorField[] = [
  ...(Object.keys(BASIC_CONTROLS) as BasicField[]),
  'type',
  'status',
  ...MOMENTS,
  'image',
  'voters',
  ...CHECKBOXES,
]

/** The errors in the order of the form, under the documented message where it is about two fields (ADM-32). */
function summaryOf(errors: ChallengeFieldErrors): { id: string; message: string }[] {
  const { title, description, titleAndDescription } = CHALLENGE_FORM_MESSAGES
  const found = FORM_ORDER.flatMap((name) => {
    const error = errors[name]
    if (!error) return []
    const message = error === title || error === description ? titleAndDescription : error
    return [{ id: fieldId(name), message }]
  })
  return found.filter(({ message }, index) => found.findIndex((other) => other.message === message) === index)
}

const VOTER_LABELS: Record<Voters, string> = {
  everyone: 'Everyone who is signed in',
  verified: 'Members with a verified e-mail address',
  members_before: 'Members who joined before voting opened',
}

const CHECKBOX_HINTS: Record<CheckboxField, string> = {
  showSubmissions: 'Off: entries of others stay hidden until the deadline.',
  showVotes: 'Off = secret ballot: counts stay hidden until the end.',
  allowVoting: 'Off: the challenge completes at its deadline, without a winner.',
  allowComments: 'Members comment on submissions from voting on.',
}

interface Props {
  start: ChallengeValues
  imageId?: string | null
  statuses: ChallengeStatus[]
  refused?: ChallengeRefusal
  label: string
  busyLabel: string
  /** The server's clock when it rendered the page. */
  now: Date
}

/** Everything about a challenge in one form (ADM-19): plain, and sent with progress where scripts run. */
export function ChallengeForm(props: Props) {
  const { statuses, label, busyLabel, now } = props
  const { pathname } = useLocation()
  const { values, message, phase, errors, ...challenge } = useChallengeForm(props)
  const field = fieldProps(
    errors,
    FORM_ORDER.find((name) => props.refused?.errors[name]),
  )
  const imageId = challenge.image?.id
  const [typed, note] = useTyped()
  const [file, setFile] = useState<File | null>(null)
  const busy = phase.at === 'uploading' || phase.at === 'done'

  return (
    <form
      ref={challenge.form}
      method="post"
      id="form"
      // Without scripts a refusal is shown where the form begins.
      action={`${pathname}#form`}
      encType="multipart/form-data"
      // The server's words say what is missing, in each browser the same.
      noValidate
      className="scroll-mt-24"
      onSubmit={challenge.onSubmit}
      onInput={(event) => {
        challenge.onInput(event)
        note(event)
      }}
    >
      {/* Enter activates the first button of a form. */}
      <button type="submit" hidden />
      {challenge.question ? (
        <QuestionPanel question={challenge.question} busy={busy} onCancel={challenge.dismissQuestion} />
      ) : (
        <>
          <FormProblem problem={message} />
          <ErrorSummary
            errors={summaryOf(errors)}
            title="The challenge was not saved. Please fix the fields marked below."
          />
        </>
      )}
      {message === CHALLENGE_FORM_MESSAGES.stale && (
        <p className="-mt-3 mb-6">
          <TextLink to={pathname} target="_blank">
            Open it again in a new tab
          </TextLink>
        </p>
      )}
      {values.version && <input type="hidden" name="version" value={values.version} />}
      {values.key && <input type="hidden" name="key" value={values.key} />}
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        {/* What was changed after it is saved would be lost with the page. */}
        <Card flush className="divide-y divide-line" inert={phase.at === 'done'}>
          <FormSection title="Basic Information">
            <BasicFields values={values} field={field} />
          </FormSection>
          <FormSection title="Challenge Timeline" about={zoneText(values.timeZone)}>
            <TimelineFields
              values={values}
              statuses={statuses}
              field={field}
              linked={challenge.linked}
              change={challenge.change}
              choose={challenge.choose}
            />
          </FormSection>
          <FormSection title="Challenge Image" about="It leads the challenge’s card and page.">
            <FileField
              key={imageId}
              {...field('image')}
              label="Image"
              purpose="challenge"
              required
              currentUrl={imageId && previewUrl(imageId)}
              refused={challenge.imageRefused}
              onChoose={(chosen) => {
                setFile(chosen)
                challenge.onImageChoice()
              }}
            />
            {imageId && <input type="hidden" name="imageId" value={imageId} />}
          </FormSection>
          <FormSection title="Challenge Settings">
            <SettingsFields values={values} field={field} change={challenge.change} />
          </FormSection>
        </Card>
        <div className="xl:sticky xl:top-22">
          <CardPreview values={{ ...values, ...typed }} imageId={imageId} file={file} now={now} />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button size="large" pending={busy} pendingLabel={busyLabel}>
          {label}
        </Button>
        {phase.at === 'uploading' ? (
          <Button type="button" variant="secondary" size="large" onClick={challenge.cancel}>
            Cancel Upload
          </Button>
        ) : (
          <ButtonLink to={CHALLENGES_PATH} variant="secondary" size="large">
            Cancel
          </ButtonLink>
        )}
        {phase.at === 'uploading' && (
          <div className="min-w-60 flex-1">
            <ProgressBar label={busyLabel} percent={phase.percent} />
          </div>
        )}
        <FormSaved message={challenge.saved} />
      </div>
      <UnsavedGuard when={challenge.unsaved}>What you changed in this challenge is not saved.</UnsavedGuard>
    </form>
  )
}

/** What is in the fields of the preview that no state holds. */
function useTyped() {
  const [typed, setTyped] = useState<Partial<ChallengeValues>>({})
  function note({ target }: React.FormEvent<HTMLFormElement>) {
    const { name, value } = target as unknown as HTMLInputElement
    if (['title', 'description', 'kind'].includes(name)) setTyped((before) => ({ ...before, [name]: value }))
  }
  return [typed, note] as const
}

interface QuestionPanelProps {
  question: FormQuestion
  busy: boolean
  onCancel: () => void
}

/** Asks before the form completes or hides a challenge, as the actions of the list do. */
function QuestionPanel({ question, busy, onCancel }: QuestionPanelProps) {
  const { consequences, label, pendingLabel } = question
  const scripted = useHydrated()
  const headingId = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (question) panel.current?.focus()
  }, [question])
  return (
    <Card as="section" ref={panel} tabIndex={-1} aria-labelledby={headingId} className="mb-6 scroll-mt-24">
      <h2 id={headingId} className="text-card">
        {label}
      </h2>
      <BulletList className="mt-3 text-calm text-muted">
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </BulletList>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {scripted && (
          <Button type="button" variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button name="confirmed" value="on" pending={busy} pendingLabel={pendingLabel}>
          {label}
        </Button>
      </div>
    </Card>
  )
}

function zoneText(timeZone: string): string {
  return timeZone === 'UTC'
    ? 'All times are in UTC.'
    : `All times are in your zone, ${timeZone.replaceAll('_', ' ')}.`
}

function BasicFields({ values, field }: { values: ChallengeValues; field: FieldProps }) {
  return Object.entries(BASIC_CONTROLS).map(([name, control]) => (
    <Fragment key={name}>{control(values, field)}</Fragment>
  ))
}

interface SettingsFieldsProps {
  values: ChallengeValues
  field: FieldProps
  change: (change: Partial<ChallengeValues>) => void
}

function SettingsFields({ values, field, change }: SettingsFieldsProps) {
  const boxes = CHECKBOXES.map((name) => (
    <Checkbox
      key={name}
      {...field(name)}
      label={CHALLENGE_FIELDS[name].label}
      hint={CHECKBOX_HINTS[name]}
      checked={values[name]}
      onChange={(event) => change({ [name]: event.target.checked })}
    />
  ))
  return (
    <div className="grid grid-cols-1 gap-3">
      {boxes}
      <Select
        label={CHALLENGE_FIELDS.voters.label}
        {...field('voters')}
        defaultValue={values.voters}
        options={VOTERS.map((value) => ({ value, label: VOTER_LABELS[value] }))}
        hint="Votes that were cast before a change stay."
        className="mt-3"
      />
      <div className="mt-3 text-calm">
        <p className="font-semibold">What its end pays</p>
        {Object.values(payrolls({ allowVoting: values.allowVoting, participants: 0 })).map((text) => (
          <p key={text} className="text-muted">
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}

interface FormSectionProps {
  title: string
  about?: string
  children: React.ReactNode
}

function FormSection({ title, about, children }: FormSectionProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-6 p-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10 lg:p-8 xl:grid-cols-1 xl:gap-6 2xl:grid-cols-[15rem_minmax(0,1fr)] 2xl:gap-10"
    >
      <div>
        <h2 dir="auto" id={heading} className="text-card">
          {title}
        </h2>
        {about && <p className="mt-2 text-calm text-muted">{about}</p>}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-6">{children}</div>
    </section>
  )
}
