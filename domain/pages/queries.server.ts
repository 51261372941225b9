import { limitFunction } from 'p-limit'
import sql from 'sql-template-tag'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { PageName } from './rules.ts'

export interface WrittenPage {
  page: PageName
  version: number
  at: Date
  /** Null: the project's own text. */
  text: string | null
}

export interface PageVersion {
  version: number
  at: Date
  isOriginal: boolean
  /** Null for a deleted account. */
  writer: string | null
}

/** The pages as this process knows them. The schedule refreshes them when it is woken (ADM-128). */
export interface PagesWatch {
  /** The newest version; undefined for a page that was never changed. */
  current(page: PageName): WrittenPage | undefined
  refresh(): Promise<void>
}

const mostVersions = 50

/** The newest versions of a page, newest first. */
export function pageVersions(db: Db, _admin: Admin, page: PageName): Promise<PageVersion[]> {
  return db.rows(sql`
    select w.version, w.written_at as at, w.text is null as "isOriginal",
      (select u.display_name from users u where u.id = w.written_by and u.deleted_at is null) as writer
    from written_pages w where w.page = ${page} order by w.version desc limit ${mostVersions}`)
}

/** One version of a page. Administrators only. */
export function pageVersion(
  db: Db,
  _admin: Admin,
  page: PageName,
  version: number,
): Promise<WrittenPage | undefined> {
  return db.row(sql`
    select page, version, written_at as at, text from written_pages where page = ${page} and version = ${version}`)
}

export function newestVersion(
  db: Db,
  page: PageName,
): Promise<Pick<WrittenPage, 'version' | 'text'> | undefined> {
  return db.row(sql`
    select version, text from written_pages where page = ${page} order by version desc limit 1`)
}

/** Keeps the newest versions in memory; none until they are read. `onChange` runs when a page has another one. */
export function watchPages(db: Db, onChange: () => void = () => {}): PagesWatch {
  let pages = new Map<PageName, WrittenPage>()

  /** Fetches only the texts that are not in memory. */
  async function read(): Promise<void> {
    const known = Object.fromEntries([...pages].map(([page, { version }]) => [page, version]))
    const rows = await db.rows<WrittenPage & { isKnown: boolean }>(sql`
      select n.page, n.version, n.written_at as at, n."isKnown", case when not n."isKnown" then n.text end as text
      from (
        select distinct on (page) *, version = coalesce((${JSON.stringify(known)}::jsonb ->> page)::integer, 0) as "isKnown"
        from written_pages order by page, version desc) n`)
    const next = rows.map(({ isKnown, ...row }) => (isKnown && pages.get(row.page)) || row)
    const isSame = next.length === pages.size && rows.every(({ isKnown }) => isKnown)
    pages = new Map(next.map((row) => [row.page, row]))
    if (!isSame) onChange()
  }

  // In turn, so that no older result takes the place of a newer one.
  return { current: (page) => pages.get(page), refresh: limitFunction(read, { concurrency: 1 }) }
}
