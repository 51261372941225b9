import { SETTINGS_MESSAGES } from '#domain/settings/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { SETTINGS_PATH } from './paths.ts'
import { settingBack } from './set-back.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: 'Set Back',
  list: { to: SETTINGS_PATH, label: 'Site Settings' },
  failed: SETTINGS_MESSAGES.setBackFailed,
})

export const loader = settingBack.loader
export const action = settingBack.action
export { clientAction, meta, shouldRevalidate }
export default Page
