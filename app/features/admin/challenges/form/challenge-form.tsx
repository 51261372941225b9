import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { FileField } from '#app/parts/fields/file-field.tsx'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { UnsavedGuard } from '#app/ui/browser/unsaved.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary, FormProblem } from '#app/ui/fields/form-message.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { BulletList } from '#app/ui/text/bullet-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { FormField } from '#domain/challenges/fields.ts'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { CHALLENGE_FORM_MESSAGES, savedStatus } from '#domain/challenges/timeline.ts'
import { previewUrl } from '#domain/media/sources.ts'
import { CHALLENGES_PATH } from '../../paths.ts'
import { payrolls } from '../steps.ts'
import { CardPreview } from './card-preview.tsx'
import {
  CHECKBOXES,
  type ChallengeFieldErrors,
  type ChallengeRefusal,
  type ChallengeValues,
  type ErrorField,
  type FormQuestion,
  MOMENTS,
} from './challenge-values.ts'
import { type ChallengeFormState, Control, fieldId, wiringOf } from './controls.tsx'
import { FormButtons } from './form-buttons.tsx'
import { momentOf } from './local-time.ts'
import { TimelineFields } from './timeline-fields.tsx'
import { useChallengeForm } from './use-challenge-form.ts'

const BASIC: readonly FormField[] = ['title', 'description', 'requirements', 'kind']
const FORM_ORDER: readonly ErrorField[] = [
  ...BASIC,
  'type',
  'status',
  ...MOMENTS,
  'image',
  ...CHECKBOXES,
  'voters',
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
  const { statuses, refused, label, busyLabel, now } = props
  const { pathname, search } = useLocation()
  const { phase, ...challenge } = useChallengeForm(props)
  const { values, errors, message, change } = challenge
  const focused = FORM_ORDER.find((name) => refused?.errors[name])
  const form: ChallengeFormState = { values, errors, focused, change }
  const saved = useSavedStatus(values)
  const imageId = challenge.image?.id
  const [file, setFile] = useState<File | null>(null)
  const busy = phase.at === 'uploading' || phase.at === 'done'
  const { version, key } = values

  return (
    <form
      ref={challenge.form}
      method="post"
      id="form"
      // Without scripts a refusal is shown where the form begins.
      action={`${pathname}${search}#form`}
      encType="multipart/form-data"
      // The server's words say what is missing, in each browser the same.
      noValidate
      className="scroll-mt-24"
      onSubmit={challenge.onSubmit}
      onInput={challenge.onInput}
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
      <HiddenFields
        values={{ ...(version && { version }), ...(key && { key }), ...(imageId && { imageId }) }}
      />
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        {/* What was changed after it is saved would be lost with the page. */}
        <Card flush className="divide-y divide-line" inert={phase.at === 'done'}>
          <FormSection title="Basic Information">
            {BASIC.map((name) => (
              <Control key={name} name={name} form={form} />
            ))}
          </FormSection>
          <FormSection title="Challenge Timeline" about={zoneText(values.timeZone)}>
            <TimelineFields
              form={form}
              statuses={statuses}
              saved={saved}
              note={challenge.note}
              choose={challenge.choose}
            />
          </FormSection>
          <FormSection title="Challenge Image" about="It leads the challenge’s card and page.">
            <FileField
              key={imageId}
              {...wiringOf(form, 'image')}
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
          </FormSection>
          <FormSection title="Challenge Settings">
            <div className="grid grid-cols-1 gap-3">
              {CHECKBOXES.map((name) => (
                <Control key={name} name={name} form={form} />
              ))}
              <div className="mt-3">
                <Control name="voters" form={form} />
              </div>
              <Payrolls allowVoting={values.allowVoting} />
            </div>
          </FormSection>
        </Card>
        <div className="xl:sticky xl:top-22">
          <CardPreview values={values} status={saved} imageId={imageId} file={file} now={now} />
        </div>
      </div>
      <FormButtons {...challenge} phase={phase} label={label} busyLabel={busyLabel} to={CHALLENGES_PATH} />
      <UnsavedGuard when={challenge.unsaved}>What you changed in this challenge is not saved.</UnsavedGuard>
    </form>
  )
}

/** The status that saving the form gives now; without scripts, the one that the server has told. */
function useSavedStatus({ status, savedAs, autoActivate, startDate, timeZone }: ChallengeValues) {
  const chosen = status as ChallengeStatus
  const alive = useHydrated()
  if (savedAs || !alive) return (savedAs || chosen) as ChallengeStatus
  return savedStatus({ status: chosen, autoActivate, startDate: momentOf(startDate, timeZone) }, new Date())
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

function Payrolls({ allowVoting }: { allowVoting: boolean }) {
  const { atItsEnd, byComplete } = payrolls({ allowVoting, participants: 0 })
  return (
    <div className="mt-3 text-calm">
      <p className="font-semibold">What its end pays</p>
      <p className="text-muted">{atItsEnd}</p>
      <p className="text-muted">{byComplete}</p>
    </div>
  )
}

interface FormSectionProps {
  title: string
  about?: string
  children: React.ReactNode
}

export function FormSection({ title, about, children }: FormSectionProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-6 p-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10 lg:p-8 xl:grid-cols-1 xl:gap-6 2xl:grid-cols-[15rem_minmax(0,1fr)] 2xl:gap-10"
    >
      <div>
        <h2 id={heading} className="text-card">
          {title}
        </h2>
        {about && <p className="mt-2 text-calm text-muted">{about}</p>}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-6">{children}</div>
    </section>
  )
}
