import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { PATTERN_LIMITS as LIMITS, type PatternKind, tailOf } from './rules.ts'

// Each pattern compares the votes for one entry with all other votes of the challenge, so that what is usual there (an
// announcement, many newcomers, a popular entry) is no pattern.

export interface PatternVoter {
  /** What names the voter to `voidVotes`: the member's id, or the vote's if the account is deleted. */
  key: string
  /** Null for a deleted account. */
  userId: string | null
  name: string
  /** Null for a deleted account. */
  joinedAt: Date | null
  votedAt: Date
  isSuspended: boolean
}

export interface Pattern {
  kind: PatternKind
  submission: { id: string; title: string; authorName: string }
  /** Votes of the pattern, and those it was looked for in. */
  hits: number
  trials: number
  /** Challenges, for patterns over several challenges: what the author gave back. */
  returned?: number
  voters: PatternVoter[]
}

interface Found {
  kind: PatternKind
  submissionId: string
  hits: number
  trials: number
  returned?: number
  userIds: string[]
}

interface Entry {
  submissionId: string
  votes: number
  recent: number
}

/** The entries of a challenge by id, and the sums over them. */
interface Entries {
  byId: Map<string, Entry>
  votes: number
  recent: number
}

/** How often the schedule looks for patterns in a running challenge, in minutes. */
const countedMinutes = 5

/**
 * Counts the patterns of running challenges for the list of the desk, each every `countedMinutes` by one process. Returns
 * how many challenges were looked at.
 */
export async function countPatterns(db: Db, signal?: AbortSignal): Promise<number> {
  for (let counted = 0; ; counted++) {
    const due = signal?.aborted ? undefined : await claimCount(db)
    if (!due) return counted
    const { length } = await patternsOf(db, due.id)
    await db.rows(sql`update pattern_counts set patterns = ${length} where challenge_id = ${due.id}`)
  }
}

function claimCount(db: Db): Promise<{ id: string } | undefined> {
  return db.row(sql`
    insert into pattern_counts as p (challenge_id, patterns, counted_at)
    select c.id, 0, app_now() from challenges c left join pattern_counts last on last.challenge_id = c.id
    where c.status = 'voting' and (last.counted_at is null
      or last.counted_at < app_now() - make_interval(mins => ${countedMinutes}))
    order by last.counted_at nulls first, c.id limit 1
    on conflict (challenge_id) do update set counted_at = app_now()
      where p.counted_at < app_now() - make_interval(mins => ${countedMinutes})
    returning challenge_id as id`)
}

/** Patterns in the votes of a challenge that organisers should look at, those with most votes first. */
export async function patternsOf(db: Db, challengeId: string): Promise<Pattern[]> {
  const entries = await countedEntries(db, challengeId)
  // One after the other, so that an administrator takes one connection of the pool.
  const found = [
    ...(await newAccounts(db, challengeId, entries)),
    ...(await sharedNetworks(db, challengeId, entries)),
    ...(await bursts(db, challengeId, entries)),
    ...(await oneAuthorVoters(db, challengeId)),
  ]
  return named(db, challengeId, largest(found))
}

function largest<T extends { hits: number }>(found: readonly T[]): T[] {
  return found.toSorted((a, b) => b.hits - a.hits).slice(0, mostPatterns)
}

const mostPatterns = 50
const mostNamed = 200

async function countedEntries(db: Db, challengeId: string): Promise<Entries> {
  const rows = await db.rows<Entry>(sql`
    select v.submission_id as "submissionId", count(*)::int as votes,
      count(*) filter (where u.joined_date > c.first_ballot_at - make_interval(hours => ${LIMITS.newAccounts.hours}))::int as recent
    from (select * from votes where counts) v join users u on u.id = v.user_id join challenges c on c.id = v.challenge_id
    where v.challenge_id = ${challengeId} group by v.submission_id`)
  return {
    byId: new Map(rows.map((row) => [row.submissionId, row])),
    votes: rows.reduce((sum, { votes }) => sum + votes, 0),
    recent: rows.reduce((sum, { recent }) => sum + recent, 0),
  }
}

/** Entries with more votes of young accounts than the share of young accounts among the other voters explains. */
async function newAccounts(db: Db, challengeId: string, entries: Entries): Promise<Found[]> {
  const { least, surprise, hours } = LIMITS.newAccounts
  const unusual = [...entries.byId.values()].filter((entry) => {
    // One more of each, because few others say little.
    const chance = (entries.recent - entry.recent + 1) / (entries.votes - entry.votes + 2)
    return entry.recent >= least && tailOf(entry.recent, entry.votes, chance) < surprise
  })
  if (unusual.length === 0) return []
  const wanted = largest(unusual.map(({ submissionId, recent }) => ({ submissionId, hits: recent })))
  const rows = await db.rows<{ submissionId: string; userIds: string[] }>(sql`
    select v.submission_id as "submissionId", array_agg(v.user_id order by v.created_at) as "userIds"
    from (select * from votes where counts) v join users u on u.id = v.user_id join challenges c on c.id = v.challenge_id
    where v.challenge_id = ${challengeId} and v.submission_id = any(${wanted.map(({ submissionId }) => submissionId)}::uuid[])
      and u.joined_date > c.first_ballot_at - make_interval(hours => ${hours})
    group by v.submission_id`)
  return rows.map(({ submissionId, userIds }) => ({
    kind: 'newAccounts',
    submissionId,
    hits: userIds.length,
    trials: votesOf(entries, submissionId),
    userIds,
  }))
}

