import { useCallback, useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

export interface Toast {
  text: string
  tone: 'good' | 'bad'
}

const eventName = 'dojo:toast'
const shownFor = 7_000

/** From an event handler in the browser; forms answer with withToast on the server. */
export function showToast(text: string, tone: Toast['tone'] = 'good') {
  window.dispatchEvent(new CustomEvent<Toast>(eventName, { detail: { text, tone } }))
}

/** Messages at the foot of the page, read out politely. Bad news stays until it is put away. */
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
    <div role="status" className="toast-region">
      {shown && <ToastCard toast={shown} onClose={putAway} />}
    </div>
  )
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || toast.tone === 'bad') return
    const timer = setTimeout(onClose, shownFor)
    return () => clearTimeout(timer)
  }, [toast, held, onClose])

  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) }
  return (
    <div className={`toast toast-${toast.tone}`} {...hold}>
      <Icon name={toast.tone === 'good' ? 'check' : 'warning'} />
      <p>{toast.text}</p>
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={onClose}>
        <Icon name="close" className="size-4" />
      </button>
    </div>
  )
}
