import type { useUploadForm } from '#app/forms/upload/use-upload-form.ts'
import { UploadProgress } from '#app/parts/fields/upload-progress.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { FormSaved } from '#app/ui/fields/form-message.tsx'

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
    <>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button size="large" pending={busy} pendingLabel={busyLabel}>
          {label}
        </Button>
        {phase.at !== 'uploading' && (
          <ButtonLink to={to} variant="secondary" size="large">
            Cancel
          </ButtonLink>
        )}
        <FormSaved message={saved} />
      </div>
      {phase.at === 'uploading' && (
        <div className="mt-6 max-w-120">
          <UploadProgress {...phase} sending={busyLabel} saving={busyLabel} onCancel={cancel} />
        </div>
      )}
    </>
  )
}
