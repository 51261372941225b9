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
import { Notice } from '#app/ui/messages/notice.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Section } from '#app/ui/section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import {
  type DeskVote,
  deskRow,
  VOTE_ORDERS,
  type VoteOrder,
  voidedOnDesk,
  votesOnDesk,
} from '#domain/integrity/queries.server.ts'
import { DESK_PAGE_SIZE, INTEGRITY_MESSAGES, SIGNALS, type Signal } from '#domain/integrity/rules.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { VOID_REASONS } from '#domain/voting/rules.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { pageOf } from '../list/list.server.ts'
import { RowTime } from '../list/row.tsx'
import { memberPath } from '../members/paths.ts'
import type { Route } from './+types/contest.ts'
import { deskPath, INTEGRITY, STEPS, type Step, votesText } from './paths.ts'

/** The votes of a challenge, which can be compared, ticked and voided, and what was voided (ADM-61). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const desk = isId(params.id) ? await deskRow(db, admin, params.id) : undefined
  if (!desk) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const entry = query.get('entry') ?? undefined
  const shown = {
    entry: isId(entry) ? entry : null,
    sort: choiceIn(query, 'sort', Object.keys(VOTE_ORDERS) as VoteOrder[]),
    tick: choiceIn(query, 'tick', ['marked']),
  }
  const page = pageIn(query)
  const rows = await votesOnDesk(db, desk, { ...shown, page })
  const count = (shown.entry ? rows[0]?.ofEntry : desk.votes) ?? 0
  const votes = { rows, total: { count, more: false } }
  const list = pageOf({ path: deskPath(desk.id), params: query }, votes, { page, size: DESK_PAGE_SIZE })
  const voided = await voidedOnDesk(db, desk)
  return { desk, list, shown, voided, mayManage: mayUse(admin, 'challenges') }
}

type Loaded = Route.ComponentProps['loaderData']

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: `Integrity of ${loaderData?.desk.title ?? 'a challenge'}`, hidden: true })
}

export default function Contest({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const { id, title, status, isHeld, isEntered, isHidden, votes } = loaderData.desk
  const next = status === 'completed' ? 'recount' : isHeld ? 'release' : 'hold'
  const steps: Step[] = isEntered ? [] : isHidden ? ['view', next] : [next]
  return (
    <ConfirmHost label={INTEGRITY.label}>
      <PageHeader
        title="Votes and integrity"
        {...(!loaderData.mayManage && { crumbs: [INTEGRITY, { label: title }] })}
        subtitle={`${isHeld ? 'Result held' : statusLabel(status)}. ${votesText(votes)}`}
        actions={steps.map((step) => (
          <ConfirmLink
            key={step}
            path={`${deskPath(id)}/${step}`}
            title={STEPS[step]}
            about={`for ${title}`}
            look="button"
          >
            {STEPS[step]}
          </ConfirmLink>
        ))}
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
  const { desk, list, shown, voided } = loaded
  const { newAccounts, network } = SIGNALS
  const path = deskPath(desk.id)
  const { form, keep } = useTypedText(path)
  return (
    <>
      <p className="flex flex-wrap gap-x-6">
        {shown.entry && <TextLink to={path}>All entries</TextLink>}
        <TextLink to={pathWith(path, { ...shown, page: list.page, tick: 'marked' })}>
          Select the marked ones
        </TextLink>
      </p>
      <Form ref={form} action={`${path}/void`} onInput={keep}>
        {/* Without 'tick', which would tick again what was left out. */}
        <input
          type="hidden"
          name="returnTo"
          value={pathWith(path, { ...shown, page: list.page, tick: null })}
        />
        <Card flush className="my-4 overflow-hidden">
          <DataTable
            layout="list"
            caption="Votes"
            columns={columnsOf(loaded)}
            rows={list.rows}
            rowKey={({ key }) => key}
            marked={({ signals }) => signals.length > 0}
            instead={list.rows.length === 0 && <p className="p-6 text-muted">No vote counts here.</p>}
          />
        </Card>
        <Button variant="danger">Void Ticked Votes</Button>
      </Form>
      <Pager current={list.page} last={list.last} to={(page) => pathWith(path, { ...shown, page })} />
      <p className="mt-5 text-small text-muted">
        Marked are {newAccounts.votes} or more votes for an entry within {newAccounts.hours} hours, by
        accounts made later than {newAccounts.days} days before voting opened; and {network.votes} or more for
        it from one network, if they are {network.share * 100}% of all votes from there. Families and offices
        share a network too: a mark is no proof.
      </p>
      {voided.length > 0 && <Voided desk={desk} voided={voided} />}
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

