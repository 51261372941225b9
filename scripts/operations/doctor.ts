import { join } from 'node:path'
import { settingsOf, storedSettings } from '#domain/settings/queries.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { diagnose } from '#platform/doctor.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { mailerSettings, openMailer } from '#platform/mail/mailer.server.ts'
import { readRelease } from '#platform/release.server.ts'
import { configuredIdentity } from '#server/identity.ts'
import { openSettingsStore } from './settings-store.ts'

/** Checks everything that the site relies on. Exit code 1 if there is something to do. */
export async function run(): Promise<number> {
  const config = readConfig(process.env)
  const store = await openSettingsStore(config).catch((error: unknown) => error as Error)
  const stored = store instanceof Error ? [] : await storedSettings(store.db).catch(() => [])
  const settings = settingsOf(stored, config.site)
  const mailer = config.mail && (await openMailer(mailerSettings(config, config.mail, () => settings)))
  try {
    const findings = await diagnose({
      config,
      release: await readRelease(join(import.meta.dirname, '../..')),
      async db() {
        if (store instanceof Error) throw store
        return store.db
      },
      files: () => openFileStore(config),
      mailer: async () => mailer ?? null,
      identity: () => configuredIdentity({ config }).client,
      settings: async () => settings,
    })
    for (const { check, isSetUp, advice } of findings)
      console.log(`${check}: ${advice ?? (isSetUp ? 'ok' : 'not set up')}`)
    return findings.every(({ advice }) => advice === null) ? 0 : 1
  } finally {
    mailer?.close()
    if (!(store instanceof Error)) await store.close()
  }
}
