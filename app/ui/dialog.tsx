import { useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  wide?: boolean
  children: React.ReactNode
}

/** The browser's own modal: Escape, the backdrop and the cross close it, and the focus goes back where it was. */
export function Dialog({ open, onClose, title, wide, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  useEffect(() => closeFromBackdrop(dialog.current), [])

  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={heading}
      onClose={onClose}
    >
      <h2 id={heading} className="mr-10 mb-4 text-card">
        {title}
      </h2>
      {open && children}
      {/* Last in order, so that the focus begins at the dialog's own first control. */}
      <button type="button" className="dialog-close icon-button" aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  )
}

function closeFromBackdrop(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  const onClick = (event: MouseEvent) => {
    if (event.target === dialog && !isInside(event, dialog.getBoundingClientRect())) dialog.close()
  }
  dialog.addEventListener('click', onClick)
  return () => dialog.removeEventListener('click', onClick)
}

function isInside({ clientX, clientY }: MouseEvent, box: DOMRect): boolean {
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
}
