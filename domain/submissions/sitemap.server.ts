import sql from 'sql-template-tag'
import { challengeVisible, type Moderation } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { submissionListed, submissionPublic } from './visibility.server.ts'

/** How many of each a sitemap names at most; what is older is found by following links. */
const SITEMAP_LIMITS = { challenges: 500, entries: 2_000 } as const

export interface SitemapAddress {
  path: string
  changedAt: Date
}

/**
 * The addresses of the newest challenges and entries that visitors may see, challenges first. Reads a bounded
 * stretch of two indexes, however large the community is: entries among the newest that are not public, or not yet,
 * leave a gap and are not made up for.
 */
export function sitemapAddresses(
  db: Db,
  moderation: Moderation,
  limits: { challenges: number; entries: number } = SITEMAP_LIMITS,
): Promise<SitemapAddress[]> {
  const visitor = { viewer: null, moderation }
  return db.rows(sql`
    (select '/challenges/' || c.id as path, c.updated_at as "changedAt"
      from challenges c where ${challengeVisible(visitor)}
      order by c.created_at desc, c.id desc limit ${limits.challenges})
    union all
    (select '/challenges/' || s.challenge_id || '/submissions/' || s.id, s.updated_at
      from (select * from submissions s where ${submissionPublic(visitor)}
        order by s.submission_date desc, s.id desc limit ${limits.entries}) s
      cross join lateral (
        select from challenges c where c.id = s.challenge_id and ${submissionListed(visitor)} limit 1) seen)`)
}