/** Voters of one entry behind one network, more than the entry's share of the other votes explains. */
async function sharedNetworks(db: Db, challengeId: string, entries: Entries): Promise<Found[]> {
  const { least, surprise } = LIMITS.network
  const rows = await db.rows<{ submissionId: string; voters: number; userIds: string[] }>(sql`
    with behind as (
      select network, submission_id, user_id from votes where counts and challenge_id = ${challengeId} and network is not null
    ),
    networks as (select network, count(distinct user_id)::int as voters from behind group by network having count(*) >= ${least})
    select submission_id as "submissionId", networks.voters, array_agg(user_id) as "userIds"
    from behind join networks using (network)
    group by network, submission_id, networks.voters having count(*) >= ${least}`)
  const found = rows
    .filter(({ submissionId, voters, userIds }) => {
      const chance = shareOutside(entries, submissionId, userIds.length, voters)
      return tailOf(userIds.length, voters, chance) < surprise
    })
    .map(
      ({ submissionId, voters, userIds }): Found => ({
        kind: 'network',
        submissionId,
        hits: userIds.length,
        trials: voters,
        userIds,
      }),
    )
  return withoutRepeats(found)
}

/** Votes for one entry within seconds, more than its share of the other votes explains. */
async function bursts(db: Db, challengeId: string, entries: Entries): Promise<Found[]> {
  const { least, surprise, seconds } = LIMITS.burst
  const rows = await db.rows<{ submissionId: string; until: Date; hits: number; all: number }>(sql`
    select distinct on (submission_id) submission_id as "submissionId", created_at as until, hits, "all"
    from (
      select submission_id, created_at,
        count(*) over (partition by submission_id order by created_at
          range between make_interval(secs => ${seconds}) preceding and current row)::int as hits,
        count(*) over (order by created_at
          range between make_interval(secs => ${seconds}) preceding and current row)::int as "all"
      from votes where counts and challenge_id = ${challengeId}
    ) windows
    where hits >= ${least} order by submission_id, hits desc, "all", created_at`)
  const unusual = rows.filter(({ submissionId, hits, all }) => {
    return tailOf(hits, all, shareOutside(entries, submissionId, hits, all)) < surprise
  })
  const found: Found[] = []
  for (const { submissionId, until, hits, all } of largest(unusual)) {
    // A Date has milliseconds only, so the last vote may be a little later.
    const voters = await db.rows<{ userId: string }>(sql`
      select user_id as "userId" from votes
      where counts and challenge_id = ${challengeId} and submission_id = ${submissionId}
        and created_at between ${until}::timestamptz - make_interval(secs => ${seconds}) and ${until}::timestamptz + interval '1 ms' order by created_at`)
    found.push({
      kind: 'burst',
      submissionId,
      hits,
      trials: all,
      userIds: voters.map(({ userId }) => userId),
    })
  }
  return found
}

/** An author's latest entries that are looked at for patterns over several challenges. */
const submissionsOfAuthor = 30
const mostPairs = 300

interface Pair {
  submissionId: string
  userId: string
  authorId: string
  /** Challenges with an entry of the author in which the member voted, and in how many of them for the author. */
  voted: number
  given: number
  /** Votes of the member in other challenges. */
  chance: number
  returned: number
  returnable: number
  returnChance: number
}

/**
 * Members who voted for this author in nearly every challenge that the author entered, or whom the author voted for in
 * return, more often than the author's share of the votes explains.
 */
