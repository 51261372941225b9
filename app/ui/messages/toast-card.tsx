import { useCallback, useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { Button, IconButton } from '../button.tsx'
import { HiddenFields } from '../fields/hidden-fields.tsx'
import { Icon } from '../icon.tsx'
import { TextLink } from '../text-link.tsx'
import { Time } from '../time.tsx'
import type { ShownToasts, Toast, ToastAction, ToastForm } from './toast.tsx'

const shownFor = 7_000

export function ToastCard({
  toast,
  setShown,
}: {
  toast: Toast
  setShown: React.Dispatch<React.SetStateAction<ShownToasts>>
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
            {toast.time.label}: <Time value={toast.time.at} format="shorttime" />
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
