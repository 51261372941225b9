import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { showToast } from '../messages/toast.tsx'

/** Only secure pages have access to the clipboard; otherwise the text is shown in a toast. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast(text, 'bad')
  }
}

export function CopyBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative rounded-card border border-line bg-panel">
      <Button
        type="button"
        variant="secondary"
        size="small"
        className="absolute top-2 right-2 bg-panel noscript:hidden"
        onClick={() => copyText(text, 'Copied to clipboard!')}
        aria-label={label}
      >
        <Icon name="copy" className="size-4" />
        Copy
      </Button>
      <pre dir="auto" className="p-4 pt-13 font-mono text-compact wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  )
}
