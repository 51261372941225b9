import { data, Form, Link, useLocation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/names.ts'
import { ChipLink } from '#app/ui/badge.tsx'
import { BulletList } from '#app/ui/bullet-list.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { choiceIn, pageIn, pathWith } from '#app/ui/search-params.ts'
import { Section } from '#app/ui/section.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Time } from '#app/ui/time.tsx'
import { type DeskRow, deskRow, type VoidBatch, voidBatches } from '#domain/integrity/queries.server.ts'
import { INTEGRITY_MESSAGES, SIGNALS, type Signal } from '#domain/integrity/rules.ts'
import {
  type CountedVote,
  VOTE_ORDERS,
  type VoteOrder,
  votesOnDesk,
} from '#domain/integrity/signals.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { VOID_REASONS } from '#domain/voting/bars.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { RowTime } from '../list/row.tsx'
import { LEADERBOARD_PATH } from '../members/paths.ts'
import type { Route } from './+types/contest.ts'
import { countsOf, deskPath, INTEGRITY, STEPS, type Step } from './paths.ts'

/** The votes of a challenge, which can be compared, ticked and voided, and the voided ones (ADM-61). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const desk = isId(params.id) ? await deskRow(db, admin, params.id) : undefined
  if (!desk) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const named = query.get('entry') ?? undefined
  const entryId = isId(named) ? named : null
  const order = choiceIn(query, 'sort', Object.keys(VOTE_ORDERS) as VoteOrder[]) ?? 'marked'
  const [{ votes, page, last }, batches] = await Promise.all([
    votesOnDesk(db, desk, { entryId, order, page: pageIn(query) }),
    voidBatches(db, desk),
  ])
  return {
    desk,
    votes,
    shown: { entry: entryId, sort: order, page },
    last,
    ticksMarked: query.get('tick') === 'marked',
    batches,
    mayManage: mayUse(admin, 'challenges'),
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData ? `Integrity of ${loaderData.desk.title}` : INTEGRITY.label
  return pageMeta(args, { title, hidden: true })
}

export default function Contest({ loaderData }: Route.ComponentProps) {
  const { desk, mayManage } = loaderData
  const { title, status, isHeld, isEntered, isHidden } = desk
  const next = status === 'completed' ? 'recount' : isHeld ? 'release' : 'hold'
  return (
    <ConfirmHost label={INTEGRITY.label}>
      <PageHeader
        {...(mayManage ? { title: 'Votes and integrity' } : { title, crumbs: [INTEGRITY, { label: title }] })}
        subtitle={subtitleOf(desk)}
        actions={!isEntered && status !== 'canceled' && <StepLink desk={desk} step={next} />}
      />
      {isEntered && <Notice>{INTEGRITY_MESSAGES.ownContest}</Notice>}
      {isHidden && !isEntered && (
        <Card>
          <p className="mb-4">
            A secret ballot: counts and voters are hidden from administrators too. The audit log records who
            looks.
          </p>
          <StepLink desk={desk} step="view" />
        </Card>
      )}
      {!isHidden && <Votes {...loaderData} />}
    </ConfirmHost>
  )
}

function subtitleOf(desk: DeskRow): string {
  if (desk.status === 'canceled') return `Canceled. ${countsOf(desk)}`
  return desk.isHeld ? `Result held. ${countsOf(desk)}` : countsOf(desk)
}

function StepLink({ desk: { id, title }, step }: { desk: DeskRow; step: Step }) {
  return (
    <ConfirmLink path={`${deskPath(id)}/${step}`} title={STEPS[step]} about={`for ${title}`} look="button">
      {STEPS[step]}
    </ConfirmLink>
  )
}

const { newAccounts, network, author } = SIGNALS

/** What the columns count, and from where on a count is marked. */
const COUNTS: Record<Signal, { title: string; text: string }> = {
  newAccounts: {
    title: 'New accounts',
    text: `votes for the entry within ${newAccounts.hours} hours before or after, all by accounts made later than ${newAccounts.days} days before voting opened. Marked from ${newAccounts.votes} on.`,
  },
  network: {
    title: 'Same network',
    text: `votes for the entry from one network, of all votes from there in the challenge. Marked from ${network.votes} on, if they are ${network.share * 100}% or more. Families and offices share a network too.`,
  },
  author: {
    title: 'Same author',
    text: `the voter’s votes for this author, of all their votes in completed challenges and this one. Marked from ${author.votes} on, if they are ${author.share * 100}% or more.`,
  },
}

const ORDER_LABELS: Record<VoteOrder, string> = {
  marked: 'Marked',
  joined: 'Joined',
  voted: 'Voted',
  newAccounts: COUNTS.newAccounts.title,
  network: COUNTS.network.title,
  author: COUNTS.author.title,
}

type Loaded = Route.ComponentProps['loaderData']

function Votes(loaded: Loaded) {
  const { desk, votes, shown, last, batches } = loaded
  const { search } = useLocation()
  const path = deskPath(desk.id)
  const marked = votes.some(isMarked) && desk.status !== 'canceled'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Sort by"
          segments={Object.entries(ORDER_LABELS).map(([sort, label]) => ({
            to: pathWith(path, { entry: shown.entry, sort }),
            label,
            current: sort === shown.sort,
          }))}
        />
        {shown.entry && (
          <ChipLink to={pathWith(path, { sort: shown.sort })} className="gap-1.5">
            Votes of all entries <Icon name="close" className="size-3.5" />
          </ChipLink>
        )}
        {marked && (
          <ButtonLink
            to={pathWith(path, { ...shown, tick: 'marked' })}
            preventScrollReset
            variant="secondary"
            size="small"
          >
            Select the marked ones
          </ButtonLink>
        )}
      </div>
      <VoidForm key={search} {...loaded} />
      <Pager current={shown.page} last={last} to={(page) => pathWith(path, { ...shown, page })} />
      <BulletList className="mt-5 text-small text-muted">
        {Object.values(COUNTS).map(({ title, text }) => (
          <li key={title}>
            <b>{title}:</b> {text}
          </li>
        ))}
        <li>A mark is no proof.</li>
      </BulletList>
      <Section id="voided" title="Voided votes" className="mt-12">
        {batches.length === 0 && <p className="text-muted">No vote was voided.</p>}
        <Card as="ul" flush className="divide-y divide-line empty:hidden">
          {batches.map((batch) => (
            <Batch key={batch.id} desk={desk} batch={batch} />
          ))}
        </Card>
      </Section>
    </>
  )
}

