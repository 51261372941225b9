import sql from 'sql-template-tag'
import type { Phase } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { isActiveMember, memberActive } from '#domain/members/queries.server.ts'
import { settle } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import type { Entry } from './entry-form.server.ts'
import { entryRefusal, MESSAGES } from './rules.ts'

/**
 * Enters a challenge: one entry per member, while it is active and before its deadline, +25 points
 * (SUB-11, SUB-12). The image, if any, must be the member's own. One statement: the
 * challenge is locked, so an entry and a change of status never cross, and the image so that it is not deleted.
 */
export async function enterChallenge(
  db: Db,
  scope: Scope,
  challengeId: string,
  entry: Entry & { imageId: string | null },
): Promise<Outcome<{ submissionId: string }>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', MESSAGES.signIn)
  const entered = await db.row<{ id: string }>(sql`
    with open as (
      select c.id from challenges c
      where c.id = ${challengeId} and c.status = 'active' and dojo_now() < c.deadline
      for no key update
    ),
    allowed as (
      select open.id from open join users u on u.id = ${viewer.id} where ${memberActive()} for key share of u
    ),
    image as (
      select i.id from images i join allowed on true
      where i.id = ${entry.imageId}::uuid and i.owner_id = ${viewer.id} and i.purpose = 'submission'
      for key share of i
    ),
    entered as (
      insert into submissions (id, challenge_id, user_id, title, description, image_id, content_url,
        creation_process, ai_tools_used, submission_date, updated_at)
      select ${newId()}, allowed.id, ${viewer.id}::uuid, ${entry.title}, ${entry.description}, image.id, ${entry.contentUrl},
        ${entry.creationProcess}, ${entry.tools}, dojo_now(), dojo_now()
      from allowed left join image on true
      where image.id is not distinct from ${entry.imageId}::uuid
      on conflict (challenge_id, user_id) do nothing
      returning id, challenge_id, user_id
    ),
    counted as (
      update challenges c set participant_count = c.participant_count + 1, updated_at = dojo_now()
      from entered where c.id = entered.challenge_id
    ),
    due as (
      select user_id, ${REWARDS.submission}::int as points, 'challenge_submission' as reason, challenge_id, id as source_id
      from entered
    ), ${settle()}
    select id from entered`)
  if (entered) return done({ submissionId: entered.id })
  if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', MESSAGES.signIn)
  return explain(db, scope, challengeId)
}

async function explain(db: Db, scope: Scope, challengeId: string) {
  const challenge = await db.row<Phase & { now: Date; mine: string | null }>(sql`
    select c.status, c.deadline, c.voting_ends_at as "votingEndsAt", dojo_now() as now, s.id as mine
    from challenges c left join submissions s on s.challenge_id = c.id and s.user_id = ${scope.viewer?.id ?? null}
    where c.id = ${challengeId} and (c.status <> 'draft' or ${scope.viewer?.isAdmin ?? false})`)
  if (!challenge) return refused('not-found', 'Challenge not found')
  if (challenge.mine) return refused('conflict', MESSAGES.alreadySubmitted)
  const reason = entryRefusal(challenge, true, challenge.now)
  return reason ? refused('closed', reason) : refused('invalid', MESSAGES.failed)
}
