import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { FileField } from '#app/ui/controls/file-field.tsx'
import { ProgressBar } from '#app/ui/controls/progress-bar.tsx'
import { FormProblem, FormSaved } from '#app/ui/forms/form-message.tsx'
import { UnsavedGuard } from '#app/ui/forms/unsaved.tsx'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { FORM } from '#domain/challenges/timeline.ts'
import { pictureUrl } from '#domain/media/rules.ts'
import { CHALLENGES_PATH } from '../places.ts'
import { BasicFields } from './basic-fields.tsx'
import type { ChallengeRefusal, ChallengeValues } from './challenge-values.ts'
import { FormSection } from './form-section.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { TimelineFields } from './timeline-fields.tsx'
import { useChallengeForm } from './use-challenge-form.ts'

interface Props {
  start: ChallengeValues
  /** The picture that the challenge has. */
  imageId?: string | null
  statuses: ChallengeStatus[]
  /** The server's answer where the form came as a page. */
  refused?: ChallengeRefusal
  label: string
  busyLabel: string
}

/** Everything about a challenge in one form (ADM-19): plain, and sent with progress where scripts run. */
export function ChallengeForm(props: Props) {
  const { statuses, label, busyLabel } = props
  const form = useRef<HTMLFormElement>(null)
  const { pathname } = useLocation()
  const { values, message, imageId, dirty, phase, saved, ...challenge } = useChallengeForm(props)
  const busy = phase.at === 'uploading' || phase.at === 'done'

  return (
    <form
      ref={form}
      method="post"
      action={pathname}
      encType="multipart/form-data"
      // The server's words say what is missing, in each browser the same.
      noValidate
      onSubmit={challenge.onSubmit}
      onInput={challenge.touch}
    >
      <FormProblem problem={message} />
      {message === FORM.stale && (
        <p className="-mt-3 mb-6">
          <Link to={pathname} target="_blank" className="text-link">
            Open it again in a new tab
          </Link>
        </p>
      )}
      {values.version && <input type="hidden" name="version" value={values.version} />}
      <div className="card">
        <FormSection title="Basic Information">
          <BasicFields values={values} />
        </FormSection>
        <FormSection title="Challenge Timeline" about={zoneWords(values.timeZone)}>
          <TimelineFields values={values} statuses={statuses} change={challenge.change} />
        </FormSection>
        <FormSection title="Challenge Image" about="It leads the challenge’s card and page.">
          <FileField
            key={imageId}
            name="image"
            label="Image"
            purpose="challenge"
            required
            currentUrl={imageId && pictureUrl(imageId, 960)}
            onChoose={challenge.touch}
          />
          {imageId && <input type="hidden" name="imageId" value={imageId} />}
        </FormSection>
        <FormSection title="Challenge Settings">
          <SettingsFields values={values} change={challenge.change} />
        </FormSection>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button size="large" pending={busy} pendingLabel={busyLabel}>
          {label}
        </Button>
        {phase.at === 'uploading' ? (
          <Button type="button" look="quiet" size="large" onClick={challenge.cancel}>
            Cancel upload
          </Button>
        ) : (
          <ButtonLink to={CHALLENGES_PATH} look="quiet" size="large">
            Cancel
          </ButtonLink>
        )}
        {phase.at === 'uploading' && (
          <div className="min-w-60 flex-1">
            <ProgressBar label={busyLabel} percent={phase.percent} />
          </div>
        )}
        <FormSaved message={saved} />
      </div>
      <UnsavedGuard when={dirty && !busy}>What you changed in this challenge is not saved.</UnsavedGuard>
    </form>
  )
}

function zoneWords(timeZone: string): string {
  return timeZone === 'UTC'
    ? 'All times are in UTC.'
    : `All times are in your zone, ${timeZone.replaceAll('_', ' ')}.`
}
