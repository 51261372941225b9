import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { lastPage } from '#platform/paging.ts'
import type { DeskRow } from './queries.server.ts'
import { DESK_PAGE_SIZE, SIGNALS, type Signal } from './rules.ts'

export interface EntryVotes extends Record<Signal, number> {
  id: string
  title: string
  authorName: string
  votes: number
  /** Votes with at least one signal. */
  marked: number
}

/** A page of the entries with votes, those with the most marked votes first. None while hidden. */
export async function votesByEntry(
  db: Db,
  desk: DeskRow,
  page = 1,
): Promise<{ entries: EntryVotes[]; last: number }> {
  if (desk.isHidden || desk.isEntered) return { entries: [], last: 1 }
  const marked = (signal: Signal) => sql`count(*) filter (where ${signal} = any(signals))::int`
  const entries = await db.rows<EntryVotes & { of: number }>(sql`
    select f.*, s.title, u.display_name as "authorName" from (
      select submission_id as id, count(*)::int as votes, count(*) filter (where cardinality(signals) > 0)::int as marked,
        ${marked('newAccounts')} as "newAccounts", ${marked('network')} as network, ${marked('author')} as author,
        count(*) over ()::int as of
      from (${votesWithSignals(desk.id)}) v group by submission_id
      order by marked desc, votes desc, submission_id limit ${DESK_PAGE_SIZE} offset ${(page - 1) * DESK_PAGE_SIZE}
    ) f join submissions s on s.id = f.id join users u on u.id = s.user_id
    order by f.marked desc, f.votes desc, s.id`)
  return { entries, last: lastPage(entries[0]?.of ?? 0, DESK_PAGE_SIZE) }
}

export interface CountedVote {
  /** What names the voter to `voidVotes`: the member's id, or the vote's if the account is deleted. */
  key: string
  /** Null for a deleted account, as is `joinedAt`. */
  userId: string | null
  name: string
  joinedAt: Date | null
  votedAt: Date
  isSuspended: boolean
  /** Votes of new accounts for the entry around this one; 0 if its account is not new. */
  newAccounts: number
  /** The number of its network among those of the entry, and the votes from there for the entry and for all; null if unknown. */
  network: { number: number; votes: number; all: number } | null
  /** Votes of the member for this author, and all of the member. */
  author: { votes: number; all: number }
  signals: Signal[]
}

export const VOTE_ORDERS = {
  marked: sql`cardinality(v.signals) desc`,
  joined: sql`u.joined_date desc`,
  voted: sql`v.created_at`,
  newAccounts: sql`v.companions desc`,
  network: sql`v.sharing desc nulls last, v.number`,
  author: sql`v.given desc`,
}
export type VoteOrder = keyof typeof VOTE_ORDERS

export interface EntryPage {
  title: string
  authorName: string
  votes: CountedVote[]
  page: number
  last: number
}

/** A page of the votes for an entry of a challenge on the desk; undefined while hidden, or if there is no such entry. */
export async function votesFor(
  db: Db,
  desk: DeskRow,
  submissionId: string,
  order: VoteOrder,
  requested: number,
): Promise<EntryPage | undefined> {
  if (desk.isHidden || desk.isEntered) return undefined
  const entry = await db.row<{ title: string; authorName: string; total: number }>(sql`
    select s.title, u.display_name as "authorName", s.votes as total
    from submissions s join users u on u.id = s.user_id where s.id = ${submissionId} and s.challenge_id = ${desk.id}`)
  if (!entry) return undefined
  const { total, ...about } = entry
  const last = lastPage(total, DESK_PAGE_SIZE)
  const page = Math.min(requested, last)
  const votes = await db.rows<CountedVote>(sql`
    select case when u.deleted_at is null then u.id else v.id end as key,
      case when u.deleted_at is null then u.id end as "userId", u.display_name as name,
      case when u.deleted_at is null then u.joined_date end as "joinedAt", v.created_at as "votedAt",
      u.suspended_at is not null as "isSuspended", v.companions as "newAccounts",
      case when v.network is not null then
        jsonb_build_object('number', v.number, 'votes', v.sharing, 'all', v.behind) end as network,
      jsonb_build_object('votes', v.given, 'all', ${votesOfVoter(desk.id)}) as author, v.signals
    from (${votesWithSignals(desk.id, submissionId)}) v join users u on u.id = v.user_id
    order by ${VOTE_ORDERS[order]}, v.created_at, v.id
    limit ${DESK_PAGE_SIZE} offset ${(page - 1) * DESK_PAGE_SIZE}`)
  return { ...about, votes, page, last }
}

/**
 * The votes of a challenge, or of an entry, with the counts that the signals compare. By windows, because a join of counted
 * rows is slow when the statistics are older than the votes.
 */
export function votesWithSignals(challengeId: string, submissionId?: string): Sql {
  const { newAccounts, network, author } = SIGNALS
  const around = sql`make_interval(hours => ${newAccounts.hours})`
  const ofChallenge = sql`challenge_id = ${challengeId} and counts`
  const ofEntry = submissionId ? sql`submission_id = ${submissionId}` : sql`true`
  return sql`
    select *, array_remove(array[
      case when companions >= ${newAccounts.votes} then 'newAccounts' end,
      case when sharing >= ${network.votes} and sharing >= behind * ${network.share}::float8 then 'network' end,
      case when given >= ${author.votes} and given >= ${votesOfVoter(challengeId)} * ${author.share}::float8
        then 'author' end], null) as signals
    from (
      select v.*,
        case when is_new then count(*) filter (where is_new) over (partition by submission_id order by created_at
          range between ${around} preceding and ${around} following) else 0 end::int as companions,
        case when network is not null then count(*) over (partition by submission_id, network) end::int as sharing,
        case when network is not null then count(*) over (partition by network) end::int as behind,
        dense_rank() over (partition by submission_id order by network)::int as number
      from (
        select v.*, u.joined_date > c.first_ballot_at - make_interval(days => ${newAccounts.days}) as is_new
        from (
          select *, count(*) over (partition by user_id, author_id)::int as given
          from (
            select * from votes where ${ofChallenge}
              and (${ofEntry} or network in (select network from votes where ${ofChallenge} and ${ofEntry}))
            union all
            select o.* from submissions s join votes o on o.submission_id = s.id
            where s.user_id in (select user_id from submissions where challenge_id = ${challengeId}
                and ${submissionId ? sql`id = ${submissionId}` : sql`true`})
              and o.challenge_id <> ${challengeId} and ${isCompared(challengeId)}
          ) compared
        ) v
        join users u on u.id = v.user_id join challenges c on c.id = v.challenge_id
        where v.challenge_id = ${challengeId}
      ) v
    ) v
    where ${ofEntry}`
}

/** All votes of the voter of `v`. */
function votesOfVoter(challengeId: string): Sql {
  return sql`(select count(*)::int from votes o where o.user_id = v.user_id and ${isCompared(challengeId)})`
}

/** Whether the vote `o` is in the challenge or a completed one. Others may hide their votes, or the administrator may have entered them. */
function isCompared(challengeId: string): Sql {
  return sql`o.counts and o.challenge_id in (select id from challenges where status = 'completed' or id = ${challengeId})`
}
