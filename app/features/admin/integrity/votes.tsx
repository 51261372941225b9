import { data, Form, Link, useActionData, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ReasonField } from '#app/parts/fields/reason-field.tsx'
import { memberName } from '#app/parts/names.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Checkbox } from '#app/ui/fields/checkbox.tsx'
import { Select } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { choiceIn, pageIn, pathWith } from '#app/ui/search-params.ts'
import { deskRow } from '#domain/integrity/queries.server.ts'
import { CHOSEN_REASONS, INTEGRITY_MESSAGES, type Signal } from '#domain/integrity/rules.ts'
import { type CountedVote, VOTE_ORDERS, votesFor } from '#domain/integrity/signals.server.ts'
import { VOID_REASONS, type VoidReason } from '#domain/voting/bars.ts'
import { isId } from '#platform/id.server.ts'
import { RowTime } from '../list/row.tsx'
import { memberPath } from '../members/paths.ts'
import type { Route } from './+types/votes.ts'
import { type VoidFailure, voidChosen } from './actions/desk-actions.server.ts'
import { deskPath, INTEGRITY, sortBy, votesPath } from './paths.ts'
import { SIGNAL_TITLES, SignalTexts } from './signals.tsx'

/** The votes for an entry, which can be compared, and voided with a reason (ADM-61). */
export async function loader({ params: { id, submissionId }, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const order = choiceIn(query, 'sort', Object.keys(VOTE_ORDERS) as (keyof typeof VOTE_ORDERS)[]) ?? 'marked'
  const desk = isId(id) ? await deskRow(db, adminOf(context), id) : undefined
  const entry =
    desk && isId(submissionId)
      ? await votesFor(db, desk, submissionId, { order, page: pageIn(query) })
      : undefined
  if (!desk || !entry) throw data(null, { status: 404 })
  return { desk, entry, order }
}

export function action(args: Route.ActionArgs) {
  return voidChosen(args)
}

export function clientAction({ params: { id, submissionId }, serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, INTEGRITY_MESSAGES.voidFailed, votesPath(id, submissionId))
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData ? `Votes for ${loaderData.entry.title}` : INTEGRITY.label
  return pageMeta(args, { title, hidden: true })
}

export default function Votes({ loaderData, params }: Route.ComponentProps) {
  const { desk, entry, order } = loaderData
  const path = votesPath(desk.id, params.submissionId)
  return (
    <>
      <PageHeader
        crumbs={[INTEGRITY, { label: desk.title, to: deskPath(desk.id) }, { label: entry.title }]}
        title={entry.title}
        subtitle={
          <>
            Votes for the entry by <bdi>{memberName(entry.authorName)}</bdi>
          </>
        }
      />
      <VoidForm key={`${order} ${entry.page}`} {...loaderData} path={path} />
    </>
  )
}

type FormProps = Route.ComponentProps['loaderData'] & { path: string }

/** The votes, of which ticked ones are voided. What was typed and ticked stays in another order and on another page. */
function VoidForm({ desk, entry, order, path }: FormProps) {
  const failure = useActionData<VoidFailure>()
  const pending = useNavigation().formMethod === 'POST'
  const { form, keep } = useTypedText(path, failure?.typed !== undefined)
  const isTicked = ({ key, signals }: CountedVote) =>
    failure?.typed ? failure.typed.ticked.includes(key) : signals.length > 0
  return (
    <Form
      ref={form}
      method="post"
      action={pathWith(path, { sort: order, page: entry.page })}
      preventScrollReset
      noValidate
      onInput={keep}
    >
      <Card flush className="overflow-hidden">
        <DataTable
          layout="list"
          caption="Votes"
          columns={columns(path, order, isTicked)}
          rows={entry.votes}
          rowKey={({ key }) => key}
          marked={({ signals }) => signals.length > 0}
        />
      </Card>
      <Pager current={entry.page} last={entry.last} to={(page) => pathWith(path, { sort: order, page })} />
      <SignalTexts />
      <Card className="mt-6">
        <FormProblem problem={failure?.message ?? null} />
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
          <Select
            label="Reason"
            name="cause"
            defaultValue={failure?.typed?.cause || likelyReason(entry.votes)}
            options={CHOSEN_REASONS.map((value) => ({ value, label: VOID_REASONS[value] }))}
            hint="The members read it, and the page of results counts votes by it."
          />
          <ReasonField
            label="What you found"
            required
            defaultValue={failure?.reason}
            hint="For administrators and the audit log."
          />
        </div>
        <p className="mt-4 text-small text-muted">
          {desk.status === 'completed'
            ? 'The challenge is completed: the votes are counted again if the winner loses one, and voided votes cannot be restored.'
            : 'Counts and points follow at once. The members are told, and cannot vote again in this challenge. You can restore the votes until it is completed.'}
        </p>
        <div className="mt-4 flex justify-end">
          <Button variant="danger" pending={pending} pendingLabel="Voiding...">
            Void Ticked Votes
          </Button>
        </div>
      </Card>
    </Form>
  )
}

function columns(
  path: string,
  order: string,
  isTicked: (vote: CountedVote) => boolean,
): Column<CountedVote>[] {
  const figures = (signal: Signal, text: (vote: CountedVote) => string): Column<CountedVote> => ({
    header: SIGNAL_TITLES[signal],
    width: 'w-32',
    sort: sortBy(path, signal, order),
    cell: (vote) =>
      vote.signals.includes(signal) ? <strong className="text-bad">{text(vote)}</strong> : text(vote),
  })
  return [
    {
      header: 'Voter',
      part: 'subject',
      sort: sortBy(path, 'voter', order),
      cell: (vote) => (
        <Checkbox
          name="member"
          value={vote.key}
          defaultChecked={isTicked(vote)}
          label={<bdi>{memberName(vote.name)}</bdi>}
          hint={
            vote.userId && (
              <>
                {vote.isSuspended && 'Suspended. '}
                <Link to={memberPath(vote.userId)} className="inline-block min-h-6 hover:underline">
                  Account
                  <span className="sr-only">
                    {' '}
                    of <bdi>{memberName(vote.name)}</bdi>
                  </span>
                </Link>
              </>
            )
          }
        />
      ),
    },
    {
      header: 'Joined',
      width: 'w-32',
      sort: sortBy(path, 'joined', order),
      cell: ({ joinedAt }) => (joinedAt ? <RowTime value={joinedAt} style="shorttime" /> : 'Deleted account'),
    },
    {
      header: 'Voted',
      width: 'w-32',
      sort: sortBy(path, 'voted', order),
      cell: ({ votedAt }) => <RowTime value={votedAt} style="shorttime" />,
    },
    figures('newAccounts', ({ newAccounts }) => (newAccounts === 0 ? 'Not new' : formatNumber(newAccounts))),
    figures('network', ({ network }) =>
      network ? `${network.votes} of ${network.all} from no. ${network.number}` : 'Unknown',
    ),
    figures('author', ({ author }) => `${author.votes} of ${author.all}`),
  ]
}

function likelyReason(votes: readonly CountedVote[]): VoidReason {
  const [signal] = votes.flatMap(({ signals }) => signals)
  if (!signal) return 'other'
  const reasons = { newAccounts: 'new_accounts', network: 'several_accounts', author: 'agreed' } as const
  return reasons[signal]
}
