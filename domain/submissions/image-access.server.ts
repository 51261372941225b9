import sql from 'sql-template-tag'
import { challengeVisible, type Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { submissionVisible } from './visibility.server.ts'

/**
 * The widths of an image that the viewer may see, or undefined. Everyone sees avatars in use and the images of visible
 * challenges and submissions; owners also see their uploads, and administrators the images of all submissions and
 * challenges.
 */
export async function visibleImageWidths(
  db: Db,
  scope: Scope,
  imageId: string,
): Promise<readonly number[] | undefined> {
  const { viewer } = scope
  const image = await db.row<{ widths: number[] }>(sql`
    select i.widths from images i where i.id = ${imageId} and (
      exists (select from users where photo_image_id = i.id)
      or exists (select from challenges c where c.image_id = i.id and ${challengeVisible(scope)})
      or exists (select from submissions s join challenges c on c.id = s.challenge_id
        where s.image_id = i.id and ${submissionVisible(scope)})
      ${viewer ? sql`or i.owner_id = ${viewer.id}` : sql``}
      ${viewer?.isAdmin ? sql`or i.purpose <> 'avatar'` : sql``})`)
  return image?.widths
}
