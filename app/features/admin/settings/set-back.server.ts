import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { setBack, setBackProblem } from '#domain/settings/commands.server.ts'
import {
  type RecordedChange,
  recordedChanges,
  settingsOf,
  storedSettings,
} from '#domain/settings/queries.server.ts'
import { SETTINGS_MESSAGES as MESSAGES } from '#domain/settings/rules.ts'
import { confirmedAction } from '../confirmation/confirmed-action.server.ts'
import { settingChanges } from './changes.ts'
import { SETTINGS_PATH } from './paths.ts'

/** Sets back what a change of settings has set (ADM-114). */
export const settingBack = confirmedAction<RecordedChange, number>({
  list: SETTINGS_PATH,
  missing: MESSAGES.noChange,
  done: MESSAGES.setBack,
  failed: MESSAGES.setBackFailed,
  load: async ({ db, admin }, id) => (await recordedChanges(db, admin, id))[0],
  async confirm(change, { db, context }) {
    const { config } = context.get(servicesContext)
    const current = settingsOf(await storedSettings(db), config.site)
    return {
      subject: change.subject,
      consequences: [
        ...settingChanges(change).map(({ label, before }) => `${label} becomes: ${before ?? 'none'}`),
        'The audit log records it.',
      ],
      label: 'Set Back',
      pendingLabel: 'Setting back...',
      refusal: setBackProblem(change, current, config.site),
    }
  },
  async run({ db, context }, id) {
    const { config, settings } = context.get(servicesContext)
    const outcome = await setBack(db, adminOf(context), id, config.site)
    if (outcome.ok) await settings.refresh().catch(() => undefined)
    return outcome
  },
})
