import { useEffect } from 'react'
import { Link, useFetcher, useLocation, useRevalidator } from 'react-router'
import type { Failure } from '#app/forms/submit.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { memberName } from '#app/ui/names.ts'
import { Time } from '#app/ui/time.tsx'
import { showToast } from '#app/ui/toast.tsx'
import type { SubmissionRow } from '#domain/submissions/admin-list.server.ts'
import { ConfirmLink } from '../components/confirm-dialog.tsx'
import { excerptText, RowImage } from '../components/row-image.tsx'
import { SUBMISSIONS_PATH } from '../paths.ts'
import { submissionLabel, TITLES } from './statuses.ts'

export function SubmissionRows({ rows }: { rows: readonly SubmissionRow[] }) {
  return (
    <table className="data-table list-table">
      <thead>
        <tr>
          <th scope="col">Submission</th>
          <th scope="col">User</th>
          <th scope="col">Challenge</th>
          <th scope="col">Status</th>
          <th scope="col">Date</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row }: { row: SubmissionRow }) {
  const { title, excerpt, imageUrl, user, challenge, status, rejectionReason, submittedAt } = row
  return (
    <tr>
      <td>
        <div className="list-subject">
          <RowImage imageUrl={imageUrl} fallback="submission" />
          <div className="min-w-0">
            <p className="font-semibold">{title}</p>
            <p className="text-small text-muted">{excerptText(excerpt)}</p>
          </div>
        </div>
      </td>
      <td data-label="User">
        {user.isDeleted ? (
          <span className="text-muted">{memberName(user.displayName)} (deleted)</span>
        ) : (
          <Link to={`/profile/${user.id}`} className="row-link gap-2">
            <Avatar photoUrl={user.photoUrl} rank={user.rank} size="tiny" />
            {memberName(user.displayName)}
          </Link>
        )}
      </td>
      <td data-label="Challenge">
        <Link to={`/challenges/${challenge.id}`} className="hover:underline">
          {challenge.title}
        </Link>
      </td>
      <td data-label="Status">
        <Badge tone={status} on="bare">
          {submissionLabel(status)}
        </Badge>
        {status === 'rejected' && rejectionReason && (
          <p className="mt-0.5 text-small text-muted">{rejectionReason}</p>
        )}
      </td>
      <td data-label="Date" className="figures">
        <Time value={submittedAt} style="short" />
      </td>
      <td>
        <SubmissionActions row={row} />
      </td>
    </tr>
  )
}

/** The actions of a submission: approve and reject while pending, view and delete always (ADM-38). */
function SubmissionActions({ row }: { row: SubmissionRow }) {
  const { id, title, status, challenge } = row
  const path = `${SUBMISSIONS_PATH}/${id}`
  return (
    <div className="row-actions">
      <Link
        to={`/challenges/${challenge.id}/submissions/${id}`}
        target="_blank"
        rel="noopener"
        className="row-link"
        aria-label={`View ${title} in a new tab`}
      >
        View
      </Link>
      {status === 'pending' && (
        <>
          <ActionButton path={`${path}/approve`} about={title}>
            Approve
          </ActionButton>
          <ConfirmLink path={`${path}/reject`} title={TITLES.reject} about={title}>
            Reject
          </ConfirmLink>
        </>
      )}
      <ConfirmLink path={`${path}/delete`} title={TITLES.remove} about={title} danger>
        Delete
      </ConfirmLink>
    </div>
  )
}

interface Props {
  path: string
  about: string
  children: string
}

/** A button that acts without confirmation. */
function ActionButton({ path, about, children }: Props) {
  const { pathname, search } = useLocation()
  const { Form, data, state } = useFetcher<Failure>()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!data) return
    showToast(data.message, 'bad')
    revalidate()
  }, [data, revalidate])
  const pending = state !== 'idle'
  return (
    <Form method="post" action={path} preventScrollReset>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button
        type="submit"
        className="row-link"
        aria-label={`${children} ${about}`}
        aria-disabled={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : undefined}
      >
        {children}
      </button>
    </Form>
  )
}
