import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { CHALLENGE_FIELDS, fieldsWith } from '#domain/challenges/fields.ts'
import { totalVotes } from '#domain/challenges/queries.server.ts'
import { votesVisible } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { type Cursor, openCursor } from '#platform/database/cursor.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Cell } from '#platform/text/csv.ts'

/** A table for a spreadsheet, read through one cursor, so that all rows are of one moment. The caller closes it. */
export interface Export {
  heading: readonly string[]
  rows: Cursor<Cell[]>
}

type Column = readonly [heading: string, value: Sql]
type Source = Pick<Database, 'connect'>

/** All challenges, newest first, drafts included, with votes and winner. */
export function exportChallenges(db: Source, _admin: Admin, signal?: AbortSignal): Promise<Export> {
  const columns: Column[] = [
    ...fieldColumns('line', 'choice', 'moment', 'checkbox'),
    ['Voting ends (UTC)', utcText(sql`c.voting_ends_at`)],
    ['Finished (UTC)', utcText(sql`c.completed_at`)],
    ['Participants', sql`c.participant_count`],
    ['Votes', sql`case when ${votesVisible} then ${totalVotes} end`],
    ['Winner', sql`coalesce(w.display_name, c.winner_name)`],
    ["Winner's votes", sql`c.winner_votes`],
    ['Created (UTC)', utcText(sql`c.created_at`)],
    ['Challenge id', sql`c.id`],
    ['Winning entry id', sql`c.winner_submission_id`],
    ...fieldColumns('text'),
  ]
  return open(
    db,
    columns,
    sql`from challenges c left join users w on w.id = c.winner_id order by c.created_at desc, c.id desc`,
    signal,
  )
}

function fieldColumns(...inputs: Parameters<typeof fieldsWith>): Column[] {
  return fieldsWith(...inputs).flatMap((name): Column[] => {
    const { column, exported, input } = CHALLENGE_FIELDS[name]
    if (exported === null) return []
    const value = raw(`c.${column}`)
    return [[exported, input === 'moment' ? utcText(value) : value]]
  })
}

/**
 * Results of one challenge, or of all (newest first), by standings (CHL-18). Places are set from voting on. Of a secret
 * ballot neither votes nor places are exported before its completion, and its submissions are in the order of submission.
 */
export function exportSubmissions(
  db: Source,
  _admin: Admin,
  challengeId: string | null,
  signal?: AbortSignal,
): Promise<Export> {
  const standing = sql`s.status = 'rejected', case when ${votesVisible} then s.votes end desc nulls last,
    case when ${votesVisible} then s.content_changed_at else s.submission_date end, s.id`
  const columns: Column[] = [
    ['Challenge', sql`c.title`],
    ['Challenge status', sql`c.status`],
    [
      'Place',
      sql`case when c.status in ('voting', 'completed') and s.status <> 'rejected' and ${votesVisible} then
        row_number() over (partition by s.challenge_id order by ${standing}) end`,
    ],
    ['Entry', sql`s.title`],
    ['Author', sql`u.display_name`],
    ['Votes', sql`case when ${votesVisible} then s.votes end`],
    ['Winner', sql`case when c.winner_submission_id = s.id then 'yes' else 'no' end`],
    ['Status', sql`s.status`],
    ['Reason', sql`s.rejection_reason`],
    ['Submitted (UTC)', utcText(sql`s.submission_date`)],
    ['Link', sql`s.content_url`],
    ['AI tools', sql`array_to_string(s.ai_tools_used, ', ')`],
    ['Entry id', sql`s.id`],
    ['Author id', sql`case when u.deleted_at is null then u.id end`],
    ['Challenge id', sql`c.id`],
  ]
  return open(
    db,
    columns,
    sql`from submissions s join challenges c on c.id = s.challenge_id join users u on u.id = s.user_id
      ${challengeId ? sql`where s.challenge_id = ${challengeId}` : empty}
      order by c.created_at desc, c.id desc, ${standing}`,
    signal,
  )
}

/** All members in the order of joining, with their points. */
export function exportMembers(db: Source, _admin: Admin, signal?: AbortSignal): Promise<Export> {
  const columns: Column[] = [
    ['Name', sql`u.display_name`],
    ['E-mail', sql`u.email`],
    ['Rank', sql`u.rank`],
    ['Points', sql`u.points`],
    ['Joined (UTC)', utcText(sql`u.joined_date`)],
    ['Submissions', sql`coalesce(s.entries, 0)`],
    ['Suspended (UTC)', utcText(sql`u.suspended_at`)],
    ['Member id', sql`u.id`],
  ]
  return open(
    db,
    columns,
    sql`from users u
      left join (select user_id, count(*)::int as entries from submissions group by user_id) s on s.user_id = u.id
      where u.deleted_at is null order by u.joined_date, u.id`,
    signal,
  )
}

/** All comments, newest first, hidden ones included, without deleted ones. */
export function exportComments(db: Source, _admin: Admin, signal?: AbortSignal): Promise<Export> {
  const columns: Column[] = [
    ['Challenge', sql`c.title`],
    ['Entry', sql`s.title`],
    ['Author', sql`u.display_name`],
    ['Comment', sql`m.text`],
    ['Written (UTC)', utcText(sql`m.created_at`)],
    ['Edited (UTC)', utcText(sql`m.edited_at`)],
    ['Hidden (UTC)', utcText(sql`m.hidden_at`)],
    ['Reason', sql`m.hidden_reason`],
    ['Comment id', sql`m.id`],
    ['Reply to', sql`m.parent_id`],
    ['Entry id', sql`s.id`],
    ['Author id', sql`case when u.deleted_at is null then u.id end`],
  ]
  return open(
    db,
    columns,
    sql`from comments m join submissions s on s.id = m.submission_id join challenges c on c.id = s.challenge_id
      join users u on u.id = m.user_id where m.text is not null order by m.created_at desc, m.id desc`,
    signal,
  )
}

async function open(
  db: Source,
  columns: readonly Column[],
  from: Sql,
  signal: AbortSignal | undefined,
): Promise<Export> {
  const values = join(columns.map(([, value]) => value))
  return {
    heading: columns.map(([heading]) => heading),
    rows: await openCursor<Cell[]>(db, sql`select ${values} ${from}`, signal),
  }
}

/** In the format of spreadsheets; the headings say UTC. */
function utcText(value: Sql): Sql {
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`
}
