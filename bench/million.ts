import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

const vocabulary = raw(
  `(array['river','lantern','crane','ember','paper','moon','shadow','willow','storm','quiet',
    'glass','copper','silent','winter','maple','koi','tiger','saffron','harbor','violet'])`,
)
const word = (seed: number): Sql =>
  sql`${vocabulary}[1 + mod(abs(hashint4(i * 31 + ${raw(String(seed))})), 20)]`

/** Fills an empty database with `count` members and submissions in 20,000 challenges. */
export async function fillMillion(db: Db, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(sql`set local session_replication_role = replica`)
    await tx.rows(sql`set local statement_timeout = 0`)
    for (const statement of [members(count), challenges, submissions, words, titles, tallies])
      await tx.rows(statement)
  })
  await db.rows(sql`vacuum analyze`)
  // Otherwise the checkpoint would run during the measurement.
  await db.rows(sql`checkpoint`)
}

function members(count: number): Sql {
  return sql`
    insert into users (id, display_name, email, avatar_preset, rank, points, joined_date)
    select gen_random_uuid(), initcap(${word(1)} || ' ' || ${word(2)}) || ' ' || i, ${word(3)} || i || '@example.org', 1,
      case when i % 2 = 0 then 'Novice Ninja' when i % 50 = 1 then 'Legendary Ninja' else 'Adept Ninja' end,
      mod(abs(hashint4(i)), 40000), now() - i * interval '1 minute'
    from generate_series(1, ${count}::int) i`
}

const challenges = sql`
  insert into challenges (id, title, description, type, kind, status, deadline, voting_ends_at, completed_at, created_at)
  select gen_random_uuid(), initcap(${word(5)} || ' of ' || ${word(6)}) || ' ' || i, 'Make something', 'weekly', 'image', status,
    now() + interval '5 days', now() + interval '8 days', case when status = 'completed' then now() end,
    now() - i * interval '1 hour'
  from generate_series(1, 20000) i
  cross join lateral (
    select case when i % 100 = 0 then 'active' when i % 101 = 0 then 'draft' else 'completed' end as status) phase`

const submissions = sql`
  insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used, status, submission_date,
    content_changed_at, kind, votes_hidden)
  select gen_random_uuid(), c.id, u.id, initcap(${word(8)} || ' ' || ${word(9)}) || ' ' || i,
    'A ' || ${word(10)} || ' under the ' || ${word(11)} || ', made with ' || ${word(12)} || ' and care, ' || md5(i::text),
    array['tool'], case when i % 500 = 0 then 'rejected' when i % 3 = 0 then 'approved' else 'pending' end,
    now() - i * interval '30 seconds', now() - i * interval '30 seconds', 'image', false
  from (select id, (row_number() over ())::int as i from users) u
  join (select id, (row_number() over ())::int as n from challenges) c on c.n = 1 + mod(i, 20000)`

const words = sql`insert into user_words select id, searchable(concat_ws(E'\n', display_name, email)) from users`
const titles = sql`insert into submission_words select id, searchable(concat_ws(E'\n', title, description)) from submissions`

const tallies = sql`
  insert into tallies
  select 'users', rank, count(*) from users group by rank
  union all select 'submissions', status, count(*) from submissions group by status
  union all select 'challenges', status || '/' || type || '/' || kind, count(*) from challenges group by 2`
