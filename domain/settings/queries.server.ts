import { limitFunction } from 'p-limit'
import sql from 'sql-template-tag'
import type { AuditState } from '#domain/audit/rules.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isLocked, SCHEMAS } from './form.server.ts'
import {
  type LockedSettings,
  namesIn,
  SETTING_NAMES,
  type Section,
  type SettingName,
  SITE_SETTINGS,
  type SiteSettings,
} from './rules.ts'

interface StoredSetting {
  name: string
  value: unknown
  version: number
}

/** The settings that this process knows. The schedule refreshes them when it is woken (ADM-112). */
export interface SettingsWatch {
  current(): SiteSettings
  refresh(): Promise<void>
}

export interface RecordedChange {
  id: string
  /** The section. */
  subject: string
  adminName: string
  at: Date
  before: AuditState
  after: AuditState
}

const mostChanges = 5

/** The last changes of settings, newest first, or one of them. */
export function recordedChanges(db: Db, _admin: Admin, id?: string): Promise<RecordedChange[]> {
  return db.rows(sql`
    select id, subject_name as subject, admin_name as "adminName", created_at as at, before, after from audit_log
    where subject_type = 'settings' and action = 'settings_changed' ${id ? sql`and id = ${id}` : sql``}
    order by created_at desc, id desc limit ${mostChanges}`)
}

export function storedSettings(db: Db): Promise<StoredSetting[]> {
  return db.rows(sql`select name, value, version from site_settings`)
}

/**
 * The settings in force: what the environment sets, else what is stored, else the initial values. A stored value of
 * another release that this one cannot read counts as none.
 */
export function settingsOf(stored: readonly StoredSetting[], locked: LockedSettings): SiteSettings {
  const values = new Map(stored.map(({ name, value }) => [name, value]))
  const entries = SETTING_NAMES.map((name) => {
    if (isLocked(name, locked)) return [name, (locked as Partial<SiteSettings>)[name]]
    const read = values.has(name) ? SCHEMAS[name].safeParse(values.get(name)) : undefined
    return [name, read?.success ? read.data : SITE_SETTINGS[name].initial]
  })
  return Object.fromEntries(entries)
}

/** How often the settings of a section were changed: a form that was filled with others has another version. */
export function versionOf(stored: readonly StoredSetting[], section: Section): number {
  const names: SettingName[] = namesIn(section)
  const own = stored.filter(({ name }) => names.includes(name as SettingName))
  return own.reduce((sum, { version }) => sum + version, 0)
}

/** Keeps the settings in memory, the initial ones until they are read. `onChange` runs when others are in force. */
export function watchSettings(
  db: Db,
  locked: LockedSettings,
  onChange: () => void = () => {},
): SettingsWatch {
  let settings = settingsOf([], locked)

  async function read(): Promise<void> {
    const next = settingsOf(await storedSettings(db), locked)
    if (JSON.stringify(next) === JSON.stringify(settings)) return
    settings = next
    onChange()
  }

  // In turn, so that no older result takes the place of a newer one.
  return { current: () => settings, refresh: limitFunction(read, { concurrency: 1 }) }
}
