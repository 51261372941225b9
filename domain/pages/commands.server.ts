import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent, SITE_SUBJECT } from '#domain/audit/record.server.ts'
import type { Admin, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { newestVersion, pageVersion } from './queries.server.ts'
import { isLegal, PAGE_MESSAGES as MESSAGES, PAGE_LIMIT, PAGES, type PageName } from './rules.ts'

export interface PageChange {
  page: PageName
  /** The newest one when the form was opened; 0 for a page that was never changed. */
  version: number
}

/** Reads a text as typed: normalised, within its limit, a legal one with a section, that of /cookies with the choice (ADM-126). */
export function parsePageText(page: PageName, typed: string): Outcome<string> {
  if (typed.length > PAGE_LIMIT * 2) return refused('invalid', MESSAGES.tooLong)
  const text = plainText(typed)
  if (text === '') return refused('invalid', MESSAGES.empty)
  if (characterCount(text) > PAGE_LIMIT) return refused('invalid', MESSAGES.tooLong)
  if (isLegal(page) && !/^## \S/m.test(text)) return refused('invalid', MESSAGES.noSection)
  const lacksChoice = page === 'cookies' && !/^<cookie-choice \/>$/m.test(text)
  return lacksChoice ? refused('invalid', MESSAGES.noChoice) : done(text)
}

/**
 * Saves a text as the next version of a page and tells every process; null: the project's own text (ADM-125). Refused if
 * the page was changed since the form was opened. Administrators only. Returns the version in force.
 */
export function savePage(
  db: Db,
  viewer: Viewer,
  change: PageChange,
  text: string | null,
): Promise<Outcome<number>> {
  return adminTransaction(db, viewer, 'settings', async (tx, admin) => {
    await lockPages(tx)
    return write(tx, admin, change, text)
  })
}

/** Makes the text of an earlier version the next one (ADM-127). Refused as `savePage`. Administrators only. */
export function repeatVersion(
  db: Db,
  viewer: Viewer,
  change: PageChange,
  version: number,
): Promise<Outcome<number>> {
  return adminTransaction(db, viewer, 'settings', async (tx, admin) => {
    await lockPages(tx)
    const earlier = await pageVersion(tx, admin, change.page, version)
    return earlier ? write(tx, admin, change, earlier.text) : refused('not-found', MESSAGES.noVersion)
  })
}

/** Administrators take turns, so that each finds what the one before has written. */
function lockPages(tx: Db) {
  return tx.rows(sql`lock table written_pages in share row exclusive mode`)
}

async function write(
  tx: Db,
  admin: Admin,
  { page, version }: PageChange,
  text: string | null,
): Promise<Outcome<number>> {
  const newest = (await newestVersion(tx, page)) ?? { version: 0, text: null }
  // Also of a form that is sent again because its answer was lost.
  if (newest.text === text) return done(newest.version)
  if (newest.version !== version) return refused('conflict', MESSAGES.changed)
  const next = version + 1
  await tx.rows(sql`
    with written as (
      insert into written_pages (page, version, text, written_by) values (${page}, ${next}, ${text}, ${admin.id})
      returning 1)
    select pg_notify('schedule', '') from written`)
  await recordAuditEvent(tx, admin, {
    action: 'page_changed',
    subject: { id: SITE_SUBJECT, name: PAGES[page] },
    before: { version },
    after: { version: next },
  })
  return done(next)
}
