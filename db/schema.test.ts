import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { ACTIONS } from '#domain/audit/rules.ts'
import { CHANGE_LABELS } from '#domain/challenges/changes.ts'
import { KINDS } from '#domain/notifications/rules.ts'
import { makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()

/** Required columns (CHL-1, SUB-1, VOTE-1, PTS-1, PTS-12, PTS-21, PROF-1, AUTH-27), under these names. */
const requiredColumns = {
  users: ['id', 'display_name', 'photo_url', 'email', 'rank', 'points', 'created_at', 'updated_at'].concat([
    'joined_date',
    'is_admin',
    'bio',
  ]),
  points_history: ['user_id', 'points', 'description', 'old_total', 'new_total', 'admin_id'].concat([
    'rank_changed',
    'old_rank',
    'new_rank',
  ]),
  admins: ['user_id'],
  points_log: ['user_id', 'points', 'reason', 'challenge_id', 'timestamp'],
  rank_history: ['user_id', 'rank', 'achieved_at'],
  challenges: ['id', 'title', 'description', 'requirements', 'image_url', 'type', 'kind', 'status']
    .concat(['start_date', 'deadline', 'created_at', 'completed_at', 'is_active', 'is_voting_open'])
    .concat(['activated_at', 'voting_opens_at', 'winner_id', 'winner_name', 'winner_submission_id'])
    .concat(['winner_votes', 'participant_count', 'point_value', 'updated_at', 'voting_closes_at'])
    .concat(['show_submissions', 'show_votes', 'allow_voting', 'allow_comments']),
  submissions: ['id', 'challenge_id', 'user_id', 'title', 'description', 'image_url', 'content_url'].concat([
    'creation_process',
    'prompt',
    'ai_tools_used',
    'votes',
    'submission_date',
    'updated_at',
    'status',
    'moderation_date',
    'moderator_id',
    'rejection_reason',
  ]),
  votes: ['id', 'submission_id', 'user_id', 'created_at'],
}

it.each(Object.entries(requiredColumns))('%s have the required columns', async (table, fields) => {
  const columns = await db.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`)
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(fields))
})

it.each([
  ['type', ['daily', 'weekly', 'monthly', 'special']],
  ['kind', ['image', 'text', 'audio', 'video', 'code', 'special']],
  ['status', ['draft', 'upcoming', 'active', 'voting', 'completed', 'canceled']],
])('the check of challenges.%s lists the required values', async (column, values) => {
  const check = await db.row<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${`challenges_${column}_check`}`)
  expect([...(check?.definition ?? '').matchAll(/'([a-z]+)'/g)].map(([, value]) => value)).toEqual(values)
})

it.each([
  ['notification_events', 'kind', KINDS],
  ['audit_log', 'action', Object.keys(ACTIONS)],
  ['challenge_changes', 'what', Object.keys(CHANGE_LABELS)],
])('the check of %s.%s lists the values of the code', async (table, column, values) => {
  const check = await db.row<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and pg_get_constraintdef(oid) like ${`CHECK ((${column} = ANY%`}`)
  const listed = [...(check?.definition ?? '').matchAll(/'([a-z_]+)'/g)].map(([, value]) => value)
  expect(listed.toSorted()).toEqual(values.toSorted())
})

it.each([
  ['draft', false, false],
  ['upcoming', false, false],
  ['active', true, false],
  ['voting', true, true],
  ['completed', false, false],
  ['canceled', false, false],
] as const)('is_active and is_voting_open follow the status %s', async (status, active, voting) => {
  const id = await makeChallenge(db, { status })
  const flags = sql`select is_active as active, is_voting_open as voting from challenges where id = ${id}`
  expect(await db.row(flags)).toEqual({ active, voting })
})

it('connections set the application name', async () => {
  const row = await db.row(sql`select current_setting('application_name') as name`)
  expect(row).toEqual({ name: 'creative-dojo' })
})

it('defaults of times follow app_now', async () => {
  const defaults = await db.row<{ n: number }>(sql`
    select count(*)::int as n from pg_attrdef where pg_get_expr(adbin, adrelid) = 'app_now()'`)
  expect(defaults?.n).toBeGreaterThan(10)
})
