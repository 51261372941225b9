import { data, Form, Link, useLocation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/members/names.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { choiceIn, pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { isFinished, statusLabel } from '#domain/challenges/rules.ts'
import {
  type DeskRow,
  type DeskVote,
  deskRow,
  VOTE_ORDERS,
  type VoteOrder,
  votesOnDesk,
} from '#domain/integrity/queries.server.ts'
import { INTEGRITY_MESSAGES, SIGNALS, type Signal } from '#domain/integrity/rules.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { VOID_REASONS } from '#domain/voting/rules.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { RowTime } from '../list/row.tsx'
import { memberPath } from '../members/paths.ts'
import type { Route } from './+types/contest.ts'
import { deskPath, INTEGRITY, STEPS, type Step, votesText } from './paths.ts'

/** The votes of a challenge, which can be compared, ticked and voided, and the voided ones (ADM-61). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const desk = isId(params.id) ? await deskRow(db, admin, params.id) : undefined
  if (!desk) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const entry = query.get('entry') ?? undefined
  const sort = choiceIn(query, 'sort', Object.keys(VOTE_ORDERS) as VoteOrder[]) ?? 'marked'
  const shown = { entry: isId(entry) ? entry : null, sort, page: pageIn(query) }
  const ticksMarked = query.get('tick') === 'marked'
  const votes = await votesOnDesk(db, desk, shown)
  return { desk, votes, shown, ticksMarked, mayManage: mayUse(admin, 'challenges') }
}

type Loaded = Route.ComponentProps['loaderData']

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: `Integrity of ${loaderData?.desk.title ?? 'a challenge'}`, hidden: true })
}

export default function Contest({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const { id, title, status, isHeld, isEntered, isHidden, votes } = loaderData.desk
  const next = status === 'completed' ? 'recount' : isHeld ? 'release' : 'hold'
  const steps: Step[] = isHidden ? ['view', next] : [next]
  return (
    <ConfirmHost label={INTEGRITY.label}>
      <PageHeader
        title="Votes and integrity"
        {...(!loaderData.mayManage && { crumbs: [INTEGRITY, { label: title }] })}
        subtitle={`${isHeld ? 'Result held' : statusLabel(status)}. ${votesText(votes)}`}
        actions={steps.map(
          (step) =>
            !isEntered &&
            (step === 'view' || status !== 'canceled') && (
              <ConfirmLink
                key={step}
                path={`${deskPath(id)}/${step}`}
                title={STEPS[step]}
                about={`for ${title}`}
                look="button"
              >
                {STEPS[step]}
              </ConfirmLink>
            ),
        )}
      />
      {isHidden ? (
        <Notice>{isEntered ? INTEGRITY_MESSAGES.ownContest : INTEGRITY_MESSAGES.secret}</Notice>
      ) : (
        <Votes key={search} {...loaderData} />
      )}
    </ConfirmHost>
  )
}

/** The form leads to the confirmation. What is ticked stays ticked in another order. */
function Votes(loaded: Loaded) {
  const { desk, votes, shown } = loaded
  const { newAccounts, network } = SIGNALS
  const path = deskPath(desk.id)
  const { form, keep } = useTypedText(path)
  const segment = (label: string, query: Partial<typeof shown> & { tick?: string }, current: boolean) => {
    return { label, to: pathWith(path, { ...shown, page: null, ...query }), current }
  }
  return (
    <>
      <Segmented
        label="Votes"
        segments={[
          segment('All entries', { entry: null }, !shown.entry),
          segment('Marked first', { sort: 'marked' }, shown.sort === 'marked'),
          segment('Voided first', { sort: 'voided' }, shown.sort === 'voided'),
          segment('Select the marked ones', { page: shown.page, tick: 'marked' }, loaded.ticksMarked),
        ]}
      />
      <Form ref={form} action={`${path}/void`} onInput={keep}>
        <input type="hidden" name="returnTo" value={path} />
        <Card flush className="my-4 overflow-hidden">
          <DataTable
            layout="list"
            caption="Votes"
            columns={columnsOf(loaded)}
            rows={votes}
            rowKey={({ key }) => key}
            marked={isMarked}
            instead={votes.length === 0 && <p className="p-6 text-muted">No vote counts here.</p>}
          />
        </Card>
        {desk.status !== 'canceled' && <Button variant="danger">Void Ticked Votes</Button>}
      </Form>
      <Pager
        current={votes[0]?.page ?? 1}
        last={votes[0]?.last ?? 1}
        to={(page) => pathWith(path, { ...shown, page })}
      />
      <p className="mt-5 text-small text-muted">
        Marked are {newAccounts.votes} or more votes for an entry within {newAccounts.hours} hours, by
        accounts made later than {newAccounts.days} days before voting opened; and {network.votes} or more for
        it from one network, if they are {network.share * 100}% of all votes from there. Families and offices
        share a network too: a mark is no proof.
      </p>
    </>
  )
}

/** The columns after the voter, by the order that sorts by them. */
const COUNTS: [VoteOrder, string, (vote: DeskVote) => React.ReactNode][] = [
  [
    'joined',
    'Joined',
    ({ joinedAt }) => (joinedAt ? <RowTime value={joinedAt} format="shorttime" /> : 'Unknown'),
  ],
  ['voted', 'Voted', ({ votedAt }) => <RowTime value={votedAt} format="shorttime" />],
  ['newAccounts', 'New accounts', (vote) => vote.newAccounts || 'Not new'],
  [
    'network',
    'Same network',
    (vote) => (vote.fromNetwork ? `${vote.sameNetwork} of ${vote.fromNetwork}` : 'Unknown'),
  ],
  ['author', 'Same author', (vote) => vote.sameAuthor],
]

function columnsOf({ desk, shown, ticksMarked, mayManage }: Loaded): Column<DeskVote>[] {
  const isOpen = desk.status !== 'canceled'
  const counts = COUNTS.map(([sort, header, text]) => ({
    header,
    width: 'w-32',
    sort: {
      to: pathWith(deskPath(desk.id), { entry: shown.entry, sort }),
      direction: shown.sort === sort ? ('descending' as const) : null,
    },
    cell: (vote: DeskVote) =>
      vote.signals.includes(sort as Signal) ? <strong className="text-bad">{text(vote)}</strong> : text(vote),
  }))
  const subject: Column<DeskVote> = {
    header: 'Voter',
    part: 'subject',
    cell: (vote) => (
      <div className="flex gap-3 text-left">
        {isOpen && !vote.voided && (
          <Checkbox
            name="vote"
            value={vote.key}
            defaultChecked={ticksMarked && isMarked(vote)}
            label={<span className="sr-only">Vote of {voterOf(vote)}</span>}
            className="-mr-3 flex-none"
          />
        )}
        <div className="min-w-0 wrap-anywhere">
          {vote.userId ? (
            // Moderators get the public pages of members.
            <Link
              to={mayManage ? memberPath(vote.userId) : `/profile/${vote.userId}`}
              className={`${LINK} font-medium`}
            >
              {voterOf(vote)}
            </Link>
          ) : (
            <span className="text-muted">{voterOf(vote)}</span>
          )}
          <Entry desk={desk} vote={vote} />
        </div>
      </div>
    ),
  }
  return [subject, ...counts]
}

const LINK = 'inline-block min-h-6 hover:underline'

/** The entry of a vote, and why the vote was voided. */
function Entry({ desk: { id, status }, vote }: { desk: DeskRow; vote: DeskVote }) {
  const { entryId, title, ofEntry, marked, voided } = vote
  return (
    <>
      {entryId && (
        <p className="text-small text-muted">
          for{' '}
          <Link dir="auto" to={pathWith(deskPath(id), { entry: entryId })} className={LINK}>
            {title}
          </Link>
          , {formatCount(ofEntry, voided ? 'voided vote' : 'vote')}
          {marked > 0 && `, ${marked} marked`}
        </p>
      )}
      {voided && (
        <p className="text-small">
          Voided by {isolated(voided.by ?? 'a former administrator')}:{' '}
          {VOID_REASONS[voided.reason].toLowerCase()}. {voided.note}{' '}
          {!isFinished(status) && !voided.isSuspended && (
            <ConfirmLink
              path={pathWith(`${deskPath(id)}/restore`, { batch: voided.batch })}
              title={STEPS.restore}
              about={restoredWith(vote, voided.votes)}
            >
              Restore
            </ConfirmLink>
          )}
        </p>
      )}
    </>
  )
}

function voterOf({ userId, name }: DeskVote): string {
  return userId ? isolated(memberName(name)) : 'Deleted account'
}

/** What the link at a voided vote restores: all that were voided together. */
function restoredWith(vote: DeskVote, votes: number): string {
  const own = `the vote of ${voterOf(vote)}`
  return votes === 1 ? own : `the ${formatCount(votes, 'vote')} voided together, ${own} among them`
}

function isMarked({ signals }: DeskVote): boolean {
  return signals.length > 0
}
