import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Select } from '#app/ui/field.tsx'
import { memberName } from '#app/ui/names.ts'
import { formatCount, formatNumber, NumberText } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { VoteShares } from '#domain/reporting/dashboard.server.ts'
import { EXPORTS } from '../paths.ts'
import { Panel } from './panel.tsx'

interface Props {
  /** Null if they could not be loaded; without shares if no challenge is in voting. */
  votes: { shares: VoteShares | null } | null
}

/** The votes of a challenge by submission. */
export function VotesChart({ votes }: Props) {
  if (!votes) return <ErrorPanel message="Failed to load votes" />
  const { shares } = votes
  if (!shares) {
    return (
      <Panel id="votes" title="Votes by entry">
        <p className="panel-empty">No challenge is in voting</p>
      </Panel>
    )
  }
  return (
    <Panel id="votes" title="Votes by entry" subtitle={subtitle(shares)}>
      <ChooseChallenge shares={shares} />
      {shares.submissions.length === 0 ? (
        <p className="panel-empty">No votes yet</p>
      ) : (
        <Shares shares={shares} />
      )}
    </Panel>
  )
}

function Shares({ shares }: { shares: VoteShares }) {
  return (
    <>
      <Bars shares={shares} />
      <div className="plot-foot">
        <TextLink as="a" href={`${EXPORTS.submissions}?challenge=${shares.id}`}>
          Export results
        </TextLink>
      </div>
      <details className="plot-details disclosure">
        <summary>Show as table</summary>
        <VotesTable shares={shares} />
      </details>
    </>
  )
}

function subtitle({ votes, participants, status }: VoteShares): string {
  const sum = `${formatCount(votes, 'vote')} on ${formatCount(participants, 'entry', 'entries')}`
  return status === 'completed' ? `${sum}, completed` : `${sum} so far`
}

/** The same as a table, with authors and shares. */
function VotesTable({ shares }: { shares: VoteShares }) {
  const { title, submissions, votes } = shares
  const rest = restOf(shares)
  const share = (of: number) => `${((100 * of) / Math.max(1, votes)).toFixed(1)}%`
  return (
    <table className="data-table number-table figures">
      <caption className="sr-only">Votes by entry of {title}</caption>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">Votes</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {submissions.map((submission, index) => (
          <tr key={submission.id}>
            <th scope="row">
              {index + 1}. {submission.title}{' '}
              <span className="text-muted">by {memberName(submission.authorName)}</span>
            </th>
            <td>{formatNumber(submission.votes)}</td>
            <td>{share(submission.votes)}</td>
          </tr>
        ))}
        {rest.submissions > 0 && (
          <tr>
            <th scope="row">All others ({formatNumber(rest.submissions)})</th>
            <td>{formatNumber(rest.votes)}</td>
            <td>{share(rest.votes)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** A bar for each submission with many votes; the others are summed up in one line. */
function Bars({ shares }: { shares: VoteShares }) {
  const { id, submissions } = shares
  const most = submissions[0]?.votes ?? 1
  return (
    <div className="px-6 pb-5">
      <ol className="bars">
        {submissions.map((submission, index) => (
          <li key={submission.id} className="bar-row">
            <span className="bar-place figures">{index + 1}</span>
            <Link to={`/challenges/${id}/submissions/${submission.id}`} className="bar-name">
              {submission.title}
            </Link>
            <svg width="100%" height="12" className="bar" aria-hidden="true">
              <rect width="100%" height="12" rx="6" className="bar-track" />
              <rect
                width={`${((100 * submission.votes) / most).toFixed(2)}%`}
                height="12"
                rx="6"
                className={index < 3 ? 'bar-first' : 'bar-other'}
              />
            </svg>
            <span className="bar-votes">
              <NumberText value={submission.votes} className="font-semibold" />
              <span className="sr-only"> {submission.votes === 1 ? 'vote' : 'votes'}</span>
            </span>
          </li>
        ))}
      </ol>
      <Rest shares={shares} />
    </div>
  )
}

function Rest({ shares }: { shares: VoteShares }) {
  const { submissions, votes } = restOf(shares)
  if (submissions === 0) return null
  const having = votes === 0 ? 'without votes' : `with ${formatCount(votes, 'vote')}`
  return (
    <p className="bar-rest">
      {formatCount(submissions, 'more entry', 'more entries')} {having}
      {submissions > 1 && votes > 0 && ' together'}
    </p>
  )
}

/** The sum of the submissions without a bar. */
function restOf({ participants, votes, submissions }: VoteShares): { submissions: number; votes: number } {
  return {
    submissions: Math.max(0, participants - submissions.length),
    votes: Math.max(0, votes - submissions.reduce((sum, submission) => sum + submission.votes, 0)),
  }
}

/** Selects the challenge, which is a query parameter. */
function ChooseChallenge({ shares }: { shares: VoteShares }) {
  const { id, title, choices } = shares
  const options = choices.some((choice) => choice.id === id) ? choices : [{ id, title }, ...choices]
  if (options.length === 1) return <p className="px-6 pb-4 font-medium wrap-anywhere">{title}</p>
  return (
    <Form key={id} method="get" action="/admin" preventScrollReset className="choose">
      <Select
        label="Challenge"
        name="challenge"
        defaultValue={id}
        options={options.map((choice) => ({ value: choice.id, label: choice.title }))}
        className="min-w-0 flex-1"
      />
      <Button variant="secondary">Show</Button>
    </Form>
  )
}
