import sql from 'sql-template-tag'
import { challengeVisible, type Moderation } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { submissionListed, submissionPublic } from './visibility.server.ts'

/** Older pages are found through links. */
const SITEMAP_LIMITS = { challenges: 500, submissions: 2_000 } as const

export interface SitemapAddress {
  path: string
  changedAt: Date
}

/**
 * The paths of the newest challenges and submissions that visitors may see, challenges first. Reads a bounded range of
 * two indexes: hidden submissions among the newest are left out and not replaced by older ones.
 */
export function sitemapAddresses(
  db: Db,
  moderation: Moderation,
  limits: { challenges: number; submissions: number } = SITEMAP_LIMITS,
): Promise<SitemapAddress[]> {
  const visitor = { viewer: null, moderation }
  return db.rows(sql`
    (select '/challenges/' || c.id as path, c.updated_at as "changedAt"
      from challenges c where ${challengeVisible(visitor)}
      order by c.created_at desc, c.id desc limit ${limits.challenges})
    union all
    (select '/challenges/' || s.challenge_id || '/submissions/' || s.id, s.updated_at
      from (select * from submissions s where ${submissionPublic(visitor)}
        order by s.submission_date desc, s.id desc limit ${limits.submissions}) s
      cross join lateral (
        select from challenges c where c.id = s.challenge_id and ${submissionListed(visitor)} limit 1) visible)`)
}
