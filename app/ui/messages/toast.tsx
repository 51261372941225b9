import { Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { lazyPart } from '../browser/lazy-part.ts'

// Browsers load it after the page, before its first use.
const ToastCard = lazyPart(() => import('./toast-card.tsx'), 'ToastCard')

export interface Toast {
  text: string
  tone: 'good' | 'bad'
  link?: { to: string; label: string }
  time?: { label: string; at: string }
  action?: ToastAction
  /** A form of one button, which works without scripts too. */
  form?: ToastForm
}

export interface ToastForm {
  label: string
  action: string
  fields: Record<string, string>
}

/** Runs a function, or sends a form again without leaving the page. */
export type ToastAction = { label: string } & (
  | { run: () => void }
  | { form: { action: string; body: FormData } }
)

export interface ShownToasts {
  toasts: Toast[]
  pathname: string
}

type ToastEvent = Pick<ShownToasts, 'toasts'> & Partial<ShownToasts>

const eventName = 'dojo:toast'

/** For event handlers in the browser; on the server use withToast. */
export function showToast(text: string, tone: Toast['tone'] = 'good', action?: Toast['action']) {
  dispatch({ toasts: [{ text, tone, action }] })
}

export function showToastOn(pathname: string, text: string, link?: Toast['link']) {
  dispatch({ toasts: [{ text, tone: 'good', ...(link && { link }) }], pathname })
}

function dispatch(detail: ToastEvent) {
  window.dispatchEvent(new CustomEvent(eventName, { detail }))
}

/**
 * Messages at the bottom of the page, announced politely and removed with the page or by the next ones. Errors stay until
 * dismissed, others while they are pointed at or have the focus.
 */
export function ToastRegion({ toasts }: { toasts: Toast[] }) {
  const { pathname } = useLocation()
  const [current, setCurrent] = useState<ShownToasts>({ toasts, pathname })
  const path = useRef(pathname)

  useEffect(() => {
    path.current = pathname
    setCurrent((before) => (before.pathname === pathname ? before : { toasts: [], pathname }))
  }, [pathname])
  useEffect(() => {
    if (toasts.length > 0) setCurrent({ toasts, pathname: path.current })
  }, [toasts])
  useEffect(() => {
    const listener = (event: Event) =>
      setCurrent({ pathname: path.current, ...(event as CustomEvent<ToastEvent>).detail })
    window.addEventListener(eventName, listener)
    // A message may say that the network is lost.
    ToastCard.preload()
    return () => window.removeEventListener(eventName, listener)
  }, [])
  const shown = current.pathname === pathname ? current.toasts : []
  const dialog = shown.some(({ action }) => action) && document.querySelector('dialog:modal')
  const cards = (
    <Suspense>
      {shown.map((toast) => (
        <ToastCard key={toast.text} toast={toast} setShown={setCurrent} />
      ))}
    </Suspense>
  )

  return (
    <>
      {/* Everything outside of an open dialog is inert. */}
      {dialog &&
        createPortal(
          <div role="status" className={place}>
            {cards}
          </div>,
          dialog,
        )}
      <div role="status" data-toasts="" className={place}>
        {!dialog && cards}
      </div>
    </>
  )
}

const place =
  'pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--action-bar)+var(--tab-bar)+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 max-lg:in-[body:has([data-bottom-bar])]:bottom-[calc(13.5rem+env(safe-area-inset-bottom))] lg:in-[body:has([data-queue])]:bottom-48 lg:in-[body:has([data-queue])]:left-[60%]'
