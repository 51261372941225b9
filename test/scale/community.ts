import sql, { raw, type Sql } from 'sql-template-tag'
import { madeCertificates } from '#domain/lifecycle/recount.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { sharedFields } from '#test/builders.ts'

export interface CommunitySize {
  members: number
  challenges: number
  submissionsOfBig: number
  /** To an open challenge that hides them, newer than nearly all others. */
  hiddenSubmissions: number
  otherSubmissions: number
  /** Of a submission to another than the big challenge. */
  mostVotes: number
}

export const SIZE: CommunitySize = {
  members: 100_000,
  challenges: 4_000,
  submissionsOfBig: 20_000,
  hiddenSubmissions: 4_000,
  otherSubmissions: 79_000,
  mostVotes: 2,
}

/** Ids that the tests request. */
export const LARGE = {
  admin: memberId(authors(SIZE) + 1),
  /** Has submitted to every tenth challenge. */
  busiest: memberId(authors(SIZE) + 2),
  newcomer: memberId(authors(SIZE) + 3),
  /** In voting, with 20,000 submissions and 100,000 votes. */
  big: challengeId(200),
  /** Open, its votes hidden. */
  open: challengeId(141),
  /** Open, its submissions hidden. */
  hiding: challengeId(150),
  finished: challengeId(1_001),
  /** In voting, its votes hidden. */
  secret: challengeId(201),
  /** The busiest member's newest comment, on submission 7 of `big`. */
  comment: '00000000-0000-4000-8000-400000000001',
  /** Open. */
  report: '00000000-0000-4000-8000-500000000000',
  /** To all members. */
  announcement: '00000000-0000-4000-8000-600000000001',
  invitation: '00000000-0000-4000-8000-700000000001',
  settingsChange: '00000000-0000-4000-8000-700000000002',
  suggestion: '00000000-0000-4000-8000-700000000003',
  template: '00000000-0000-4000-8000-700000000004',
  series: '00000000-0000-4000-8000-700000000011',
  prompt: '00000000-0000-4000-8000-700000000012',
  webhook: '00000000-0000-4000-8000-800000000001',
}

/** The members whose submissions are spread over all challenges. */
function authors({ members }: CommunitySize): number {
  return members * 0.9
}

function memberId(n: number): string {
  return `00000000-0000-4000-8000-1${String(n).padStart(11, '0')}`
}

function challengeId(n: number): string {
  return `00000000-0000-4000-8000-2${String(n).padStart(11, '0')}`
}

/** The submission to the big challenge by member `n`, from 1 to 20,000. */
export function submissionOfBig(n: number): string {
  return `00000000-0000-4000-8000-3${String(n).padStart(11, '0')}`
}

/** Fills an empty database with one statement per table, and analyzes it. Indexes are built afterwards, for speed. */
export async function fillLargeCommunity(db: Database, size = SIZE): Promise<void> {
  await db.transaction(async (tx) => {
    // Without triggers and foreign keys, for speed. The statements write what triggers would; the invariants check it.
    await tx.rows(sql`set local session_replication_role = replica`)
    await tx.rows(sql`set local statement_timeout = 0`)
    const indexes = await tx.rows<{ name: string; definition: string }>(sql`
      select quote_ident(indexname) as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and indexdef not like 'CREATE UNIQUE%'`)
    await tx.rows(sql`drop index ${raw(indexes.map(({ name }) => name).join(', '))}`)
    for (const statement of [
      members(size),
      identities,
      sessions,
      images(size),
      challenges(size),
      submissionPlan(size),
      votes(size),
      ballots,
      submissions,
      voided,
      participants,
      winners,
      madeCertificates(sql`true`),
      views,
      words,
      adjustments(size),
      ranks,
      ledger,
      periods,
      follows,
      drafts,
      events,
      notifications,
      notificationSettings,
      calendarAddresses,
      accessTokens,
      comments,
      replies,
      deletedComments,
      reports,
      announcements,
      suggestions,
      webhooks,
      invited,
      templates,
      inSeries,
      announced,
    ]) {
      await tx.rows(statement)
    }
    for (const { definition } of indexes) await tx.rows(raw(definition))
  })
  const client = await db.connect()
  // Large samples, so that plans with similar costs do not change between runs.
  await client.query('set default_statistics_target = 1000')
  await client.query('set statement_timeout = 0')
  await client.query('vacuum analyze')
  await client.end()
}

const id = (kind: 1 | 2 | 3, n: string): Sql =>
  raw(`('00000000-0000-4000-8000-${kind}' || lpad((${n})::text, 11, '0'))::uuid`)
