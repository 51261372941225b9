import { Form } from 'react-router'
import { memberName } from '#app/parts/names.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Select } from '#app/ui/fields/field.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { VoteShares } from '#domain/reporting/dashboard.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { EXPORTS } from '../paths.ts'
import { Panel, PanelEmpty } from './panel.tsx'

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
      {shares.submissions.length === 0 ? (
        <PanelEmpty>No votes yet</PanelEmpty>
      ) : (
        <VotesTable shares={shares} />
      )}
    </Panel>
  )
}

function subtitle({ votes, participants, status }: VoteShares): string {
  const sum = `${formatCount(votes, 'vote')} on ${formatCount(participants, 'entry', 'entries')}`
  return status === 'completed' ? `${sum}, completed` : `${sum} so far`
}

/** The entries with many votes, each with a bar; the others are summed up in one row. */
function VotesTable({ shares }: { shares: VoteShares }) {
  const { id, title, submissions, votes, participants } = shares
  const most = submissions[0]?.votes ?? 1
  const rows: { key: string; name: React.ReactNode; votes: number }[] = submissions.map(
    (submission, index) => ({
      key: submission.id,
      votes: submission.votes,
      name: (
        <>
          {index + 1}.{' '}
          <TextLink dir="auto" to={`/challenges/${id}/submissions/${submission.id}`}>
            {submission.title}
          </TextLink>{' '}
          <span className="text-muted">
            by <bdi>{memberName(submission.authorName)}</bdi>
          </span>
          <Bar percent={(100 * submission.votes) / most} isTop={index < 3} />
        </>
      ),
    }),
  )
  const others = participants - submissions.length
  if (others > 0) {
    const rest = votes - submissions.reduce((sum, submission) => sum + submission.votes, 0)
    rows.push({ key: 'others', votes: Math.max(0, rest), name: `All others (${formatNumber(others)})` })
  }
  const share = (of: number) => `${((100 * of) / Math.max(1, votes)).toFixed(1)}%`
  return (
    <>
      <DataTable
        layout="figures"
        caption={`Votes by entry of ${isolated(title)}`}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { header: 'Entry', part: 'subject', cell: ({ name }) => name },
          { header: 'Votes', align: 'figures', cell: (row) => formatNumber(row.votes) },
          { header: 'Share', align: 'figures', cell: (row) => share(row.votes) },
        ]}
      />
      <div className="border-line border-t px-6 py-3 text-compact">
        <TextLink as="a" href={`${EXPORTS.submissions}?challenge=${id}`} className="inline-block min-h-6">
          Export results
        </TextLink>
      </div>
    </>
  )
}

function Bar({ percent, isTop }: { percent: number; isTop: boolean }) {
  return (
    <svg width="100%" height="8" className="mt-1.5 block" aria-hidden="true">
      <rect width="100%" height="8" rx="4" className="fill-ink/7" />
      <rect
        width={`${percent.toFixed(2)}%`}
        height="8"
        rx="4"
        className={isTop ? 'fill-gold' : 'fill-edge'}
      />
    </svg>
  )
}

function ChooseChallenge({ shares }: { shares: VoteShares }) {
  const { id, title, choices } = shares
  const options = choices.some((choice) => choice.id === id) ? choices : [{ id, title }, ...choices]
  if (options.length === 1)
    return (
      <p dir="auto" className="px-6 pb-4 font-medium wrap-anywhere">
        {title}
      </p>
    )
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
