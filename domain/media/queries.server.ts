import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { Purpose } from './rules.ts'
import type { StoredImage } from './sources.ts'

/**
 * The stored image that `ownerId` may use for `purpose`, or undefined. Members may use their own; images of challenges
 * and logos may be used by any administrator, which the caller must check. Locks the image against the sweep until the
 * end of the transaction.
 */
export function ownedImage(
  db: Db,
  imageId: string,
  ownerId: string,
  purpose: Purpose,
): Promise<StoredImage | undefined> {
  const own = SHARED.includes(purpose) ? sql`` : sql`and owner_id = ${ownerId}`
  return db.row(sql`
    select id, width, height, color, widths from images
    where id = ${imageId} and purpose = ${purpose} ${own}
    for key share`)
}

const SHARED: readonly Purpose[] = ['challenge', 'logo']

/**
 * Whether no submission, draft, challenge, series, template or member uses the image, and it never was the logo of the
 * site, which can be set back (ADM-114). `image` is the row.
 */
export function isUnused(image: Sql): Sql {
  return sql`not exists (select from submissions where image_id = ${image}.id)
    and not exists (select from submission_drafts where image_id = ${image}.id)
    and not exists (select from challenges where image_id = ${image}.id)
    and not exists (select from series where image_id = ${image}.id)
    and not exists (select from challenge_templates where image_id = ${image}.id)
    and not exists (select from users where photo_image_id = ${image}.id)
    and not exists (select from site_settings where image_id = ${image}.id)
    and not (${image}.purpose = 'logo' and exists (
      select from audit_log where subject_type = 'settings' and after ->> 'logo' = ${image}.id::text))`
}

/**
 * An SQL condition that an image was sent once more: it is the stored one, or another of the same size.
 * `stored` is the id of the stored image, `sent` that of the sent one.
 */
export function isSentAgain(stored: Sql, sent: string | null): Sql {
  return sql`exists (
    select from images stored
    join images sent on (sent.width, sent.height, sent.bytes) = (stored.width, stored.height, stored.bytes)
    where stored.id = ${stored} and sent.id = ${sent})`
}
