import { createContext, use, useEffect, useRef } from 'react'
import { type Form, useFetcher, useLocation } from 'react-router'
import { useOnAccepted, useReloadAfterRefusal } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { type Confirmation, ConfirmForm } from '#app/parts/fields/confirm-form.tsx'
import { isFocusLost } from '#app/ui/browser/focus.ts'
import { Button, ButtonLink, Spinner } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { RowLink } from '../list/row.tsx'
import { RowActionsContext, useRowActions } from '../list/row-outcome.ts'
import { confirmationUrl } from './confirmation.ts'
import { useOpened } from './opened.ts'

interface OpenConfirmation {
  path: string
  title: string
}

const ConfirmContext = createContext<(confirmation: OpenConfirmation) => void>(() => {})

interface HostProps {
  label: string
  children: React.ReactNode
}

export function ConfirmHost({ label, children }: HostProps) {
  const { opened: confirmation, open, close } = useOpened<OpenConfirmation>()
  const { region, ...focusHandlers } = useFocusKept(confirmation !== null)
  const { rowActions, onSubmit } = useRowActions()
  return (
    <ConfirmContext value={open}>
      <RowActionsContext value={rowActions}>
        <div className="contents" onSubmit={onSubmit}>
          <section ref={region} {...focusHandlers} tabIndex={-1} aria-label={label}>
            {children}
          </section>
          <Dialog open={confirmation !== null} onClose={close} title={confirmation?.title ?? ''}>
            {confirmation && (
              <ConfirmationDialog key={confirmation.path} path={confirmation.path} onClose={close} />
            )}
          </Dialog>
        </div>
      </RowActionsContext>
    </ConfirmContext>
  )
}

interface LinkProps {
  path: string
  title: string
  /** The subject, for the accessible name of the link. */
  about: string
  danger?: boolean
  /** By default an action of a row. */
  look?: 'row' | 'button'
  children: string
}

/** Opens a confirmation in the dialog, or as a page without scripts. */
export function ConfirmLink({ path, title, about, danger, look = 'row', children }: LinkProps) {
  const { pathname, search } = useLocation()
  const openConfirmation = use(ConfirmContext)

  function open(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    openConfirmation({ path, title })
  }

  const link = { to: confirmationUrl(path, pathname + search), onClick: open }
  if (look === 'button')
    return (
      <ButtonLink {...link} variant={danger ? 'danger' : 'secondary'} aria-label={`${children} ${about}`}>
        {children}
      </ButtonLink>
    )
  return (
    <RowLink {...link} label={`${children} ${about}`} danger={danger}>
      {children}
    </RowLink>
  )
}

interface DialogProps {
  path: string
  onClose: () => void
}

function ConfirmationDialog({ path, onClose }: DialogProps) {
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<Failure>()
  useReloadAfterRefusal(fetcher.data)
  useOnAccepted(fetcher, onClose)
  const { load, data: confirmation } = useFetcher<Confirmation>()
  useEffect(() => void load(path), [load, path])
  if (!confirmation) return <Spinner label="Loading" />
  return (
    <ConfirmForm
      confirmation={confirmation}
      Form={fetcher.Form as typeof Form}
      action={path}
      returnTo={pathname + search}
      pending={fetcher.state !== 'idle'}
      failure={fetcher.data}
      cancel={
        <Button type="button" variant="secondary" onClick={onClose}>
          {confirmation.refusal ? 'Close' : (confirmation.dismissLabel ?? 'Cancel')}
        </Button>
      }
    />
  )
}

/**
 * When the focused control of a list was removed, or the one that opened a dialog, focuses its row, or the list if the
 * row is gone too. Not another control of the row: a key pressed twice must not use it.
 */
function useFocusKept(dialogOpen: boolean) {
  const region = useRef<HTMLElement>(null)
  const row = useRef<HTMLElement>(null)
  const inside = useRef(false)
  const wasOpen = useRef(false)
  useEffect(() => {
    const isClosed = wasOpen.current && !dialogOpen
    wasOpen.current = dialogOpen
    if (!(inside.current || isClosed) || !isFocusLost()) return
    const element = row.current?.isConnected ? row.current : region.current
    element?.setAttribute('tabindex', '-1')
    element?.focus({ preventScroll: true })
  })
  return {
    region,
    onFocus({ target }: React.FocusEvent<HTMLElement>) {
      row.current = target.closest('tr')
      inside.current = true
    },
    onBlur() {
      inside.current = false
    },
  }
}

/** Focuses the element after a dialog closes if the control that opened it was removed. */
export function useFocusAfter<Element extends HTMLElement = HTMLElement>(open: boolean) {
  const region = useRef<Element>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open && isFocusLost()) {
      region.current?.focus({ preventScroll: true })
    }
    wasOpen.current = open
  }, [open])
  return region
}
