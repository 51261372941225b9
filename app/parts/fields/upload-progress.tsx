import { Button } from '#app/ui/button.tsx'
import { Progress } from '#app/ui/figures/progress.tsx'

interface Props {
  /** Whole percent; null once everything is sent. */
  percent: number | null
  /** A busy server asked for the form again, which is sent in a moment. */
  isWaiting: boolean
  sending: string
  saving: string
  onCancel: () => void
}

/** How far a form with an image is, which can be canceled while it is not with the server. */
export function UploadProgress({ percent, isWaiting, sending, saving, onCancel }: Props) {
  const current = percent === null ? saving : sending
  const label = isWaiting ? 'The dojo is busy. Trying again in a few seconds...' : current
  return (
    <>
      <div className="mb-2 flex justify-between gap-3 text-small">
        <span role="status">{label}</span>
        {percent !== null && (
          <span className="tabular-nums" aria-hidden="true">
            {percent}%
          </span>
        )}
      </div>
      <Progress aria-label={label} max={100} value={percent ?? undefined} />
      {(percent !== null || isWaiting) && (
        <Button type="button" variant="secondary" className="mt-6" onClick={onCancel}>
          Cancel Upload
        </Button>
      )}
    </>
  )
}
