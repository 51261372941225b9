import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { lastPage } from '#platform/paging.ts'
import type { DeskRow } from './queries.server.ts'
import { DESK_PAGE_SIZE, SIGNALS, type Signal } from './rules.ts'

export interface CountedVote {
  /** What names the voter to `voidVotes`: the member's id, or the vote's if the account is deleted. */
  key: string
  /** Null for a deleted account, as are `name` and `joinedAt`. */
  userId: string | null
  name: string | null
  joinedAt: Date | null
  votedAt: Date
  /** Its entry, with all votes for it and the marked ones. */
  entry: { id: string; title: string; votes: number; marked: number }
  /** Votes of new accounts for the entry around this one; 0 if its account is not new. */
  newAccounts: number
  /** The number of its network, and the votes from there for the entry and for all; null if unknown. */
  network: { number: number; votes: number; all: number } | null
  /** Votes of the member for this author, and all of the member. */
  author: { votes: number; all: number }
  signals: Signal[]
}

/** Marked votes by their entries, those with the most first. */
export const VOTE_ORDERS = {
  marked: sql`v.marked desc, v.submission_id, cardinality(v.signals) desc`,
  joined: sql`v.joined_date desc`,
  voted: sql`v.created_at`,
  newAccounts: sql`v.companions desc`,
  network: sql`v.sharing desc nulls last, v.number`,
  author: sql`v.given desc`,
}
export type VoteOrder = keyof typeof VOTE_ORDERS

interface Request {
  /** Only the votes for this submission. */
  entryId?: string | null
  order?: VoteOrder
  page?: number
}

/** A page of the votes of a challenge on the desk, or of one entry. None while hidden. */
export async function votesOnDesk(
  db: Db,
  desk: DeskRow,
  { entryId = null, order = 'marked', page: requested = 1 }: Request = {},
): Promise<{ votes: CountedVote[]; page: number; last: number }> {
  if (desk.isHidden) return { votes: [], page: 1, last: 1 }
  const ofEntry = sql`(${entryId}::uuid is null or v.submission_id = ${entryId})`
  const counted = entryId
    ? await db.row<{ votes: number }>(sql`
        select votes from submissions where id = ${entryId} and challenge_id = ${desk.id}`)
    : desk
  const last = lastPage(counted?.votes ?? 0, DESK_PAGE_SIZE)
  const page = Math.min(requested, last)
  const inOrder = sql`${VOTE_ORDERS[order]}, v.created_at, v.id`
  const votes = await db.rows<CountedVote>(sql`
    select coalesce(u.id, v.id) as key, u.id as "userId", u.display_name as name, u.joined_date as "joinedAt",
      v.created_at as "votedAt",
      jsonb_build_object('id', s.id, 'title', s.title, 'votes', v.of_entry, 'marked', v.marked) as entry,
      v.companions as "newAccounts",
      case when v.network is not null then
        jsonb_build_object('number', v.number, 'votes', v.sharing, 'all', v.behind) end as network,
      jsonb_build_object('votes', v.given, 'all', v.given_to_all) as author, v.signals
    from (
      select * from (${votesWithSignals(desk.id)}) v where ${ofEntry}
      order by ${inOrder} limit ${DESK_PAGE_SIZE} offset ${(page - 1) * DESK_PAGE_SIZE}
    ) v
    join submissions s on s.id = v.submission_id
    left join users u on u.id = v.user_id and u.deleted_at is null
    order by ${inOrder}`)
  return { votes, page, last }
}

/** How many votes of a challenge on the desk are marked. None while hidden. */
export async function markedVotes(db: Db, desk: DeskRow): Promise<number> {
  if (desk.isHidden) return 0
  const row = await db.row<{ votes: number }>(sql`
    select count(*)::int as votes from (${votesWithSignals(desk.id)}) v where cardinality(signals) > 0`)
  return row?.votes ?? 0
}

/** The votes of a challenge with the counts that the signals compare, and how many votes for the entry are marked. */
export function votesWithSignals(challengeId: string): Sql {
  const { newAccounts, network, author } = SIGNALS
  const around = sql`make_interval(hours => ${newAccounts.hours})`
  // Others may hide their votes, or the administrator may have entered them.
  const compared = sql`(o.counts and (o.challenge_id = ${challengeId}
    or o.challenge_id in (select id from challenges where status = 'completed')))`
  return sql`
    select *, (count(*) over (partition by submission_id))::int as of_entry,
      (count(*) filter (where cardinality(signals) > 0) over (partition by submission_id))::int as marked
    from (
      select *, array_remove(array[
        case when companions >= ${newAccounts.votes} then 'newAccounts' end,
        case when sharing >= ${network.votes} and sharing >= behind * ${network.share}::float8 then 'network' end,
        case when given >= ${author.votes} and given >= given_to_all * ${author.share}::float8 then 'author' end], null) as signals
      from (
        select v.*, history.*,
          case when is_new then count(*) filter (where is_new) over (partition by submission_id order by created_at
            range between ${around} preceding and ${around} following) else 0 end::int as companions,
          case when network is not null then count(*) over (partition by submission_id, network) end::int as sharing,
          case when network is not null then count(*) over (partition by network) end::int as behind,
          dense_rank() over (order by network)::int as number
        from (
          select v.*, u.joined_date, u.joined_date > c.first_ballot_at - make_interval(days => ${newAccounts.days}) as is_new
          from votes v join users u on u.id = v.user_id join challenges c on c.id = v.challenge_id
          where v.challenge_id = ${challengeId} and v.counts
        ) v
        cross join lateral (
          select count(*) filter (where o.author_id = v.author_id)::int as given, count(*)::int as given_to_all
          from votes o where o.user_id = v.user_id and ${compared}
        ) history
      ) counted
    ) marked`
}
