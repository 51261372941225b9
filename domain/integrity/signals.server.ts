import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { lastPage } from '#platform/paging.ts'
import type { DeskRow } from './queries.server.ts'
import { SIGNALS, type Signal } from './rules.ts'

/** Votes on a page of the desk, and ticks that a form has room for. */
export const VOTES_PAGE_SIZE = 24
const mostEntries = 100

export interface EntryVotes extends Record<Signal, number> {
  id: string
  title: string
  authorName: string
  votes: number
  /** Votes with at least one signal. */
  marked: number
}

export const ENTRY_ORDERS = {
  marked: sql`marked desc`,
  votes: sql`f.votes desc`,
  newAccounts: sql`"newAccounts" desc`,
  network: sql`network desc`,
  author: sql`author desc`,
}

/** The entries with votes of a challenge on the desk, and how many of these each signal marks. None while hidden. */
export async function votesByEntry(
  db: Db,
  desk: DeskRow,
  order: keyof typeof ENTRY_ORDERS,
): Promise<EntryVotes[]> {
  if (desk.isHidden || desk.isEntered) return []
  return db.rows(sql`
    select s.id, s.title, u.display_name as "authorName", f.votes, f.marked, f."newAccounts", f.network, f.author
    from (
      select submission_id, count(*)::int as votes, count(*) filter (where cardinality(signals) > 0)::int as marked,
        count(*) filter (where 'newAccounts' = any(signals))::int as "newAccounts",
        count(*) filter (where 'network' = any(signals))::int as network,
        count(*) filter (where 'author' = any(signals))::int as author
      from (${votesWithSignals(desk.id)}) counted group by submission_id
    ) f
    join submissions s on s.id = f.submission_id join users u on u.id = s.user_id
    order by ${ENTRY_ORDERS[order]}, f.votes desc, s.id limit ${mostEntries}`)
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
  /** The number of its network among those of the entry's votes, and the votes from there for the entry and for all; null if unknown. */
  network: { number: number; votes: number; all: number } | null
  /** Votes of the member for this author, and all of the member. */
  author: { votes: number; all: number }
  signals: Signal[]
}

export const VOTE_ORDERS = {
  marked: sql`cardinality(signals) desc`,
  voter: sql`u.display_name`,
  joined: sql`u.joined_date desc`,
  voted: sql`v.created_at`,
  newAccounts: sql`v.companions desc`,
  network: sql`v.network_number nulls last`,
  author: sql`v.given desc`,
}

/** A page of the votes for an entry of a challenge on the desk; undefined while hidden, or if there is no such entry. */
export async function votesFor(
  db: Db,
  desk: DeskRow,
  submissionId: string,
  { order, page: requested }: { order: keyof typeof VOTE_ORDERS; page: number },
): Promise<
  { title: string; authorName: string; votes: CountedVote[]; page: number; last: number } | undefined
> {
  if (desk.isHidden || desk.isEntered) return undefined
  const entry = await db.row<{ title: string; authorName: string; total: number }>(sql`
    select s.title, u.display_name as "authorName", s.votes as total
    from submissions s join users u on u.id = s.user_id where s.id = ${submissionId} and s.challenge_id = ${desk.id}`)
  if (!entry) return undefined
  const last = lastPage(entry.total, VOTES_PAGE_SIZE)
  const page = Math.min(requested, last)
  const votes = await db.rows<CountedVote>(sql`
    select case when u.deleted_at is null then u.id else v.id end as key,
      case when u.deleted_at is null then u.id end as "userId", u.display_name as name,
      case when u.deleted_at is null then u.joined_date end as "joinedAt", v.created_at as "votedAt",
      u.suspended_at is not null as "isSuspended", v.companions as "newAccounts",
      case when v.network is not null then
        jsonb_build_object('number', v.network_number, 'votes', v.sharing, 'all', v.behind) end as network,
      jsonb_build_object('votes', v.given, 'all', v.cast_votes) as author, v.signals
    from (${votesWithSignals(desk.id, submissionId)}) v join users u on u.id = v.user_id
    order by ${VOTE_ORDERS[order]}, v.created_at, v.id
    limit ${VOTES_PAGE_SIZE} offset ${(page - 1) * VOTES_PAGE_SIZE}`)
  return { title: entry.title, authorName: entry.authorName, votes, page, last }
}

/** The votes of a challenge, or of an entry, with the counts that the signals compare. */
export function votesWithSignals(challengeId: string, submissionId?: string): Sql {
  const { newAccounts, network, author } = SIGNALS
  const around = sql`make_interval(hours => ${newAccounts.hours})`
  const ofEntry = submissionId ? sql`submission_id = ${submissionId}` : sql`true`
  const ofChallenge = sql`challenge_id = ${challengeId} and counts`
  return sql`
    select *, array_remove(array[
      case when companions >= ${newAccounts.votes} then 'newAccounts' end,
      case when sharing >= ${network.votes} and sharing >= behind * ${network.share}::float8 then 'network' end,
      case when given >= ${author.votes} and given >= cast_votes * ${author.share}::float8 then 'author' end], null) as signals
    from (
      select v.*,
        case when is_new then count(*) filter (where is_new) over (partition by submission_id order by created_at
          range between ${around} preceding and ${around} following) else 0 end::int as companions,
        case when network is not null then count(*) over (partition by submission_id, network) end::int as sharing,
        case when network is not null then count(*) over (partition by network) end::int as behind,
        dense_rank() over (partition by submission_id order by network)::int as network_number
      from (
        select v.*, u.joined_date > c.first_ballot_at - make_interval(days => ${newAccounts.days}) as is_new
        from (
          select *, count(*) over (partition by user_id)::int as cast_votes,
            count(*) over (partition by user_id, author_id)::int as given
          from (
            select * from votes where ${ofChallenge}
              and (${ofEntry} or network in (select network from votes where ${ofChallenge} and ${ofEntry}))
            union all
            -- Not others that run: they may hide their votes, or the administrator may have entered them.
            select o.* from votes o join challenges c on c.id = o.challenge_id
            where o.counts and c.status = 'completed' and c.id <> ${challengeId}
              and o.user_id in (select user_id from votes where ${ofChallenge} and ${ofEntry})
          ) compared
        ) v
        join users u on u.id = v.user_id join challenges c on c.id = v.challenge_id
        where v.challenge_id = ${challengeId}
      ) v
    ) counted
    where ${ofEntry}`
}
