import sql, { type Sql } from 'sql-template-tag'
import { totalVotes } from '#domain/challenges/queries.server.ts'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { votesExaminable } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { VoidReason } from '#domain/voting/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { DESK_PAGE_SIZE, SIGNALS, type Signal } from './rules.ts'

/** A challenge on the desk: it has been in voting, and is not canceled. */
export interface DeskRow {
  id: string
  title: string
  status: ChallengeStatus
  votingEndsAt: Date | null
  isHeld: boolean
  hidesVotes: boolean
  /** The administrator has a submission in it. */
  isEntered: boolean
  /** The administrator may not see its votes: they entered it, or have not looked at its hidden counts. */
  isHidden: boolean
  /** Null while hidden. */
  votes: number | null
}

/** The 60 challenges with the latest ballots, the latest first (ADM-60). */
export function integrityDesk(db: Db, admin: Admin): Promise<DeskRow[]> {
  return db.rows(sql`${deskRows(admin)} order by c.last_ballot_at desc, c.id limit 60`)
}

export function deskRow(db: Db, admin: Admin, challengeId: string): Promise<DeskRow | undefined> {
  return db.row(sql`${deskRows(admin)} and c.id = ${challengeId}`)
}

function deskRows({ id }: Admin): Sql {
  const isShown = sql`(not ${hasEntered(id)} and ${votesShownTo(id)})`
  return sql`
    select c.id, c.title, c.status, c.voting_ends_at as "votingEndsAt", c.held_at is not null as "isHeld",
      c.hides_votes as "hidesVotes", ${hasEntered(id)} as "isEntered", not ${isShown} as "isHidden",
      case when ${isShown} then ${totalVotes} end as votes
    from challenges c where ${votesExaminable}`
}

/** Whether an administrator may know who voted in the challenge `c`: it shows votes, or they have looked since its voting last opened and not entered it. */
export function votesShownTo(adminId: string): Sql {
  return sql`(not c.hides_votes or (not ${hasEntered(adminId)} and exists (
    select from count_views k where k.challenge_id = c.id and k.admin_id = ${adminId} and k.viewed_at >= c.last_ballot_at)))`
}

function hasEntered(adminId: string): Sql {
  return sql`exists (select from submissions s where s.challenge_id = c.id and s.user_id = ${adminId})`
}

/** A vote that counts. */
export interface DeskVote {
  /** What names it to `voidVotes`: its id and its round, which grows when the voter moves it. */
  key: string
  /** Null for a deleted account, as are its name and when it joined. */
  userId: string | null
  name: string | null
  joinedAt: Date | null
  votedAt: Date
  entryId: string
  title: string
  /** Votes for the entry. */
  ofEntry: number
  /** Votes of new accounts for the entry around this one; 0 if its own is not new. */
  newAccounts: number
  /** Votes from its network for the entry and for all; 0 if it is unknown. */
  sameNetwork: number
  fromNetwork: number
  /** Votes of the member for this author, in completed challenges and this one. */
  sameAuthor: number
  signals: Signal[]
}

/** At first the marked votes, those with the largest groups first. */
export const VOTE_ORDERS = {
  marked: sql`cardinality(signals) desc, greatest(new_accounts, same_network) desc, submission_id`,
  joined: sql`joined_date desc`,
  voted: sql`created_at desc`,
  newAccounts: sql`new_accounts desc`,
  network: sql`same_network desc, network`,
  author: sql`same_author desc`,
}
export type VoteOrder = keyof typeof VOTE_ORDERS

interface ShownVotes {
  /** The votes for one entry. */
  entry?: string | null
  sort?: VoteOrder | null
  page?: number
}

/** A page of the votes of a challenge on the desk. None while hidden. */
export async function votesOnDesk(
  db: Db,
  { id, isHidden }: DeskRow,
  { entry = null, sort, page = 1 }: ShownVotes = {},
): Promise<DeskVote[]> {
  if (isHidden) return []
  return db.rows(sql`
    select v.id || ':' || v.round as key, u.id as "userId", u.display_name as name, u.joined_date as "joinedAt",
      v.created_at as "votedAt", s.id as "entryId", s.title, of_entry as "ofEntry", new_accounts as "newAccounts",
      same_network as "sameNetwork", from_network as "fromNetwork", same_author as "sameAuthor", signals
    from (
      select *, row_number() over (order by ${VOTE_ORDERS[sort ?? 'marked']}, created_at, id) as place
      from (${votesWithSignals(id)}) v where ${entry}::uuid is null or submission_id = ${entry}
      order by place limit ${DESK_PAGE_SIZE} offset ${(page - 1) * DESK_PAGE_SIZE}
    ) v
    join submissions s on s.id = v.submission_id left join users u on u.id = v.user_id and u.deleted_at is null
    order by place`)
}

/** Votes that were voided together. */
export interface VoidedVotes {
  batch: string
  votes: number
  /** The names of those who have an account. */
  voters: string[]
  reason: VoidReason
  note: string
}

/** What was voided in a challenge on the desk, the last 100 times or one time, but by suspensions that still last. None while hidden. */
export function voidedOnDesk(
  db: Db,
  { id, isHidden }: DeskRow,
  batch: string | null = null,
): Promise<VoidedVotes[]> {
  return db.rows(sql`
    select b.id as batch, count(*)::int as votes, b.reason, b.note,
      array_remove(array_agg(u.display_name order by u.display_name), null) as voters
    from void_batches b join votes v on v.voided_batch_id = b.id
    left join users u on u.id = v.user_id and u.deleted_at is null
    where b.challenge_id = ${id} and not ${isHidden} and (${batch}::uuid is null or b.id = ${batch}) and (b.reason <> 'suspended' or u.suspended_at is null)
    group by b.id order by b.voided_at desc, b.id limit 100`)
}

/** How many votes of a challenge on the desk are marked. None while hidden. */
export async function markedVotes(db: Db, { id, isHidden }: DeskRow): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from (${votesWithSignals(id)}) v where cardinality(signals) > 0 and not ${isHidden}`)
  return row?.n ?? 0
}

/** The votes of a challenge that count, with what the signals compare. */
export function votesWithSignals(challengeId: string): Sql {
  const { newAccounts, network } = SIGNALS
  const around = sql`make_interval(hours => ${newAccounts.hours})`
  const firstBallot = sql`(select first_ballot_at from challenges where id = ${challengeId})`
  return sql`
    select *, array_remove(array[
      case when new_accounts >= ${newAccounts.votes} then 'newAccounts' end,
      case when same_network >= greatest(${network.votes}, from_network * ${network.share}::float8)
        then 'network' end], null) as signals
    from (
      select v.*, (count(*) over (partition by submission_id))::int as of_entry,
        case when is_new then count(*) filter (where is_new) over (partition by submission_id
          order by created_at range between ${around} preceding and ${around} following) else 0 end::int as new_accounts,
        (count(network) over (partition by submission_id, network))::int as same_network,
        (count(network) over (partition by network))::int as from_network
      from (
        select v.*, u.joined_date, u.joined_date > ${firstBallot} - make_interval(days => ${newAccounts.days}) as is_new, (
          -- Other challenges may hide their votes, or the administrator may have entered them.
          select count(*)::int from votes o where o.user_id = v.user_id and o.author_id = v.author_id and o.counts
            and (o.challenge_id = v.challenge_id or o.challenge_id in (select id from challenges where status = 'completed'))) as same_author
        from votes v join users u on u.id = v.user_id
        where v.challenge_id = ${challengeId} and v.counts
      ) v
    ) counted`
}
