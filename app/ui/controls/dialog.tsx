import { useEffect, useId, useRef } from 'react'
import { Icon } from '#app/ui/icons/icon.tsx'

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
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={heading} className="text-card">
          {title}
        </h2>
        <button type="button" className="icon-button -mt-2 -mr-2" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {open && children}
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
