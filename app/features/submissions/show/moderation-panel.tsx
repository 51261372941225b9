import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation, useRevalidator } from 'react-router'
import { useRefusalToast, useSendOnce } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { LoadedConfirmation } from '#app/parts/fields/confirm-form.tsx'
import { submissionPath } from '#app/parts/paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { isFocusLost } from '#app/ui/focus.ts'
import { KeyCap, useShortcutKeys } from '#app/ui/shortcut-keys.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'

interface Props {
  submission: Pick<SubmissionDetail, 'id' | 'status'>
  moderation: NonNullable<SubmissionDetail['moderation']>
}

const LABELS = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const

/** What administrators do on the page of a submission (SUB-72). Only their browsers load it. */
export function ModerationPanel({ submission, moderation }: Props) {
  const { id, status } = submission
  const { version, isUndoable, judgementVersion, next } = moderation
  const panel = useFocusKept(status)
  const dialog = useRejection(`${id} ${status}`)
  const { areOn, turnOn } = useShortcutKeys(panel)
  return (
    <Card
      as="section"
      flush
      ref={panel}
      tabIndex={-1}
      aria-label="Moderation"
      className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3 px-5.5 py-3.5"
    >
      <Badge tone={status} on="bare">
        {LABELS[status]}
      </Badge>
      <div className="flex flex-wrap gap-2.5">
        {status === 'pending' && (
          <ActionForm key={id} id={id} action="approve" fields={{ version: `${version}` }}>
            <Button size="small" aria-keyshortcuts="A">
              Approve
              {areOn && <KeyCap>A</KeyCap>}
            </Button>
          </ActionForm>
        )}
        {status !== 'rejected' && (
          <ButtonLink
            to={dialog.address}
            variant="danger"
            size="small"
            aria-keyshortcuts="R"
            onClick={dialog.open}
          >
            Reject
            {areOn && <KeyCap>R</KeyCap>}
          </ButtonLink>
        )}
        {status !== 'pending' && isUndoable && (
          <ActionForm
            key={id}
            id={id}
            action="undo"
            fields={{ version: `${version}`, judgement: status, judged: `${judgementVersion}` }}
          >
            <Button variant="secondary" size="small">
              {status === 'approved' ? 'Undo Approval' : 'Undo Rejection'}
            </Button>
          </ActionForm>
        )}
      </div>
      <Checkbox
        label={<span className="text-small text-muted">Keys A and R</span>}
        checked={areOn}
        onChange={({ currentTarget }) => turnOn(currentTarget.checked)}
        className="pointer-coarse:hidden noscript:hidden"
      />
      <p className="ml-auto text-calm">
        {next ? (
          <ArrowLink to={submissionPath(next)}>Next pending</ArrowLink>
        ) : (
          <span className="text-muted">No other pending submission</span>
        )}
      </p>
      <Dialog open={dialog.isOpen} onClose={dialog.close} title="Reject Submission">
        <RejectionDialog {...dialog} />
      </Dialog>
    </Card>
  )
}

interface ActionFormProps {
  id: string
  action: 'approve' | 'undo'
  fields: Record<string, string>
  children: React.ReactNode
}

/** Acts on the version that the page shows, and returns to it. */
function ActionForm({ id, action, fields, children }: ActionFormProps) {
  const { pathname } = useLocation()
  const path = `/admin/submissions/${id}/${action}`
  const { Form, data, state } = useFetcher<Failure>()
  const form = useRef<HTMLFormElement>(null)
  const sendOnce = useSendOnce(state !== 'idle')
  useRefusalToast(data, form)
  return (
    <Form
      ref={form}
      method="post"
      action={path}
      preventScrollReset
      onSubmit={sendOnce}
      aria-busy={state !== 'idle'}
    >
      <input type="hidden" name="returnTo" value={pathname} />
      <HiddenFields values={fields} />
      {children}
    </Form>
  )
}

/** The dialog with the confirmation of a rejection. It closes when the submission has another status. */
function useRejection(subject: string) {
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useState<string | null>(null)
  const [id] = subject.split(' ')
  const path = `/admin/submissions/${id}/reject`
  return {
    path,
    address: `${path}?${new URLSearchParams({ returnTo: pathname })}`,
    returnTo: pathname,
    isOpen: opened === subject,
    open(event: React.MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      setOpened(subject)
    },
    close() {
      setOpened(null)
      // Another administrator may have acted, which a refusal in the dialog said.
      revalidate()
    },
  }
}

function RejectionDialog({ path, returnTo, close }: Omit<ReturnType<typeof useRejection>, 'open'>) {
  const fetcher = useFetcher<Failure>()
  return <LoadedConfirmation path={path} returnTo={returnTo} fetcher={fetcher} onClose={close} />
}

/** Focuses the panel when the button that was used is gone. */
function useFocusKept(status: string) {
  const panel = useRef<HTMLElement>(null)
  const last = useRef(status)
  useEffect(() => {
    if (last.current === status) return
    last.current = status
    if (isFocusLost()) panel.current?.focus({ preventScroll: true })
  }, [status])
  return panel
}
