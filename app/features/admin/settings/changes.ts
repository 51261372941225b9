import type { AuditState } from '#domain/audit/rules.ts'
import { isSetting, SITE_SETTINGS, wordsFor } from '#domain/settings/rules.ts'

/** The settings of a recorded change in words, null for no value; of a logo the ids of its images too. */
export function settingChanges({ before, after }: { before: AuditState; after: AuditState }) {
  return Object.keys(after)
    .filter(isSetting)
    .map((name) => ({
      label: SITE_SETTINGS[name].label,
      before: wordsFor(name, before[name]),
      after: wordsFor(name, after[name]),
      logos: name === 'logo' ? { before: String(before[name]), after: String(after[name]) } : undefined,
    }))
}
