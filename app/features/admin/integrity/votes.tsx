import { data, Form, Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/names.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { choiceIn, pageIn, pathWith } from '#app/ui/search-params.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { deskRow } from '#domain/integrity/queries.server.ts'
import type { Signal } from '#domain/integrity/rules.ts'
import { type CountedVote, VOTE_ORDERS, type VoteOrder, votesFor } from '#domain/integrity/signals.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { RowTime } from '../list/row.tsx'
import { LEADERBOARD_PATH } from '../members/paths.ts'
import type { Route } from './+types/votes.ts'
import { deskPath, INTEGRITY, votesPath } from './paths.ts'
import { SIGNAL_TITLES, SignalTexts } from './signals.tsx'

/** The votes for an entry, which can be compared, ticked and voided (ADM-61). */
export async function loader({ params: { id, submissionId }, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const sort = choiceIn(query, 'sort', Object.keys(VOTE_ORDERS) as VoteOrder[]) ?? 'marked'
  const tick = choiceIn(query, 'tick', ['marked'])
  const admin = adminOf(context)
  const desk = isId(id) ? await deskRow(db, admin, id) : undefined
  const entry = desk && isId(submissionId) && (await votesFor(db, desk, submissionId, sort, pageIn(query)))
  if (!entry) throw data(null, { status: 404 })
  // Moderators get the public pages of members.
  return { desk, entry, sort, tick, members: mayUse(admin, 'leaderboard') ? LEADERBOARD_PATH : '/profile' }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: loaderData ? `Votes for ${loaderData.entry.title}` : INTEGRITY.label,
    hidden: true,
  })
}

export default function Votes({ loaderData, params }: Route.ComponentProps) {
  const { desk, entry, sort, tick } = loaderData
  const path = votesPath(desk.id, params.submissionId)
  return (
    <>
      <PageHeader
        crumbs={[INTEGRITY, { label: desk.title, to: deskPath(desk.id) }, { label: entry.title }]}
        title={entry.title}
        subtitle={`Votes for the entry by ${isolated(memberName(entry.authorName))}`}
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Sort by"
          segments={Object.entries(ORDER_LABELS).map(([order, label]) => ({
            to: pathWith(path, { sort: order }),
            label,
            current: order === sort,
          }))}
        />
        {!desk.isForReading && entry.votes.some(isMarked) && (
          <ButtonLink
            to={pathWith(path, { sort, page: entry.page, tick: 'marked' })}
            preventScrollReset
            variant="secondary"
            size="small"
          >
            Select the marked ones
          </ButtonLink>
        )}
      </div>
      <VoidForm key={`${sort} ${entry.page} ${tick}`} path={path} {...loaderData} />
      <Pager current={entry.page} last={entry.last} to={(page) => pathWith(path, { sort, page })} />
      <SignalTexts />
    </>
  )
}

const ORDER_LABELS: Record<VoteOrder, string> = {
  marked: 'Marked',
  joined: 'Joined',
  voted: 'Voted',
  ...SIGNAL_TITLES,
}

type FormProps = Route.ComponentProps['loaderData'] & { path: string }

/** Leads to the confirmation. What is ticked stays ticked in another order and on another page. */
function VoidForm({ path, desk, entry, tick, members }: FormProps) {
  const { form, keep } = useTypedText(path)
  return (
    <Form ref={form} action={`${deskPath(desk.id)}/void`} onInput={keep}>
      <input type="hidden" name="returnTo" value={path} />
      <Card flush className="overflow-hidden">
        <DataTable
          layout="list"
          caption="Votes"
          columns={columns(members, tick === 'marked', desk.isForReading)}
          rows={entry.votes}
          rowKey={({ key }) => key}
          marked={isMarked}
        />
      </Card>
      {!desk.isForReading && (
        <Button variant="danger" className="mt-4">
          Void Ticked Votes
        </Button>
      )}
    </Form>
  )
}

function columns(members: string, ticksMarked: boolean, isForReading: boolean): Column<CountedVote>[] {
  const figures = (signal: Signal, text: (vote: CountedVote) => string | number): Column<CountedVote> => ({
    header: SIGNAL_TITLES[signal],
    width: 'w-32',
    cell: (vote) =>
      vote.signals.includes(signal) ? <strong className="text-bad">{text(vote)}</strong> : text(vote),
  })
  return [
    {
      header: 'Voter',
      part: 'subject',
      cell: (vote) =>
        isForReading ? (
          <div className="text-left">
            {voterName(vote)}
            <p className="text-small text-muted">{account(members, vote)}</p>
          </div>
        ) : (
          <Checkbox
            name="member"
            value={vote.key}
            defaultChecked={ticksMarked && isMarked(vote)}
            label={voterName(vote)}
            hint={vote.userId && account(members, vote)}
          />
        ),
    },
    {
      header: 'Joined',
      width: 'w-32',
      cell: ({ joinedAt }) =>
        joinedAt ? <RowTime value={joinedAt} format="shorttime" /> : 'Deleted account',
    },
    {
      header: 'Voted',
      width: 'w-32',
      cell: ({ votedAt }) => <RowTime value={votedAt} format="shorttime" />,
    },
    figures('newAccounts', ({ newAccounts }) => newAccounts || 'Not new'),
    figures('network', ({ network }) =>
      network ? `${network.votes} of ${network.all} from no. ${network.number}` : 'Unknown',
    ),
    figures('author', ({ author }) => `${author.votes} of ${author.all}`),
  ]
}

function voterName({ name }: CountedVote) {
  return isolated(memberName(name))
}

function account(members: string, { userId, name, isSuspended }: CountedVote) {
  if (!userId) return null
  return (
    <>
      {isSuspended && 'Suspended. '}
      <Link
        to={`${members}/${userId}`}
        aria-label={`Account of ${memberName(name)}`}
        className="inline-block min-h-6 hover:underline"
      >
        Account
      </Link>
    </>
  )
}

function isMarked({ signals }: CountedVote): boolean {
  return signals.length > 0
}
