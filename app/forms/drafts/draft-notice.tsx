import { flushSync } from 'react-dom'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

interface Props {
  /** The form shows a saved draft, to which the restored texts are changes. */
  changes?: boolean
  onDiscard: (form: HTMLFormElement | null) => void
}

/** Tells that a draft was restored; discarding it resets the form. */
export function DraftNotice({ changes, onDiscard }: Props) {
  function discard({ currentTarget }: React.MouseEvent<HTMLButtonElement>) {
    const { form } = currentTarget
    flushSync(() => onDiscard(form))
    form?.querySelector<HTMLElement>('input[type="text"]:not([hidden]), textarea')?.focus()
  }
  return (
    <div className="mb-6">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <span>{changes ? 'Unsaved changes restored.' : 'Draft restored.'}</span>
          <Button type="button" variant="secondary" size="small" onClick={discard}>
            {changes ? 'Discard changes' : 'Discard draft'}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