const finished = raw(`('completed', 'canceled')`)

const members = (size: CommunitySize) => sql`
  insert into users (id, display_name, name_skeleton, avatar_preset, rank, points, is_admin, joined_date)
  select ${id(1, 'n')}, 'Ninja ' || n, 'ninja ' || n, 1 + n % 5,
    (array['Novice Ninja', 'Emerging Ninja', 'Adept Ninja', 'Skilled Ninja', 'Expert Ninja', 'Master Ninja', 'Elite Ninja',
      'Legendary Ninja'])[1 + n % 8],
    (n::bigint * 7919 % 100003) / 20, n = ${authors(size)}::int + 1, now() - n * interval '10 minutes'
  from generate_series(1, ${size.members}::int) n`

const identities = sql`
  insert into identities (issuer, subject, user_id, email, email_verified)
  select 'https://id.example.org', id::text, id, id || '@example.org', true from users`

const sessions = sql`
  insert into sessions (token_hash, user_id, expires_at)
  select sha256(id::text::bytea), id, now() + interval '30 days' from users`

const images = (size: CommunitySize) => sql`
  insert into images (id, owner_id, purpose, width, height, widths, bytes)
  select ${id(2, 'n')}, ${id(1, '1')}, 'challenge', 1600, 900, '{480,960}', 1000
  from generate_series(1, ${size.challenges}::int) n`

// 1-40 drafts, 41-140 upcoming, 141-199 open, 200-260 in voting, the rest finished; code is rare.
const challenges = (size: CommunitySize) => sql`
  insert into challenges (id, title, description, image_id, type, kind, status, start_date, deadline, voting_ends_at,
    completed_at, last_ballot_at, show_votes, show_submissions, created_at)
  select ${id(2, 'n')}, 'Challenge ' || n, 'Make one thing.', ${id(2, 'n')},
    (array['daily', 'daily', 'daily', 'weekly', 'weekly', 'monthly', 'special'])[1 + n % 7],
    case when n % 500 = 0 then 'code' else (array['image', 'text', 'audio', 'video', 'special'])[1 + n % 5] end,
    status, null, deadline, deadline + interval '3 days', case when status in ${finished} then deadline + interval '3 days' end,
    case when status in ('voting', 'completed') then deadline end, n % 6 <> 3, n % 50 <> 0, deadline - interval '9 days'
  from generate_series(1, ${size.challenges}::int) n
  cross join lateral (select case when n <= 40 then 'draft' when n <= 140 then 'upcoming' when n < 200 then 'active'
    when n <= 260 then 'voting' when n % 10 = 0 then 'canceled' else 'completed' end as status) phase
  cross join lateral (select case when n < 200 then now() + (201 - n) * interval '1 hour'
    when n <= 260 then now() - interval '1 hour' - n * interval '1 minute'
    else now() - n * interval '8 hours' end as deadline) time`

const submissionPlan = (size: CommunitySize) => sql`
  create temporary table entered on commit drop as
  select entry.id, entry.n, c.id as challenge_id, ${id(1, 'member')} as user_id, c.kind, c.hides_votes, c.hides_submissions, c.status as phase,
    c.deadline,
    c.deadline - n % case when c.id = ${LARGE.hiding} then 60 else 9000 end * interval '1 minute' as submission_date,
    case when n % 5 < 3 then 'approved' when n % 40 = 3 then 'rejected' else 'pending' end as status
  from (
    select ${id(3, 'n')} as id, n, 200 as challenge, n as member from generate_series(1, ${size.submissionsOfBig}::int) n
    union all
    select gen_random_uuid(), n, 150, n from generate_series(1, ${size.hiddenSubmissions}::int) n
    union all
    select gen_random_uuid(), n, 141 + n * 31 % 3859, (1 + n::bigint * 17 % ${authors(size)}::int)::int
    from generate_series(1, ${size.otherSubmissions}::int) n where 141 + n * 31 % 3859 <> all('{150,200}')
    union all
    select gen_random_uuid(), n, n, ${authors(size)}::int + 2 from generate_series(142, ${size.challenges}::int, 10) n
  ) entry
  join challenges c on c.id = ${id(2, 'challenge')}`

// Five per submission of the big challenge, one or two per other submission, written in the order of their time.
const votes = (size: CommunitySize) => sql`
  insert into votes (id, submission_id, challenge_id, author_id, user_id, network, created_at)
  select gen_random_uuid(), entered.id, challenge_id, user_id, voter.id, uuid_send(voter.id), deadline + k * interval '1 minute'
  from entered
  cross join generate_series(1, case when challenge_id = ${LARGE.big} then 5 else 1 + n % ${size.mostVotes}::int end) k
  cross join lateral (
    select ${id(1, `1 + (right(user_id::text, 11)::int + 20000 * k) % ${size.members}`)} as id
  ) voter
  where status <> 'rejected' and phase in ('voting', 'completed')
  order by deadline, k
  on conflict do nothing`

