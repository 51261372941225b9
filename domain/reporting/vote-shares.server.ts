import sql from 'sql-template-tag'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

export const MAX_BARS = 20
const mostChoices = 50

export interface VoteShares {
  id: string
  title: string
  status: ChallengeStatus
  /** Submissions that were not rejected. */
  participants: number
  /** Of all submissions together. */
  votes: number
  /** The submissions with the most votes, at most 20, by standings; without those that have no vote. */
  submissions: { id: string; title: string; authorName: string; votes: number }[]
  /** The challenges in voting, latest deadline first. */
  choices: { id: string; title: string }[]
}

/**
 * The votes of a challenge by submission, including counts hidden from members: of the challengeId challenge if it is in
 * voting or completed, otherwise of the one in voting with the latest deadline; undefined if there is none.
 */
export function voteShares(
  db: Db,
  _admin: Admin,
  challengeId: string | null,
): Promise<VoteShares | undefined> {
  return db.row(sql`
    with running as (
      select id, title, status, participant_count, deadline from challenges
      where status = 'voting' order by deadline desc, id desc limit ${mostChoices}
    ),
    chosen as (
      select c.*, 0 as place from (
        select id, title, status, participant_count, deadline from challenges
        where id = ${challengeId}::uuid and status in ('voting', 'completed')) c
      union all select running.*, 1 from running
      order by place, deadline desc, id desc limit 1
    )
    select c.id, c.title, c.status, c.participant_count as participants,
      (select coalesce(sum(t.votes), 0)::int from challenge_tallies t where t.challenge_id = c.id) as votes,
      (select coalesce(json_agg(json_build_object('id', e.id, 'title', e.title, 'authorName', u.display_name,
          'votes', e.votes) order by e.votes desc, e.content_changed_at, e.id), '[]')
        from (
          select * from submissions s where s.challenge_id = c.id and s.votes > 0
          order by s.votes desc, s.content_changed_at, s.id limit ${MAX_BARS}
        ) e join users u on u.id = e.user_id) as submissions,
      (select coalesce(json_agg(json_build_object('id', id, 'title', title) order by deadline desc, id desc), '[]')
        from running) as choices
    from chosen c`)
}
