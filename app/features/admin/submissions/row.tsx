import { use, useRef } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { useOnAccepted, useRefusalToast } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ControlSlot } from '#app/ui/control-slot.tsx'
import type { Judgement } from '#domain/moderation/rules.ts'
import type { SubmissionRow } from '#domain/submissions/admin-list.server.ts'
import { ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { RowActions, RowButton, RowLink, RowOutcome } from '../list/row.tsx'
import { RowActionsContext, useRowOutcome } from '../list/row-outcome.ts'
import { SUBMISSIONS_PATH } from '../paths.ts'
import { MODERATION, submissionLabel } from './statuses.ts'

export function Status({ row }: { row: SubmissionRow }) {
  const { action, gone } = useRowOutcome(row.id)
  const judgement = useJudgement(row)
  const current = judgement ?? (action === 'undo' && gone ? row.statusBefore : row.status)
  return (
    <>
      <Badge tone={current} on="bare">
        {submissionLabel(current)}
      </Badge>
      {current === 'rejected' && row.rejectionReason && (
        <p
          dir="auto"
          className="mt-0.5 line-clamp-3 text-small wrap-anywhere text-muted"
          title={row.rejectionReason}
        >
          {row.rejectionReason}
        </p>
      )}
    </>
  )
}

/** The status that an administrator gave in this visit or a short time ago. */
function useJudgement({ id, status, isUndoable }: SubmissionRow): Judgement | null {
  const { action, gone } = useRowOutcome(id)
  if (gone && action === 'approve') return 'approved'
  if (gone && action === 'reject') return 'rejected'
  // Of a row that left the list otherwise, the listed status is not the current one.
  if (status === 'pending' || gone) return null
  return isUndoable || action === 'approve' || action === 'reject' ? status : null
}

/**
 * The actions of a submission: approve while pending, reject unless rejected, undo for a while, view and delete always
 * (ADM-38).
 */
export function SubmissionActions({ row }: { row: SubmissionRow }) {
  const { id, title, status, challenge } = row
  const path = `${SUBMISSIONS_PATH}/${id}`
  const { action, gone } = useRowOutcome(id)
  const judgement = useJudgement(row)
  const isJudgedHere = judgement !== null && (action === 'approve' || action === 'reject')
  return (
    <RowActions gone={judgement ? null : gone}>
      <RowLink
        to={`/challenges/${challenge.id}/submissions/${id}`}
        target="_blank"
        label={`View ${title} in a new tab`}
      >
        View
      </RowLink>
      {judgement && !isJudgedHere && <UndoButton row={row} judgement={judgement} />}
      {(status !== 'rejected' || isJudgedHere) && (
        <ControlSlot
          outcome={isJudgedHere ? <JudgementOutcome row={row} judgement={judgement} /> : null}
          className="stacked:flex-wrap stacked:gap-2"
        >
          {(status === 'pending' || isJudgedHere) && (
            <ActionButton row={row} action="approve">
              Approve
            </ActionButton>
          )}
          <ConfirmLink path={`${path}/reject`} title={MODERATION.reject.title} about={title}>
            Reject
          </ConfirmLink>
        </ControlSlot>
      )}
      <ConfirmLink path={`${path}/delete`} title={MODERATION.delete.title} about={title} danger>
        Delete
      </ConfirmLink>
    </RowActions>
  )
}

/** The undo button is not where the approve button was: a second click on that must not undo it. */
function JudgementOutcome({ row, judgement }: { row: SubmissionRow; judgement: Judgement }) {
  return (
    <>
      <RowOutcome>
        <span className="sr-only stacked:not-sr-only">{submissionLabel(judgement)}</span>
      </RowOutcome>
      <UndoButton row={row} judgement={judgement} />
    </>
  )
}

function UndoButton({ row, judgement }: { row: SubmissionRow; judgement: Judgement }) {
  return (
    <ActionButton row={row} action="undo" judgement={judgement}>
      Undo
    </ActionButton>
  )
}

interface ActionButtonProps {
  row: SubmissionRow
  action: 'approve' | 'undo'
  /** The status that the action undoes. */
  judgement?: Judgement
  children: string
}

/** Acts on the listed version without confirmation. */
function ActionButton({ row, action, judgement, children }: ActionButtonProps) {
  const { id, title, version, judgementVersion } = row
  const { pathname, search } = useLocation()
  const { Form, data, state } = useFetcher<Failure>()
  const { remember } = use(RowActionsContext)
  // A row that left the list is as it was before the judgement.
  const isCurrent = !useRowOutcome(id).gone
  const path = `${SUBMISSIONS_PATH}/${id}/${action}`
  useOnAccepted({ state, data }, () => remember(id, action))
  const form = useRef<HTMLFormElement>(null)
  useRefusalToast(data, form)
  const pending = state !== 'idle'
  return (
    <Form ref={form} method="post" action={path} preventScrollReset>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <input type="hidden" name="version" value={version} />
      {judgement && <input type="hidden" name="judgement" value={judgement} />}
      {judgement && isCurrent && judgementVersion !== null && (
        <input type="hidden" name="judged" value={judgementVersion} />
      )}
      <RowButton
        label={`${children} ${title}`}
        aria-disabled={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : undefined}
      >
        {children}
      </RowButton>
    </Form>
  )
}