const ballots = sql`
  with starred as (
    insert into shortlists (challenge_id, user_id, submission_id, place)
    select challenge_id, user_id, submission_id, 1 from votes
  )
  insert into impressions (challenge_id, user_id, submission_id)
  select challenge_id, user_id, submission_id from votes where challenge_id = ${LARGE.big}`

/** Up to five members without a vote in each challenge, for an entry of another. */
const voided = sql`
  with batches as (
    insert into void_batches (id, challenge_id, reason, note, votes)
    select gen_random_uuid(), id, 'agreed', 'By agreement.', 5 from challenges returning id, challenge_id
  )
  insert into votes (id, challenge_id, user_id, voided_batch_id, submission_id, author_id, counts)
  select gen_random_uuid(), b.challenge_id, u.id, b.id, s.id, s.user_id, false
  from batches b
  join (select distinct on (challenge_id) challenge_id, id, user_id from submissions order by challenge_id, id) s
    on s.challenge_id = b.challenge_id
  cross join (select id from users order by id limit 5) u
  where u.id <> s.user_id
    and not exists (select from votes v where v.challenge_id = b.challenge_id and v.user_id = u.id)`

const submissions = sql`
  insert into submissions (id, challenge_id, user_id, title, description, ai_tools_used, votes, status, submission_date,
    content_changed_at, kind, votes_hidden, is_hidden)
  select id, challenge_id, user_id, 'Entry ' || n, 'Made with care.',
    array[case when n % 1000 = 3 then 'Wax Tablet' when n % 40 = 5 and submission_date < now() - interval '3 years'
      then 'Old Loom' else (array['Midjourney', 'Suno', 'Runway', 'Claude'])[1 + n % 4] end],
    coalesce(counted.votes, 0), status, submission_date,
    submission_date, kind, hides_votes, hides_submissions
  from entered left join (select submission_id, count(*) as votes from votes group by 1) counted on submission_id = id`

const participants = sql`
  update challenges c set participant_count = n
  from (select challenge_id, count(*) as n from submissions where status <> 'rejected' group by 1) counts
  where challenge_id = c.id`

const winners = sql`
  with best as (
    select distinct on (challenge_id) challenge_id, id, user_id, votes from submissions where votes > 0
    order by challenge_id, votes desc, content_changed_at, id
  ),
  won as (
    update challenges c set winner_id = best.user_id, winner_name = 'Ninja', winner_submission_id = best.id,
      winner_votes = best.votes
    from best where best.challenge_id = c.id and c.status = 'completed'
    returning c.id, winner_submission_id, winner_id, winner_votes
  )
  insert into completions (id, challenge_id, submission_id, winner_id, votes, moderation)
    select gen_random_uuid(), won.*, 'after' from won`

const views = sql`
  insert into submission_views (submission_id, seen, reached)
  select id, votes * 3, array_fill(app_now(), array[votes]) from submissions`

const words = sql`
  with of_members as (insert into user_words select w.* from users u cross join lateral words_of(u) w),
  of_challenges as (insert into challenge_words select w.* from challenges c cross join lateral words_of(c) w)
  insert into submission_words select w.* from submissions s cross join lateral words_of(s) w`

// Three adjustments with audit events for every tenth member.
const adjustments = (size: CommunitySize) => sql`
  with changed as (
    insert into points_history (id, user_id, points, description, old_total, new_total, rank_changed, old_rank, new_rank,
      created_at)
    select gen_random_uuid(), ${id(1, 'n')}, 5, 'Adjustment', 10, 15, false, 'Novice Ninja', 'Novice Ninja',
      now() - n * interval '1 minute' - time * interval '1 day'
    from generate_series(1, ${size.members}::int, 10) n, generate_series(1, 3) time
    returning id, user_id, created_at
  )
  insert into audit_log (id, admin_name, action, subject_id, subject_name, before, after, created_at)
  select id, 'Admin', 'points_adjusted', user_id, 'Ninja', '{"points": 10}'::jsonb, '{"points": 15}'::jsonb, created_at
  from changed
  union all select ${LARGE.settingsChange}, 'Admin', 'settings_changed', ${LARGE.settingsChange}, 'Site',
    '{"tagline": "Draw"}', '{"tagline": "Draw at night"}', now()`

