import { Button } from '#app/ui/controls/button.tsx'
import { Notice } from '#app/ui/surfaces/notice.tsx'

export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="mb-6">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <span>What you typed here before is back.</span>
          <Button type="button" look="quiet" size="small" onClick={onDiscard}>
            Discard draft
          </Button>
        </div>
      </Notice>
    </div>
  )
}
