import { createContext, use, useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useLocation, useRevalidator } from 'react-router'
import { signedOutMessage } from '#app/forms/refusals.ts'
import type { Failure } from '#app/forms/submit.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { type Confirmation, confirmationUrl } from './confirmation.ts'
import { useFocusAfter } from './use-focus-after.ts'

interface OpenConfirmation {
  path: string
  title: string
}

const ConfirmContext = createContext<(asked: OpenConfirmation) => void>(() => {})

interface HostProps {
  /** What the list is called. */
  label: string
  children: React.ReactNode
}

/** A list whose confirmations open in a dialog over it. */
export function ConfirmHost({ label, children }: HostProps) {
  const { key } = useLocation()
  const [question, setQuestion] = useState<(OpenConfirmation & { key: string }) | null>(null)
  // A deed that is done leads back to the list, which then has a new key.
  const asked = question?.key === key ? question : null
  const close = () => setQuestion(null)
  const region = useFocusAfter(asked !== null)
  const watch = useFocusKept(region)
  return (
    <ConfirmContext value={(next) => setQuestion({ ...next, key })}>
      <section ref={region} {...watch} tabIndex={-1} aria-label={label} className="outline-none">
        {children}
      </section>
      <Dialog open={asked !== null} onClose={close} title={asked?.title ?? ''}>
        {asked && <ConfirmationDialog key={asked.path} path={asked.path} onCancel={close} />}
      </Dialog>
    </ConfirmContext>
  )
}

interface LinkProps {
  /** The confirmation's own address. */
  path: string
  title: string
  /** Whom it is about, for those who hear a list of links. */
  about: string
  danger?: boolean
  children: string
}

/** Leads to a confirmation: to its page, or to the dialog that shows the same. */
export function ConfirmLink({ path, title, about, danger, children }: LinkProps) {
  const { pathname, search } = useLocation()
  const ask = use(ConfirmContext)

  function open(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    ask({ path, title })
  }

  return (
    <Link
      to={confirmationUrl(path, pathname + search)}
      onClick={open}
      aria-label={`${children} ${about}`}
      className={danger ? 'row-link row-danger' : 'row-link'}
    >
      {children}
    </Link>
  )
}

function ConfirmationDialog({ path, onCancel }: { path: string; onCancel: () => void }) {
  const { pathname, search } = useLocation()
  const { load, data } = useFetcher<Confirmation>()
  const deed = useFetcher<Failure>()
  const message = deed.data?.message ?? null
  useEffect(() => void load(path), [load, path])
  useOutcomeToast(message)

  if (!data) return <Spinner label="Loading" />
  return (
    <ConfirmForm
      confirmation={data}
      Form={deed.Form as typeof import('react-router').Form}
      action={path}
      returnTo={pathname + search}
      pending={deed.state !== 'idle'}
      message={message}
      cancel={
        <Button type="button" variant="secondary" onClick={onCancel}>
          {data.refusal ? 'Close' : 'Cancel'}
        </Button>
      }
    />
  )
}

/** What was refused may have been done by someone else: the list is to show it, unless it is shown to nobody now. */
function useOutcomeToast(message: string | null) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (message && message !== signedOutMessage) revalidate()
  }, [message, revalidate])
}

/** A place that takes the focus where the control in it that had it is no longer there. For its onFocus and onBlur. */
function useFocusKept(place: React.RefObject<HTMLElement | null>) {
  const inside = useRef(false)
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true })
    }
  })
  return {
    onFocus() {
      inside.current = true
    },
    onBlur() {
      inside.current = false
    },
  }
}
