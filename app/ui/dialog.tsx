import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { Card } from './card.tsx'
import { Icon } from './icon.tsx'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  wide?: boolean
  children: React.ReactNode
}

/**
 * A native modal: Escape, the close button, and the backdrop unless something was typed close it; the focus returns to
 * the control that opened it.
 */
export function Dialog({ open, onClose, title, wide, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const [isTyped, setTyped] = useState(false)
  useEffect(() => {
    setTyped(false)
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  // The browser closes the dialog and moves the focus before its `close` event, so the dialog may be open again by then.
  function onCancel({ target, currentTarget }: React.SyntheticEvent) {
    if (target === currentTarget) onClose()
  }
  function onClosed() {
    if (!dialog.current?.open) onClose()
  }

  return (
    <Card
      as="dialog"
      ref={dialog}
      className={`m-auto max-h-[calc(100dvh-2rem)] overflow-y-auto text-ink backdrop:bg-[rgb(5_7_11/0.72)] ${wide ? 'w-[min(100vw-2rem,72rem)]' : 'w-[min(100vw-2rem,34rem)]'}`}
      aria-labelledby={heading}
      closedby={isTyped ? 'closerequest' : 'any'}
      onInput={() => setTyped(true)}
      onCancel={onCancel}
      onClose={onClosed}
    >
      <h2 id={heading} className="mr-10 mb-4 text-card">
        {title}
      </h2>
      {open && children}
      {/* Last in order, so that the focus begins at the dialog's own first control. */}
      <IconButton label="Close" data-close="" className="absolute top-3.5 right-3.5" onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </Card>
  )
}
