import { flushSync } from 'react-dom'
import { Button } from '#app/ui/controls/button.tsx'
import { Notice } from '#app/ui/surfaces/notice.tsx'

/** Stands in the form whose texts came back; discarding them begins the form anew. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  function discard({ currentTarget }: React.MouseEvent<HTMLButtonElement>) {
    const { form } = currentTarget
    flushSync(onDiscard)
    form?.querySelector<HTMLElement>('input[type="text"]')?.focus()
  }
  return (
    <div className="mb-6">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <span>What you typed here before is back.</span>
          <Button type="button" look="quiet" size="small" onClick={discard}>
            Discard draft
          </Button>
        </div>
      </Notice>
    </div>
  )
}
