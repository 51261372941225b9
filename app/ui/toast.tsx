import { useCallback, useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { TextLink } from './text-link.tsx'

export interface Toast {
  text: string
  tone: 'good' | 'bad'
  link?: { to: string; label: string }
}

const eventName = 'dojo:toast'
const shownFor = 7_000

/** From an event handler in the browser; forms answer with withToast on the server. */
export function showToast(text: string, tone: Toast['tone'] = 'good') {
  window.dispatchEvent(new CustomEvent<Toast>(eventName, { detail: { text, tone } }))
}

/** Messages at the foot of the page, read out politely. Bad news and links stay until they are put away. */
export function ToastRegion({ toast }: { toast: Toast | null }) {
  const [shown, setShown] = useState(toast)
  const putAway = useCallback(() => setShown(null), [])

  useEffect(() => {
    if (toast) setShown({ ...toast })
  }, [toast])
  useEffect(() => {
    const listener = (event: Event) => setShown((event as CustomEvent<Toast>).detail)
    window.addEventListener(eventName, listener)
    return () => window.removeEventListener(eventName, listener)
  }, [])

  return (
    <div
      role="status"
      data-toasts=""
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-50 flex justify-center"
    >
      {shown && <ToastCard toast={shown} onClose={putAway} />}
    </div>
  )
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || toast.tone === 'bad' || toast.link) return
    const timer = setTimeout(onClose, shownFor)
    return () => clearTimeout(timer)
  }, [toast, held, onClose])

  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) }
  return (
    <div
      className="pointer-events-auto flex w-[min(100%,30rem)] animate-rise items-center gap-3 rounded-[14px] border border-line bg-panel py-2.5 pr-2 pl-4 text-calm shadow-float"
      {...hold}
    >
      {toast.tone === 'good' ? (
        <Icon name="check" className="size-5 text-good-text" />
      ) : (
        <Icon name="warning" className="size-5 text-bad" />
      )}
      <p className="flex-1">
        {toast.text} {toast.link && <TextLink to={toast.link.to}>{toast.link.label}</TextLink>}
      </p>
      <IconButton variant="small" label="Dismiss" className="noscript:hidden" onClick={onClose}>
        <Icon name="close" className="size-4" />
      </IconButton>
    </div>
  )
}
