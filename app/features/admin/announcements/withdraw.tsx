import { ANNOUNCEMENT_MESSAGES } from '#domain/announcements/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { ANNOUNCEMENTS } from '../paths.ts'
import { withdraw } from './withdraw.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: 'Withdraw Announcement',
  list: ANNOUNCEMENTS,
  failed: ANNOUNCEMENT_MESSAGES.withdrawFailed,
})

export const loader = withdraw.loader
export const action = withdraw.action
export { clientAction, meta, shouldRevalidate }
export default Page
