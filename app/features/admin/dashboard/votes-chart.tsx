import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Select } from '#app/ui/field.tsx'
import { memberName } from '#app/ui/names.ts'
import { formatCount, formatNumber, NumberText } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { VoteShares } from '#domain/reporting/dashboard.server.ts'
import { EXPORTS } from '../paths.ts'
import { Panel, PanelEmpty, PanelTable } from './panel.tsx'

interface Props {
  /** Null if they could not be loaded; without shares if no challenge is in voting. */
  votes: { shares: VoteShares | null } | null
}

export function VotesChart({ votes }: Props) {
  if (!votes) return <ErrorPanel message="Failed to load votes" />
  const { shares } = votes
  if (!shares) {
    return (
      <Panel id="votes" title="Votes by entry">
        <PanelEmpty>No challenge with visible votes is in voting</PanelEmpty>
      </Panel>
    )
  }
  return (
    <Panel id="votes" title="Votes by entry" subtitle={subtitle(shares)}>
      <ChooseChallenge shares={shares} />
      {shares.submissions.length === 0 ? <PanelEmpty>No votes yet</PanelEmpty> : <Shares shares={shares} />}
    </Panel>
  )
}

function Shares({ shares }: { shares: VoteShares }) {
  return (
    <>
      <Bars shares={shares} />
      <div className="pr-6 pb-4 pl-15 text-compact">
        <TextLink
          as="a"
          href={`${EXPORTS.submissions}?challenge=${shares.id}`}
          className="inline-block min-h-6"
        >
          Export results
        </TextLink>
      </div>
      <PanelTable>
        <VotesTable shares={shares} />
      </PanelTable>
    </>
  )
}

function subtitle({ votes, participants, status }: VoteShares): string {
  const sum = `${formatCount(votes, 'vote')} on ${formatCount(participants, 'entry', 'entries')}`
  return status === 'completed' ? `${sum}, completed` : `${sum} so far`
}

function VotesTable({ shares }: { shares: VoteShares }) {
  const { title, submissions, votes } = shares
  const rest = restOf(shares)
  const rows: VotesRow[] = submissions.map(({ id, ...submission }, index) => ({
    id,
    votes: submission.votes,
    name: (
      <>
        {index + 1}. {submission.title}{' '}
        <span className="text-muted">by {memberName(submission.authorName)}</span>
      </>
    ),
  }))
  if (rest.submissions > 0) {
    rows.push({ id: 'rest', votes: rest.votes, name: `All others (${formatNumber(rest.submissions)})` })
  }
  const share = (of: number) => `${((100 * of) / Math.max(1, votes)).toFixed(1)}%`
  return (
    <DataTable
      layout="figures"
      caption={`Votes by entry of ${title}`}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Entry', part: 'subject', cell: ({ name }) => name },
        { header: 'Votes', align: 'figures', cell: (row) => formatNumber(row.votes) },
        { header: 'Share', align: 'figures', cell: (row) => share(row.votes) },
      ]}
    />
  )
}

interface VotesRow {
  id: string
  name: React.ReactNode
  votes: number
}

/** A bar for each submission with many votes; the others are summed up in one line. */
function Bars({ shares }: { shares: VoteShares }) {
  const { id, submissions } = shares
  const most = submissions[0]?.votes ?? 1
  return (
    <div className="px-[min(1.5rem,6.5vw)] pb-5">
      <ol className="grid gap-2.5">
        {submissions.map((submission, index) => (
          <li
            key={submission.id}
            className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 text-calm md:grid-cols-[1.5rem_minmax(0,14rem)_minmax(0,1fr)_auto]"
          >
            <span className="text-right text-muted tabular-nums">{index + 1}</span>
            <Link
              to={`/challenges/${id}/submissions/${submission.id}`}
              className="min-h-6 truncate decoration-go underline-offset-[0.22em] hover:underline"
            >
              {submission.title}
            </Link>
            <svg
              width="100%"
              height="12"
              className="col-start-2 row-start-2 md:col-start-3 md:row-start-auto"
              aria-hidden="true"
            >
              <rect width="100%" height="12" rx="6" className="fill-ink/7" />
              <rect
                width={`${((100 * submission.votes) / most).toFixed(2)}%`}
                height="12"
                rx="6"
                className={index < 3 ? 'fill-gold' : 'fill-edge'}
              />
            </svg>
            <span className="col-start-3 row-start-2 min-w-8 text-right md:col-start-4 md:row-start-auto">
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
    <p className="mt-3.5 pl-9 text-compact text-muted">
      {formatCount(submissions, 'more entry', 'more entries')} {having}
      {submissions > 1 && votes > 0 && ' together'}
    </p>
  )
}

function restOf({ participants, votes, submissions }: VoteShares): { submissions: number; votes: number } {
  return {
    submissions: Math.max(0, participants - submissions.length),
    votes: Math.max(0, votes - submissions.reduce((sum, submission) => sum + submission.votes, 0)),
  }
}

function ChooseChallenge({ shares }: { shares: VoteShares }) {
  const { id, title, choices } = shares
  const options = choices.some((choice) => choice.id === id) ? choices : [{ id, title }, ...choices]
  if (options.length === 1) return <p className="px-6 pb-4 font-medium wrap-anywhere">{title}</p>
  return (
    <Form
      key={id}
      method="get"
      action="/admin"
      preventScrollReset
      className="flex flex-wrap items-end gap-3 px-6 pb-5"
    >
      <Select
        label="Challenge"
        name="challenge"
        defaultValue={id}
        options={options.map((choice) => ({ value: choice.id, label: choice.title }))}
        className="min-w-0 flex-1 basis-40"
      />
      <Button variant="secondary">Show</Button>
    </Form>
  )
}
