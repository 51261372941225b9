import { flushSync } from 'react-dom'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Tells that a draft was restored; discarding it resets the form. */
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
          <span>Draft restored.</span>
          <Button type="button" variant="secondary" size="small" onClick={discard}>
            Discard draft
          </Button>
        </div>
      </Notice>
    </div>
  )
}

type DraftTexts = Record<string, string>

/** The unsent texts that this browser saved; null without a draft. */
export function loadDraft(key: string): DraftTexts | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isTexts(stored) ? stored : null
  } catch {
    return null
  }
}

/** Does nothing in a browser without storage. */
export function saveDraft(key: string, texts: DraftTexts): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts))
  } catch {}
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}

function isTexts(value: unknown): value is DraftTexts {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
