import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { withdrawAnnouncement } from '#domain/announcements/commands.server.ts'
import { announcementToWithdraw } from '#domain/announcements/queries.server.ts'
import { ANNOUNCEMENT_MESSAGES as MESSAGES } from '#domain/announcements/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { notFoundConfirmation, runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { ANNOUNCEMENTS } from '../paths.ts'
import type { Route } from './+types/withdraw.ts'

const TITLE = 'Withdraw Announcement'

/** Withdraws an announcement (NOTE-13). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const { db, mailer } = context.get(servicesContext)
  const announcement = isId(params.id) ? await announcementToWithdraw(db, admin, params.id) : undefined
  if (!announcement) return notFoundConfirmation(MESSAGES.notFound)
  const { title, told, isWithdrawn } = announcement
  const confirmation: Confirmation = {
    subject: title,
    consequences: [
      `It disappears from the notifications of ${formatCount(told, 'member')}.`,
      ...(mailer ? ['Mails that wait are not sent. Mails that were sent stay.'] : []),
      'It stays in this list, marked as withdrawn.',
    ],
    label: 'Withdraw Announcement',
    pendingLabel: 'Withdrawing...',
    danger: true,
    refusal: isWithdrawn ? `${MESSAGES.withdrawnAlready}.` : null,
  }
  return confirmation
}

export function action({ request, params, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  return runAdminAction(
    { request, context },
    {
      list: ANNOUNCEMENTS.to,
      done: MESSAGES.withdrawn,
      failed: MESSAGES.withdrawFailed,
      run: async () =>
        isId(params.id)
          ? withdrawAnnouncement(db, scopeOf(context).viewer, params.id)
          : refused('not-found', MESSAGES.notFound),
    },
  )
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.withdrawFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLE, hidden: true })
}

export default function WithdrawAnnouncement({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLE} confirmation={loaderData} list={ANNOUNCEMENTS} />
}
