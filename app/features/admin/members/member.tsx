import { data, Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/members/names.ts'
import { managePath, submissionPath } from '#app/parts/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Facts } from '#app/ui/figures/facts.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import {
  type BallotRow,
  ballotsOf,
  type EntryRow,
  entriesOf,
  type IdentityRow,
  identitiesOf,
} from '#domain/accounts/member-page.server.ts'
import { memberRow } from '#domain/members/admin-list.server.ts'
import { ADJUSTMENT_MESSAGES } from '#domain/points/adjustment-rules.ts'
import { type LedgerRow, pointsEntries } from '#domain/points/queries.server.ts'
import { REASON_LABELS } from '#domain/points/reasons.ts'
import { type SessionRow, sessionsOf } from '#domain/sessions/sessions.server.ts'
import { usesOf } from '#platform/http/limits.server.ts'
import { isId } from '#platform/id.server.ts'
import { deskPath } from '../integrity/paths.ts'
import type { Route } from './+types/member.ts'
import { MemberError } from './adjustments/member-error.tsx'
import {
  ACCOUNT_ACTIONS,
  ADJUSTMENTS,
  accountActionPath,
  adjustmentUrl,
  LEADERBOARD_PATH,
  memberPath,
} from './paths.ts'

/** What members do often enough to be refused for it. Not votes: their count would tell who votes in a secret ballot. */
const LIMITS = {
  follow: 'Reminders',
  submit: 'Submissions',
  profile: 'Profile',
  comment: 'Comments',
  report: 'Reports',
  notifications: 'Notifications',
} as const

const mostPoints = 15

