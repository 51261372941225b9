import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useSubmit } from 'react-router'
import { Button, IconButton } from './button.tsx'
import { HiddenFields } from './fields/hidden-fields.tsx'
import { Icon } from './icon.tsx'
import { TextLink } from './text-link.tsx'
import { Time } from './time.tsx'

export interface Toast {
  text: string
  tone: 'good' | 'bad'
  link?: { to: string; label: string }
  /** After the text, in the visitor's zone. */
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
type ToastAction = { label: string } & ({ run: () => void } | { form: { action: string; body: FormData } })

interface Shown {
  toasts: Toast[]
  pathname: string
}

type ToastEvent = Pick<Shown, 'toasts'> & Partial<Shown>

const eventName = 'dojo:toast'
const shownFor = 7_000

/** For event handlers in the browser; on the server use withToast. */
export function showToast(text: string, tone: Toast['tone'] = 'good', action?: Toast['action']) {
  dispatch({ toasts: [{ text, tone, action }] })
}

/** Shows the message on the next page. */
export function showToastOn(pathname: string, text: string) {
  dispatch({ toasts: [{ text, tone: 'good' }], pathname })
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
  const [current, setCurrent] = useState<Shown>({ toasts, pathname })
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
    return () => window.removeEventListener(eventName, listener)
  }, [])
  const shown = current.pathname === pathname ? current.toasts : []
  const dialog = shown.some(({ action }) => action) && document.querySelector('dialog:modal')
  const cards = shown.map((toast) => <ToastCard key={toast.text} toast={toast} setShown={setCurrent} />)

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

function ToastCard({
  toast,
  setShown,
}: {
  toast: Toast
  setShown: React.Dispatch<React.SetStateAction<Shown>>
}) {
  const [held, setHeld] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const isGood = toast.tone === 'good'
  const onClose = useCallback(
    () => setShown(({ toasts, ...page }) => ({ ...page, toasts: toasts.filter((other) => other !== toast) })),
    [toast, setShown],
  )
  // It may have the focus or the pointer since before hydration.
  useEffect(() => setHeld(card.current?.matches(':hover, :focus-within') ?? false), [])
  useEffect(() => {
    if (held || !isGood) return
    const timer = setTimeout(onClose, shownFor)
    return () => clearTimeout(timer)
  }, [isGood, held, onClose])

  const [hold, release] = [() => setHeld(true), () => setHeld(false)]
  const holding = { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release }
  return (
    <div
      ref={card}
      className="pointer-events-auto flex w-[min(100%,30rem)] animate-rise items-center gap-3 rounded-[14px] border border-line bg-panel py-2.5 pr-2 pl-4 text-calm shadow-float"
      {...holding}
    >
      <Icon
        name={isGood ? 'check' : 'warning'}
        className={`size-5 ${isGood ? 'text-good-text' : 'text-bad'}`}
      />
      <p className="flex-1">
        <span>{toast.text}</span>{' '}
        {toast.time && (
          <span>
            {toast.time.label}: <Time value={toast.time.at} style="shorttime" />
          </span>
        )}
        {toast.link && <TextLink to={toast.link.to}>{toast.link.label}</TextLink>}
      </p>
      {toast.form && <ToastFormButton form={toast.form} onSent={onClose} />}
      {toast.action && <ToastButton action={toast.action} onClose={onClose} />}
      <IconButton variant="small" label="Dismiss" className="noscript:hidden" onClick={onClose}>
        <Icon name="close" className="size-4" />
      </IconButton>
    </div>
  )
}

function ToastFormButton({ form, onSent }: { form: ToastForm; onSent: () => void }) {
  const submit = useSubmit()
  return (
    <form
      method="post"
      action={form.action}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget, { navigate: false })
        onSent()
      }}
    >
      <HiddenFields values={form.fields} />
      <Button variant="secondary" size="small">
        {form.label}
      </Button>
    </form>
  )
}

function ToastButton({ action, onClose }: { action: ToastAction; onClose: () => void }) {
  const submit = useSubmit()
  function run() {
    onClose()
    if ('run' in action) return action.run()
    submit(action.form.body, { method: 'post', action: action.form.action, navigate: false })
  }
  return (
    <Button type="button" variant="secondary" size="small" onClick={run}>
      {action.label}
    </Button>
  )
}