/** Leads to the confirmation. What is ticked stays ticked in another order. */
function VoidForm(loaded: Loaded) {
  const { desk, votes } = loaded
  const path = deskPath(desk.id)
  const { form, keep } = useTypedText(path)
  if (votes.length === 0) return <p className="text-muted">No vote counts here.</p>
  return (
    <Form ref={form} action={`${path}/void`} onInput={keep}>
      <input type="hidden" name="returnTo" value={path} />
      <Card flush className="overflow-hidden">
        <DataTable
          layout="list"
          caption="Votes"
          columns={voteColumns(loaded)}
          rows={votes}
          rowKey={({ key }) => key}
          marked={isMarked}
        />
      </Card>
      {desk.status !== 'canceled' && (
        <Button variant="danger" className="mt-4">
          Void Ticked Votes
        </Button>
      )}
    </Form>
  )
}

function voteColumns({ desk, ticksMarked, mayManage }: Loaded): Column<CountedVote>[] {
  const figures = (signal: Signal, text: (vote: CountedVote) => string | number): Column<CountedVote> => ({
    header: COUNTS[signal].title,
    width: 'w-32',
    cell: (vote) =>
      vote.signals.includes(signal) ? <strong className="text-bad">{text(vote)}</strong> : text(vote),
  })
  return [
    {
      header: 'Voter',
      part: 'subject',
      cell: (vote) => (
        <div className="flex gap-3 text-left">
          {desk.status !== 'canceled' && (
            <Checkbox
              name="member"
              value={vote.key}
              defaultChecked={ticksMarked && isMarked(vote)}
              label={<span className="sr-only">Vote of {voterName(vote)}</span>}
              className="-mr-3 flex-none"
            />
          )}
          <div className="min-w-0 wrap-anywhere">
            {vote.userId ? (
              <Link
                // Moderators get the public pages of members.
                to={`${mayManage ? LEADERBOARD_PATH : '/profile'}/${vote.userId}`}
                className="inline-block min-h-6 font-medium hover:underline"
              >
                {voterName(vote)}
              </Link>
            ) : (
              <span className="text-muted">{voterName(vote)}</span>
            )}
            <Entry desk={desk} entry={vote.entry} />
          </div>
        </div>
      ),
    },
    {
      header: 'Joined',
      width: 'w-32',
      cell: ({ joinedAt }) => (joinedAt ? <RowTime value={joinedAt} format="shorttime" /> : 'Unknown'),
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

function Entry({
  desk,
  entry: { id, title, votes, marked },
}: {
  desk: DeskRow
  entry: CountedVote['entry']
}) {
  return (
    <p className="text-small text-muted">
      for{' '}
      <Link
        dir="auto"
        to={pathWith(deskPath(desk.id), { entry: id })}
        className="inline-block min-h-6 hover:underline"
      >
        {title}
      </Link>
      , {formatCount(votes, 'vote')}
      {marked > 0 && `, ${formatNumber(marked)} marked`}
    </p>
  )
}

function voterName({ userId, name }: CountedVote): string {
  return userId ? isolated(memberName(name)) : 'Deleted account'
}

function isMarked({ signals }: CountedVote): boolean {
  return signals.length > 0
}

function Batch({ desk, batch }: { desk: DeskRow; batch: VoidBatch }) {
  const { reason, note, names, votes, by, at } = batch
  return (
    <li className="grid gap-1 px-6 py-4 wrap-anywhere">
      <p className="font-semibold">
        {formatCount(votes, 'vote')}: {VOID_REASONS[reason].toLowerCase()}
      </p>
      <p className="text-calm">{note}</p>
      <p className="text-small text-muted">
        {names.map((name) => isolated(memberName(name))).join(', ')}
        {names.length > 0 && votes > names.length && ` and ${votes - names.length} more`}
      </p>
      <p className="text-small text-muted">
        Voided by {isolated(by ?? 'a former administrator')}, <Time value={at} format="shorttime" />.{' '}
        {restoration(desk, batch)}
      </p>
    </li>
  )
}

function restoration({ id, status }: DeskRow, { id: batch, reason, restoredAt, isSuspended }: VoidBatch) {
  if (restoredAt)
    return (
      <>
        Restored, <Time value={restoredAt} format="shorttime" />.
      </>
    )
  if (status === 'completed' || status === 'canceled') return null
  if (isSuspended) return 'Restored when the member is reinstated.'
  return (
    <ConfirmLink
      path={pathWith(`${deskPath(id)}/restore`, { batch })}
      title={STEPS.restore}
      about={`voided as “${VOID_REASONS[reason]}”`}
    >
      Restore
    </ConfirmLink>
  )
}
