import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent, SITE_SUBJECT } from '#domain/audit/record.server.ts'
import { type AuditState, changesBetween } from '#domain/audit/rules.ts'
import { ownedImage } from '#domain/media/queries.server.ts'
import type { Admin, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { isLocked, SCHEMAS } from './form.server.ts'
import {
  type RecordedChange,
  recordedChanges,
  settingsOf,
  storedSettings,
  versionOf,
} from './queries.server.ts'
import {
  isSetting,
  LOGO_SIDE,
  type LockedSettings,
  lockedText,
  SETTINGS_MESSAGES as MESSAGES,
  SECTIONS,
  type Section,
  type SettingName,
  SITE_SETTINGS,
  type SiteSettings,
} from './rules.ts'

export interface SettingsChange {
  section: Section
  /** Of the section, as the form was filled. */
  version: number
  /** Of settings of the section. */
  values: Partial<SiteSettings>
}

/**
 * Saves the form of a section, and tells every process (ADM-110, ADM-111). Refused if the section was changed since the
 * form was filled, or if the environment sets a value. Administrators only. Returns how many settings changed.
 */
export function saveSettings(
  db: Db,
  viewer: Viewer,
  { section, version, values }: SettingsChange,
  locked: LockedSettings,
): Promise<Outcome<number>> {
  return adminTransaction(db, viewer, 'settings', async (tx, admin) => {
    const stored = await lockSettings(tx)
    const names = Object.keys(values) as SettingName[]
    const inForce = settingsOf(stored, locked)
    // Also a form that is sent again because its answer was lost.
    if (names.every((name) => isDeepStrictEqual(inForce[name], values[name]))) return done(0)
    if (versionOf(stored, section) !== version) return refused('conflict', MESSAGES.changed)
    const lockedName = names.find((name) => isLocked(name, locked))
    if (lockedName) return refused('conflict', lockedText(SITE_SETTINGS[lockedName].variable ?? ''))
    const problem = await logoProblem(tx, admin, values)
    if (problem) return refused('invalid', problem)
    return done(await write(tx, admin, section, inForce, values))
  })
}

/**
 * Sets back what a recorded change has set (ADM-114). Refused if a value of it was changed again since, or is locked.
 * Administrators only.
 */
export function setBack(
  db: Db,
  viewer: Viewer,
  changeId: string,
  locked: LockedSettings,
): Promise<Outcome<number>> {
  return adminTransaction(db, viewer, 'settings', async (tx, admin) => {
    const stored = await lockSettings(tx)
    const [change] = await recordedChanges(tx, admin, changeId)
    if (!change) return refused('not-found', MESSAGES.noChange)
    const problem =
      setBackProblem(change, settingsOf(stored, locked), locked) ??
      (await logoProblem(tx, admin, change.before))
    if (problem) return refused('conflict', problem)
    const section = SITE_SETTINGS[Object.keys(change.before)[0] as SettingName].section
    return done(
      await write(tx, admin, section, settingsOf(stored, locked), change.before as Partial<SiteSettings>),
    )
  })
}

/** Why a change cannot be set back, or null. */
export function setBackProblem(
  { before, after }: RecordedChange,
  current: SiteSettings,
  locked: LockedSettings,
): string | null {
  for (const [name, value] of Object.entries(before)) {
    if (!isSetting(name)) return MESSAGES.noChange
    const { label, variable } = SITE_SETTINGS[name]
    if (isLocked(name, locked)) return `${label}: ${lockedText(variable ?? '')}`
    if (JSON.stringify(current[name]) !== JSON.stringify(after[name]))
      return `${label} ${MESSAGES.changedSince}`
    if (!SCHEMAS[name].safeParse(value).success) return `${label} ${MESSAGES.unreadable}`
  }
  return null
}

/** Why a logo cannot be used, or null: its image is gone or too small. */
async function logoProblem(tx: Db, admin: Admin, { logo }: { logo?: unknown }): Promise<string | null> {
  if (typeof logo !== 'string' || logo === '') return null
  const image = await ownedImage(tx, logo, admin.id, 'logo')
  if (!image) return MESSAGES.logoLost
  return image.width < LOGO_SIDE ? MESSAGES.logoSmall : null
}

/** Administrators take turns, so that each finds what the one before has written. */
async function lockSettings(tx: Db) {
  await tx.rows(sql`lock table site_settings in share row exclusive mode`)
  return storedSettings(tx)
}

async function write(
  tx: Db,
  admin: Admin,
  section: Section,
  current: SiteSettings,
  values: Partial<SiteSettings>,
): Promise<number> {
  const { before, after } = changesBetween(pick(current, values), values as AuditState)
  const names = Object.keys(after)
  if (names.length === 0) return 0
  await tx.rows(sql`
    with changed as (
      insert into site_settings (name, value, changed_by)
      select name, value, ${admin.id} from jsonb_each(${JSON.stringify(after)}::jsonb) as given (name, value)
      on conflict (name) do update set value = excluded.value, version = site_settings.version + 1,
        changed_at = app_now(), changed_by = excluded.changed_by
      returning 1)
    select pg_notify('schedule', '') from changed`)
  await recordAuditEvent(tx, admin, {
    action: 'settings_changed',
    subject: { id: SITE_SUBJECT, name: SECTIONS[section] },
    before,
    after,
  })
  return names.length
}

function pick(settings: SiteSettings, { ...names }: Partial<SiteSettings>): AuditState {
  return Object.fromEntries(Object.keys(names).map((name) => [name, settings[name as SettingName]]))
}
