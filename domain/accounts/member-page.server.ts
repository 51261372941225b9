import sql, { type Sql } from 'sql-template-tag'
import { votingOpen } from '#domain/challenges/scope.server.ts'
import { votesShownTo } from '#domain/integrity/queries.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { ballotRefusal, voterBar } from '#domain/voting/eligibility.server.ts'
import type { VoterBar } from '#domain/voting/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

// What the administrators' page of a member shows besides their row, sessions and points.

export interface IdentityRow {
  issuer: string
  subject: string
  email: string | null
  isVerified: boolean
  /** The mail server does not know the address. */
  isRefused: boolean
  createdAt: Date
}

export function identitiesOf(db: Db, _admin: Admin, userId: string): Promise<IdentityRow[]> {
  return db.rows(sql`
    select issuer, subject, email, email_verified as "isVerified", coalesce(refused_email = email, false) as "isRefused",
      created_at as "createdAt"
    from identities where user_id = ${userId} order by created_at, issuer, subject limit ${mostRows}`)
}

export interface EntryRow {
  id: string
  title: string
  status: 'pending' | 'approved' | 'rejected'
  submittedAt: Date
  challengeId: string
  challengeTitle: string
}

/** The member's submissions, newest first. */
export function entriesOf(db: Db, _admin: Admin, userId: string): Promise<EntryRow[]> {
  return db.rows(sql`
    select s.id, s.title, s.status, s.submission_date as "submittedAt", c.id as "challengeId", c.title as "challengeTitle"
    from (select * from submissions where user_id = ${userId} order by submission_date desc, id desc limit ${mostRows}) s
    join challenges c on c.id = s.challenge_id
    order by s.submission_date desc, s.id desc`)
}

export interface BallotRow {
  challengeId: string
  challengeTitle: string
  isVoting: boolean
  /** Null before a vote, and while the administrator may not know who voted. */
  vote: { id: string; title: string; at: Date } | null
  /** The administrator may know whether the member voted. */
  isShown: boolean
  /** Why the member may not vote, as they are told; null if they may. Of a running challenge. */
  refusal: string | null
}

type Read = Omit<BallotRow, 'vote' | 'refusal'> & {
  open: boolean
  votedForId: string | null
  votedForTitle: string | null
  votedAt: Date | null
  bar: VoterBar | null
}

/**
 * The running challenges, where the member may vote or not, and those of the last 100 with a ballot where they voted.
 * Nothing tells of a vote in a secret ballot unless the administrator has looked at its counts (ADM-66).
 */
export async function ballotsOf(
  db: Db,
  admin: Admin,
  userId: string,
  siteZone?: string,
): Promise<BallotRow[]> {
  const isShown = votesShownTo(admin.id)
  const rows = await db.rows<Read>(sql`
    select c.id as "challengeId", c.title as "challengeTitle", c.status = 'voting' as "isVoting", ${votingOpen} as open,
      ${isShown} as "isShown", ${ifShown(sql`v.submission_id`)} as "votedForId", ${ifShown(sql`s.title`)} as "votedForTitle",
      ${ifShown(sql`v.created_at`)} as "votedAt",
      case when c.status = 'voting' then ${voterBar} end as bar
    from (select * from challenges where last_ballot_at is not null order by last_ballot_at desc, id limit 100) c
    join users u on u.id = ${userId}
    left join votes v on v.challenge_id = c.id and v.user_id = ${userId} and v.counts
    left join submissions s on s.id = v.submission_id
    where c.status = 'voting' or (v.id is not null and ${isShown})
    order by c.status = 'voting' desc, c.last_ballot_at desc, c.id limit ${mostRows}`)
  return rows.map(({ open, votedForId, votedForTitle, votedAt, bar, ...row }) => {
    // Whose vote was voided has voted.
    const known = row.isShown || bar?.cause !== 'voided' ? bar : null
    const vote = votedForId && votedAt ? { id: votedForId, title: votedForTitle ?? '', at: votedAt } : null
    const refusal = row.isVoting ? ballotRefusal({ open, votedForId, bar: known }, siteZone) : null
    return { ...row, vote, refusal: refusal?.message ?? null }
  })

  function ifShown(value: Sql): Sql {
    return sql`case when ${isShown} then ${value} end`
  }
}

const mostRows = 30
