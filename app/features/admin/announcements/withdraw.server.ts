import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import { withdrawAnnouncement } from '#domain/announcements/commands.server.ts'
import { announcementToWithdraw } from '#domain/announcements/queries.server.ts'
import { ANNOUNCEMENT_MESSAGES as MESSAGES } from '#domain/announcements/rules.ts'
import { confirmedAction } from '../confirmation/confirmed-action.server.ts'
import { ANNOUNCEMENTS } from '../paths.ts'

/** Withdraws an announcement (NOTE-13). */
export const withdraw = confirmedAction({
  list: ANNOUNCEMENTS.to,
  missing: MESSAGES.notFound,
  done: MESSAGES.withdrawn,
  failed: MESSAGES.withdrawFailed,
  load: ({ db, admin }, id) => announcementToWithdraw(db, admin, id),
  confirm: ({ title, told, isWithdrawn }, { context }) => ({
    subject: title,
    consequences: [
      `It disappears from the notifications of ${formatCount(told, 'member')}.`,
      context.get(servicesContext).mailer !== null &&
        'Mails that wait are not sent. Mails that were sent stay.',
      'It stays in this list, marked as withdrawn.',
    ],
    label: 'Withdraw Announcement',
    pendingLabel: 'Withdrawing...',
    danger: true,
    refusal: isWithdrawn ? `${MESSAGES.withdrawnAlready}.` : null,
  }),
  run: ({ db, context }, id) => withdrawAnnouncement(db, scopeOf(context).viewer, id),
})