async function oneAuthorVoters(db: Db, challengeId: string): Promise<Found[]> {
  const pairs = await db.rows<Pair>(sql`
    with pairs as (
      select v.submission_id, v.user_id, v.author_id, count(*) as given
      from (select * from votes where counts) v
      cross join lateral (
        select s.id, s.challenge_id from submissions s
        where s.user_id = v.author_id and ${mayBeCompared(challengeId)}
        order by s.submission_date desc limit ${submissionsOfAuthor}
      ) entered
      -- Each looked up by itself: a plain join read all votes for the author for each voter.
      cross join lateral (
        select from (select * from votes where counts) earlier
        where earlier.challenge_id = entered.challenge_id and earlier.user_id = v.user_id
          and earlier.submission_id = entered.id limit 1) earlier
      where v.challenge_id = ${challengeId}
      group by v.submission_id, v.user_id, v.author_id
      having count(*) >= ${LIMITS.mutual.least}
      order by given desc, v.user_id limit ${mostPairs}
    )
    select p.submission_id as "submissionId", p.user_id as "userId", p.author_id as "authorId",
      given.voted, given.given, given.chance,
      coalesce(back.voted, 0) as returnable, coalesce(back.given, 0) as returned, coalesce(back.chance, 1) as "returnChance"
    from pairs p
    cross join lateral (${votesBetween(challengeId, sql`p.user_id`, sql`p.author_id`)}) given
    cross join lateral (${votesBetween(challengeId, sql`p.author_id`, sql`p.user_id`)}) back`)
  return pairs.flatMap((pair): Found[] => {
    const given = tailOf(pair.given, pair.voted, pair.chance)
    const returned = tailOf(pair.returned, pair.returnable, pair.returnChance)
    const found: Found[] = []
    const { submissionId, userId } = pair
    if (
      pair.given >= LIMITS.mutual.least &&
      pair.returned >= LIMITS.mutual.least &&
      given * returned < LIMITS.mutual.surprise
    )
      found.push({
        kind: 'mutual',
        submissionId,
        hits: pair.given,
        trials: pair.voted,
        returned: pair.returned,
        userIds: [userId],
      })
    else if (
      pair.given >= LIMITS.oneAuthor.least &&
      pair.given === pair.voted &&
      given < LIMITS.oneAuthor.surprise
    )
      found.push({ kind: 'oneAuthor', submissionId, hits: pair.given, trials: pair.voted, userIds: [userId] })
    return found
  })
}

/**
 * In how many challenges with one of the author's latest entries a member voted, in how many for the author, and how
 * likely a vote there goes to the author: by the mean share of the author's entries in the other votes.
 */
function votesBetween(challengeId: string, voter: Sql, author: Sql): Sql {
  return sql`
    select count(v.id)::int as voted, count(v.id) filter (where v.submission_id = s.id)::int as given,
      coalesce(avg((greatest(s.votes - 1, 0) + 1.0) / (c.participant_count + t.votes)) filter (where v.id is not null), 1)::float8 as chance
    from (
      select id, challenge_id, votes from submissions s where user_id = ${author} and ${mayBeCompared(challengeId)}
      order by submission_date desc limit ${submissionsOfAuthor}
    ) s
    join challenges c on c.id = s.challenge_id
    left join votes v on v.challenge_id = s.challenge_id and v.user_id = ${voter} and v.counts
    cross join lateral (
      select coalesce(sum(votes), 0) as votes from challenge_tallies where challenge_id = s.challenge_id) t`
}

/**
 * Another challenge counts once it is completed: before, it may hide its votes, or the administrator may have entered it.
 * `s` is a submission there.
 */
function mayBeCompared(challengeId: string): Sql {
  return sql`exists (select from challenges other where other.id = s.challenge_id
    and (other.status = 'completed' or other.id = ${challengeId}))`
}

function votesOf({ byId }: Entries, submissionId: string): number {
  return byId.get(submissionId)?.votes ?? 0
}

/** The entry's share of the votes outside of a group with `trials` votes, of which it has `hits`. */
function shareOutside(entries: Entries, submissionId: string, hits: number, trials: number): number {
  const votes = votesOf(entries, submissionId) - hits
  return (votes + 1) / (entries.votes - trials + entries.byId.size)
}

/** Members with several networks may share more than one: the same group is named once. */
function withoutRepeats(found: readonly Found[]): Found[] {
  const kept = new Map<string, Found>()
  for (const group of found) {
    const key = `${group.submissionId} ${group.userIds.toSorted().join(' ')}`
    if (!kept.has(key)) kept.set(key, group)
  }
  return [...kept.values()]
}

async function named(db: Db, challengeId: string, found: readonly Found[]): Promise<Pattern[]> {
  if (found.length === 0) return []
  const submissions = await db.rows<Pattern['submission']>(sql`
    select s.id, s.title, u.display_name as "authorName" from submissions s join users u on u.id = s.user_id
    where s.id = any(${found.map(({ submissionId }) => submissionId)}::uuid[])`)
  const voters = await db.rows<PatternVoter & { voterId: string }>(sql`
    select u.id as "voterId", case when u.deleted_at is null then u.id else v.id end as key,
      case when u.deleted_at is null then u.id end as "userId", u.display_name as name,
      case when u.deleted_at is null then u.joined_date end as "joinedAt", v.created_at as "votedAt",
      u.suspended_at is not null as "isSuspended"
    from votes v join users u on u.id = v.user_id
    where v.challenge_id = ${challengeId} and v.counts
      and v.user_id = any(${found.flatMap(({ userIds }) => userIds.slice(0, mostNamed))}::uuid[])
    order by v.created_at`)
  return found.flatMap(({ submissionId, userIds, ...pattern }) => {
    const submission = submissions.find(({ id }) => id === submissionId)
    const members = new Set(userIds)
    const named = voters.filter(({ voterId }) => members.has(voterId))
    return submission
      ? [{ ...pattern, submission, voters: named.map(({ voterId: _, ...voter }) => voter) }]
      : []
  })
}