const ranks = sql`
  insert into rank_history (user_id, rank, achieved_at)
  select id, name, joined_date from users cross join unnest(array['Novice Ninja', rank]) name`

const ledger = sql`
  insert into points_log (user_id, points, reason, challenge_id, source_id)
  select user_id, 25, 'challenge_submission', challenge_id, id from submissions where status <> 'rejected'`

const periods = sql`
  insert into period_points (user_id, period, starts_on, points, joined_date)
  select l.user_id, period, period_start(period, l."timestamp"), sum(l.points), u.joined_date
  from points_log l join users u on u.id = l.user_id cross join (values ('month'), ('season')) as periods (period)
  group by 1, 2, 3, 5`

const follows = sql`
  insert into challenge_follows (user_id, challenge_id)
  select s.user_id, s.challenge_id from submissions s where s.submission_date > now() - interval '400 days'
  union select ${LARGE.busiest}::uuid, id from challenges where status in ('upcoming', 'active')`

// Of 20,000 members for the open challenge, and of the busiest member for all challenges.
const drafts = sql`
  insert into submission_drafts (challenge_id, user_id, title, description, creation_process, ai_tools, content_url,
    image_alt, editor, updated_at)
  select challenge_id, user_id, 'A draft', 'Half a thought', '', '', '', '', gen_random_uuid(), now() - n * interval '1 minute'
  from (
    select ${LARGE.open}::uuid as challenge_id, id as user_id, row_number() over () as n
      from (select id from users where id <> ${LARGE.busiest} order by id limit 20000) u
    union all
    select id, ${LARGE.busiest}::uuid, row_number() over () from challenges
  ) d`

// The results of all completed challenges, and 2,000 ranks of the busiest member.
const events = sql`
  insert into notification_events (id, kind, key, challenge_id, created_at, delivered_at)
    select gen_random_uuid(), 'results', 'results:' || id, id, completed_at, completed_at
    from challenges where status = 'completed'
  union all
    select gen_random_uuid(), 'rank_changed', 'rank:' || n, ${LARGE.open}::uuid, now() - n * interval '1 hour', now()
    from generate_series(1, 2000) n`

const notifications = sql`
  with of_busiest as (
    insert into notifications (event_id, user_id, created_at)
    select id, ${LARGE.busiest}::uuid, created_at from notification_events where kind = 'rank_changed'
  ),
  told as (
    insert into notifications (event_id, user_id, created_at, read_at)
    select e.id, s.user_id, e.created_at, case when s.votes > 0 then e.created_at end
    from notification_events e join submissions s on s.challenge_id = e.challenge_id where e.kind = 'results'
    returning event_id, user_id
  )
  insert into mails (event_id, user_id, due_at, attempts, sent_at) select event_id, user_id, now(), 1, now() from told`

const notificationSettings = sql`
  insert into notification_settings (user_id, kind, channel)
  select id, kind, 'off' from users cross join unnest(array['results', 'rank_changed']) kind where points % 3 = 0`

const calendarAddresses = sql`
  insert into calendar_addresses (user_id, token_hash)
  select id, sha256(('calendar ' || id)::bytea) from users where points % 5 = 0`

const accessTokens = sql`
  insert into access_tokens (id, user_id, slot, name, token_hash)
  select gen_random_uuid(), id, slot, 'Script ' || slot, sha256(('token ' || slot || id)::bytea)
  from users cross join generate_series(1, 3) slot where points % 5 = 0 and deleted_at is null`

// One on every second submission, and 600 threads on one, whose newest ones have 50 replies.
const comments = sql`
  insert into comments (id, submission_id, user_id, text, created_at)
    select gen_random_uuid(), id, user_id, 'A comment on ' || title, submission_date from submissions where votes % 2 = 0
  union all
    select ('00000000-0000-4000-8000-4' || lpad(n::text, 11, '0'))::uuid, ${submissionOfBig(7)}::uuid, ${LARGE.busiest}::uuid, 'Thread ' || n, now() - n * interval '1 minute'
    from generate_series(1, 600) n`

const replies = sql`
  insert into comments (id, submission_id, user_id, parent_id, text, created_at)
  select gen_random_uuid(), submission_id, user_id, t.id, 'Reply ' || n, t.created_at
  from (select * from comments where submission_id = ${submissionOfBig(7)} order by created_at desc limit 40) t
  cross join generate_series(1, 50) n`

