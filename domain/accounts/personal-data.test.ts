import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { personalColumns } from '#db/invariants.server.ts'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()

/** What the deletion of an account does with each row about a member. The row of `users` itself stays, without a name. */
const onDeletion = {
  'access_tokens.user_id': 'deleted',
  'admins.granted_by': 'kept',
  'admins.user_id': 'deleted',
  'announcements.created_by': 'kept',
  'announcements.withdrawn_by': 'kept',
  'audit_log.admin_id': 'kept, names and reasons erased',
  'barred_identities.user_id': 'kept until the challenge ends',
  'calendar_addresses.user_id': 'deleted',
  'challenge_follows.user_id': 'deleted',
  'challenges.created_by': 'kept',
  'challenges.winner_id': 'kept, name erased',
  'comments.hidden_by': 'kept',
  'comments.user_id': 'deleted with the reports on them; empty where there are replies',
  'completions.completed_by': 'kept',
  'completions.winner_id': 'kept',
  'count_views.admin_id': 'kept',
  'identities.user_id': 'deleted',
  'images.owner_id': 'deleted unless a kept submission shows it, or it was the logo of the site',
  'impressions.user_id': 'deleted',
  'notification_events.user_id': 'deleted',
  'notification_settings.user_id': 'deleted',
  'notifications.user_id': 'deleted',
  'period_points.user_id': 'deleted',
  'points_history.admin_id': 'kept',
  'points_history.user_id': 'kept, descriptions erased',
  'points_log.user_id': 'kept',
  'rank_history.user_id': 'kept',
  'reports.member_id': 'deleted',
  'reports.reporter_id': 'deleted',
  'reports.resolved_by': 'kept',
  'role_invitations.invited_by': 'deleted',
  'sessions.user_id': 'deleted',
  'shortlists.user_id': 'deleted',
  'site_settings.changed_by': 'kept',
  'submission_drafts.user_id': 'deleted',
  'submissions.approved_by': 'kept',
  'submissions.moderator_id': 'kept',
  'submissions.user_id': 'deleted or kept, as the member chooses',
  'suggestions.declined_by': 'kept',
  'suggestions.user_id': 'deleted; empty where a challenge was made of it',
  'user_words.user_id': 'deleted',
  'users.suspended_by': 'kept',
  'void_batches.voided_by': 'kept',
  'votes.user_id': 'kept, network erased; those for rejected submissions deleted',
  'webhooks.created_by': 'kept',
  'written_pages.written_by': 'kept',
}

it('the deletion and the download of an account cover every column that refers to a member', async () => {
  const references = await db.rows<{ name: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`)
  expect(
    references.map(({ name }) => name),
    'A new reference belongs into delete.server.ts, export.server.ts, the privacy policy and this list.',
  ).toEqual(Object.keys(onDeletion))
})

it('an invariant finds rows left of deleted members in each column whose rows are deleted', () => {
  const deleted = Object.entries(onDeletion).filter(([, what]) => what === 'deleted')
  expect(personalColumns).toEqual(deleted.map(([column]) => column))
})