function columnsOf({ desk, shown, mayManage }: Loaded): Column<DeskVote>[] {
  const counts = COUNTS.map(([sort, header, text]) => ({
    header,
    width: 'w-32',
    sort: {
      to: pathWith(deskPath(desk.id), { ...shown, sort }),
      direction: shown.sort === sort ? ('descending' as const) : null,
    },
    cell: (vote: DeskVote) =>
      vote.signals.includes(sort as Signal) ? <strong className="text-bad">{text(vote)}</strong> : text(vote),
  }))
  return [
    {
      header: 'Voter',
      part: 'subject',
      cell: (vote) => (
        <Voter
          vote={vote}
          isTicked={shown.tick !== null && vote.signals.length > 0}
          challengeId={desk.id}
          mayManage={mayManage}
        />
      ),
    },
    ...counts,
  ]
}

interface VoterProps {
  vote: DeskVote
  isTicked: boolean
  challengeId: string
  /** Moderators get the public pages of members. */
  mayManage: boolean
}

function Voter({ vote, isTicked, challengeId, mayManage }: VoterProps) {
  const { key, userId, entryId, title, ofEntry } = vote
  const voter = userId ? isolated(memberName(vote.name)) : 'Deleted account'
  return (
    <div className="flex gap-3 text-left">
      <Checkbox
        name="vote"
        value={key}
        defaultChecked={isTicked}
        label={<span className="sr-only">Vote of {voter}</span>}
        className="-mr-3 flex-none"
      />
      <div className="min-w-0 wrap-anywhere">
        {userId ? (
          <Link to={mayManage ? memberPath(userId) : `/profile/${userId}`} className={`${LINK} font-medium`}>
            {voter}
          </Link>
        ) : (
          <span className="text-muted">{voter}</span>
        )}
        <p className="text-small text-muted">
          for{' '}
          <Link dir="auto" to={pathWith(deskPath(challengeId), { entry: entryId })} className={LINK}>
            {title}
          </Link>
          , {formatCount(ofEntry, 'vote')}
        </p>
      </div>
    </div>
  )
}

const LINK = 'inline-block min-h-6 hover:underline'

/** What was voided together is restored together, until the challenge is completed. */
function Voided({ desk, voided }: Pick<Loaded, 'desk' | 'voided'>) {
  return (
    <Section id="voided" title="Voided" className="mt-10">
      <Card as="ul" flush className="divide-y divide-line">
        {voided.map(({ batch, votes, voters, reason, note }) => (
          <li key={batch} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-6 py-3.5">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">
                {formatCount(votes, 'vote')}: {VOID_REASONS[reason].toLowerCase()}
              </p>
              <p className="text-small text-muted">{note}</p>
              <p className="text-small text-muted">{voters.map(isolated).join(', ')}</p>
            </div>
            {desk.status !== 'completed' && (
              <ConfirmLink
                path={pathWith(`${deskPath(desk.id)}/restore`, { batch })}
                title={STEPS.restore}
                about={formatCount(votes, 'vote')}
              >
                Restore
              </ConfirmLink>
            )}
          </li>
        ))}
      </Card>
    </Section>
  )
}