// On the same submission, newer than all others. Their rows stay for reports.
const deletedComments = sql`
  with deleted as (
    insert into comments (id, submission_id, user_id, parent_id, is_listed)
    select gen_random_uuid(), ${submissionOfBig(7)}::uuid, ${LARGE.busiest}::uuid,
      case when n % 2 = 0 then '00000000-0000-4000-8000-400000000001'::uuid end, false from generate_series(1, 10000) n
    returning id
  )
  insert into reports (id, comment_id, reported_text, reporter_id, reason, resolved_at, upheld)
  select gen_random_uuid(), id, 'Deleted', ${LARGE.newcomer}::uuid, 'spam', now(), true from deleted`

const reports = sql`
  insert into reports (id, submission_id, reporter_id, reason, created_at, resolved_at, upheld)
  select gen_random_uuid(), s.id, ${LARGE.busiest}::uuid, 'spam', s.submission_date,
    case when s.votes % 3 = 0 then s.submission_date end, case when s.votes % 3 = 0 then true end
  from submissions s where s.votes % 2 = 0 and s.user_id <> ${LARGE.busiest}
  union all
  select ${LARGE.report}::uuid, ${submissionOfBig(8)}::uuid, ${LARGE.newcomer}::uuid, 'spam', now(), null, null`

// One in each of 1,200 days; the newest was told to all members.
const announcements = sql`
  with sent as (
    insert into announcements (id, title, text, audience, created_by, sent_at, told)
    select ('00000000-0000-4000-8000-6' || lpad(n::text, 11, '0'))::uuid, 'News ' || n, 'Text', 'all', ${LARGE.admin}::uuid,
      now() - n * interval '1 day', 100000
    from generate_series(1, 1200) n
    returning id, sent_at
  )
  insert into notification_events (id, kind, key, announcement_id, created_at, delivered_at)
  select id, 'announcement', 'announcement:' || id, id, sent_at, sent_at from sent`

const invited = sql`
  insert into role_invitations (id, email, role, invited_by, expires_at)
  values (${LARGE.invitation}::uuid, 'iris@dojo.example', 'moderator', ${LARGE.admin}::uuid, now() + interval '9 days')`

// One of each third member, and three of the busiest.
const suggestions = sql`
  insert into suggestions (id, user_id, title, brief, kind, created_at)
  select gen_random_uuid(), id, 'Doors', 'Draw one', 'image', now() - n * interval '1 hour'
  from (select id, row_number() over (order by id) as n from users) u where n % 3 = 0
  union all
  select case n when 1 then ${LARGE.suggestion}::uuid else gen_random_uuid() end, ${LARGE.busiest}::uuid, 'Doors', 'Draw one',
    'image', now() from generate_series(1, 3) n`

const templates = sql`
  insert into challenge_templates (id, name, fields)
  select case n when 1 then ${LARGE.template}::uuid else gen_random_uuid() end, 'Template ' || n,
    ${sharedFields}::jsonb || '{"title": "Night market", "description": "Draw it"}'
  from generate_series(1, 100) n`

const inSeries = sql`
  with made as (
    insert into series (id, name, weekdays, every_weeks, first_on, starts_at, time_zone, entry_days, entry_hours, voting_days,
      publishes, ahead_days, fields, image_id)
    select case n when 1 then ${LARGE.series}::uuid else gen_random_uuid() end, 'Series ' || n, '{1}', 1, '2026-01-05', '09:00',
      'UTC', 6, 0, 2, true, 7, ${sharedFields}::jsonb, (select id from images where purpose = 'challenge' limit 1)
    from generate_series(1, 20) n returning id)
  insert into series_prompts (id, series_id, position, title, brief)
  select case when id = ${LARGE.series}::uuid and n = 1 then ${LARGE.prompt}::uuid else gen_random_uuid() end, id, n,
    'Prompt ' || n, 'Draw it'
  from made cross join generate_series(1, 50) n`

// Told of 2,000 openings in a month.
const webhooks = sql`
  with made as (
    insert into webhooks (id, name, url, format, secret, kinds, created_by)
    values (${LARGE.webhook}::uuid, 'Club site', 'https://club.example/', 'standard', ${`whsec_${'A'.repeat(43)}=`},
      '{challenge.opened}', ${LARGE.admin}::uuid)
    returning id
  )
  insert into webhook_deliveries (id, webhook_id, kind, key, challenge_id, created_at, status, attempts, answer, ended_at)
  select gen_random_uuid(), made.id, 'challenge.opened', n, ${LARGE.open}::uuid, now() - n * interval '20 minutes',
    'delivered', 1, 'Answered 204', now() - n * interval '20 minutes'
  from made, generate_series(1, 2000) n`

const announced = sql`
  insert into notifications (event_id, user_id, created_at)
  select ${LARGE.announcement}::uuid, id, now() - interval '1 day' from users`