/** One member, for administrators (ADM-86). Throws 404. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const { config, db } = context.get(servicesContext)
  const { userId } = params
  const member = isId(userId) ? await memberRow(db, admin, userId) : undefined
  if (!member) throw data(null, { status: 404 })
  const [identities, sessions, entries, ballots, points, uses] = await Promise.all([
    identitiesOf(db, admin, userId),
    sessionsOf(db, member, undefined),
    entriesOf(db, admin, userId),
    ballotsOf(db, admin, userId, config.timeZone),
    pointsEntries(db, userId, { limit: mostPoints }),
    usesOf(db, Object.keys(LIMITS), userId),
  ])
  return { member, identities, sessions, entries, ballots, points, uses }
}

export function meta(args: Route.MetaArgs) {
  const title = args.error
    ? ADJUSTMENT_MESSAGES.noMember
    : memberName(args.loaderData?.member.displayName ?? '')
  return pageMeta(args, { title, hidden: true })
}

export default function MemberPage({ loaderData }: Route.ComponentProps) {
  const { member, identities, sessions, entries, ballots, points, uses } = loaderData
  const isSuspended = member.suspendedAt !== null
  const action = isSuspended ? 'reinstate' : 'suspend'
  const here = memberPath(member.id)
  return (
    <>
      <PageHeader
        title={<bdi>{memberName(member.displayName)}</bdi>}
        crumbs={[
          { label: 'Leaderboard Management', to: LEADERBOARD_PATH },
          { label: memberName(member.displayName) },
        ]}
        actions={
          <>
            <ButtonLink to={`/profile/${member.id}`} variant="secondary">
              View Profile
            </ButtonLink>
            <ButtonLink to={adjustmentUrl(member.id, 'points', here)} variant="secondary">
              {ADJUSTMENTS.points}
            </ButtonLink>
            {(isSuspended || !member.isAdmin) && (
              <ButtonLink to={accountActionPath(member.id, action)} variant="secondary">
                {ACCOUNT_ACTIONS[action].title}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid gap-6">
        {isSuspended && (
          <Notice>The account is suspended: the member can neither sign in, submit nor vote.</Notice>
        )}
        <Facts
          facts={[
            { label: 'Rank', value: member.rank },
            { label: 'Points', value: formatNumber(member.points) },
            { label: 'Submissions', value: formatNumber(member.submissions) },
            { label: 'Joined', value: <Time value={member.joinedAt} format="short" /> },
          ]}
        />
        <Part
          id="account"
          title="Account"
          about={
            <p className="mt-2 text-small text-muted">
              User id <code className="wrap-anywhere">{member.id}</code>
            </p>
          }
          of={identities}
          none="No way to sign in."
        >
          {(identity) => <Identity key={`${identity.issuer} ${identity.subject}`} {...identity} />}
        </Part>
        <Part id="sessions" title="Sessions" of={sessions} none="Not signed in anywhere.">
          {(session) => <Session key={session.id} {...session} />}
        </Part>
        <Part id="voting" title="Voting" of={ballots} none="No challenge is in voting.">
          {(ballot) => <Ballot key={ballot.challengeId} {...ballot} isSuspended={isSuspended} />}
        </Part>
        <Part id="entries" title="Submissions" of={entries} none="No submissions yet.">
          {(entry) => <Entry key={entry.id} {...entry} />}
        </Part>
        <Part id="points" title="Points" of={points} none="No points yet.">
          {(entry) => <Points key={entry.id} {...entry} />}
        </Part>
        <Part id="limits" title="Limits" of={uses} none="Nothing is counted at the moment.">
          {({ name, count, until }) => (
            <li key={name} className="py-2.5">
              {LIMITS[name as keyof typeof LIMITS]}: {formatCount(count, 'use')} until{' '}
              <Time value={until} format="datetime" />
            </li>
          )}
        </Part>
      </div>
    </>
  )
}

interface PartProps<Row> {
  id: string
  title: string
  about?: React.ReactNode
  of: readonly Row[]
  none: string
  children: (row: Row) => React.ReactNode
}

function Part<Row>({ id, title, about, of, none, children }: PartProps<Row>) {
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-card">
        {title}
      </h2>
      {about}
      {of.length === 0 && <p className="mt-3 text-muted">{none}</p>}
      <ul className="mt-2 divide-y divide-line empty:hidden">{of.map(children)}</ul>
    </Card>
  )
}

function Identity({ issuer, subject, email, isVerified, isRefused, createdAt }: IdentityRow) {
  return (
    <li className="py-2.5 wrap-anywhere">
      {email ?? 'No address'} {email && (isVerified ? '(verified)' : '(not verified)')}
      {isRefused && ', refused by its mail server: no mails are sent'}
      <span className="block text-small text-muted">
        {subject} at {issuer}, since <Time value={createdAt} format="datetime" />
      </span>
    </li>
  )
}

function Session({ device, startedAt, lastSeenAt }: SessionRow) {
  return (
    <li className="py-2.5">
      {device || 'Unknown device'}
      <span className="block text-small text-muted">
        Since <Time value={startedAt} format="datetime" />, last used{' '}
        <Time value={lastSeenAt} format="datetime" />
      </span>
    </li>
  )
}

function Ballot({ isSuspended, ...ballot }: BallotRow & { isSuspended: boolean }) {
  const { challengeId, challengeTitle, isVoting, vote, isShown } = ballot
  return (
    <li className="py-2.5 wrap-anywhere">
      <TextLink dir="auto" to={managePath(challengeId)}>
        {challengeTitle}
      </TextLink>
      {isVoting && <span className="block">May vote: {mayVote(ballot, isSuspended)}</span>}
      {vote && (
        <span className="block text-small text-muted">
          Voted for{' '}
          <Link dir="auto" to={submissionPath({ id: vote.id, challengeId })} className="underline">
            {vote.title}
          </Link>
          , <Time value={vote.at} format="datetime" />
        </span>
      )}
      {!isShown && (
        <span className="block text-small text-muted">
          A secret ballot: who voted is hidden. <TextLink to={deskPath(challengeId)}>Integrity</TextLink>
        </span>
      )}
    </li>
  )
}

function mayVote({ refusal, isShown }: BallotRow, isSuspended: boolean): string {
  if (isSuspended) return 'no, because the account is suspended.'
  if (refusal) return `no, because the member is told: \u201c${refusal}\u201d`
  return isShown ? 'yes.' : 'yes, unless a vote was cast or voided.'
}

function Entry({ id, title, status, submittedAt, challengeId, challengeTitle }: EntryRow) {
  return (
    <li className="py-2.5 wrap-anywhere">
      <TextLink dir="auto" to={submissionPath({ id, challengeId })}>
        {title}
      </TextLink>
      <span className="block text-small text-muted">
        <bdi>{challengeTitle}</bdi>, {status}, <Time value={submittedAt} format="datetime" />
      </span>
    </li>
  )
}

function Points({ points, reason, challenge, description, at }: LedgerRow) {
  return (
    <li className="flex justify-between gap-x-4 py-2.5">
      <span className="min-w-0 wrap-anywhere">
        {REASON_LABELS[reason]}
        {challenge && (
          <>
            {' in '}
            <bdi>{challenge.title}</bdi>
          </>
        )}
        {description && `: ${description}`}
        <span className="block text-small text-muted">
          <Time value={at} format="datetime" />
        </span>
      </span>
      <b className="shrink-0 tabular-nums">{formatNumber(points)}</b>
    </li>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MemberError error={error} />
}
