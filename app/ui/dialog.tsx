import { useEffect, useId, useRef } from 'react'
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
 * A native modal: Escape, the close button, and the backdrop while no text is written close it; the focus returns to
 * the control that opened it.
 */
export function Dialog({ open, onClose, title, wide, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  useEffect(() => closeFromBackdrop(dialog.current), [])

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

function closeFromBackdrop(dialog: HTMLDialogElement | null) {
  // Text that is selected with the mouse may end beside the dialog: the browser takes that for a click there.
  let hasBegunBeside = false
  dialog?.addEventListener('pointerdown', (event) => {
    hasBegunBeside = isBeside(event, dialog)
  })
  dialog?.addEventListener('click', (event) => {
    if (hasBegunBeside && isBeside(event, dialog) && !hasText(dialog)) dialog.close()
  })
}

/** Text that a touch beside the dialog must not lose. */
function hasText(dialog: HTMLDialogElement): boolean {
  const fields = dialog.querySelectorAll<HTMLInputElement>(
    'textarea, input[type="text"], input[type="number"]',
  )
  return [...fields].some(({ value }) => value)
}

function isBeside({ target, clientX, clientY }: MouseEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}
