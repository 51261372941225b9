import type { useUploadForm } from '#app/forms/upload/use-upload-form.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { FormSaved } from '#app/ui/fields/form-message.tsx'
import { ProgressBar } from '#app/ui/figures/progress-bar.tsx'

interface Props extends Pick<ReturnType<typeof useUploadForm>, 'phase' | 'cancel' | 'saved'> {
  label: string
  busyLabel: string
  /** Where Cancel leads. */
  to: string
}

/** The buttons of a form with an image, and the progress of its upload. */
export function FormButtons({ phase, cancel, saved, label, busyLabel, to }: Props) {
  const busy = phase.at === 'uploading' || phase.at === 'done'
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <Button size="large" pending={busy} pendingLabel={busyLabel}>
        {label}
      </Button>
      {phase.at === 'uploading' ? (
        <>
          <Button type="button" variant="secondary" size="large" onClick={cancel}>
            Cancel Upload
          </Button>
          <div className="min-w-60 flex-1">
            <ProgressBar label={busyLabel} percent={phase.percent} />
          </div>
        </>
      ) : (
        <ButtonLink to={to} variant="secondary" size="large">
          Cancel
        </ButtonLink>
      )}
      <FormSaved message={saved} />
    </div>
  )
}
