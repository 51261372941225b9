import { adminOf } from '#app/middleware/viewer.server.ts'
import { deleteWebhook, renewWebhookSecret } from '#domain/webhooks/commands.server.ts'
import { findWebhook, type WebhookDetail } from '#domain/webhooks/queries.server.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#domain/webhooks/rules.ts'
import { confirmedAction, confirmedActions } from '../confirmation/confirmed-action.server.ts'
import { WEBHOOKS } from '../paths.ts'
import { STEPS, webhookPath } from './paths.ts'

const subject = {
  missing: MESSAGES.notFound,
  load: ({ db, admin }, id) => findWebhook(db, admin, id),
} satisfies Partial<Parameters<typeof confirmedAction<WebhookDetail, null>>[0]>

/** Deletes a webhook, or gives it another secret (HOOK-5). */
export const steps = confirmedActions('step', {
  delete: confirmedAction<WebhookDetail, null>({
    ...subject,
    list: WEBHOOKS.to,
    done: MESSAGES.deleted,
    failed: STEPS.delete.failed,
    confirm: ({ name }) => ({
      subject: name,
      consequences: ['Nothing is sent to it any more.', 'Its log is gone.', 'The audit log records it.'],
      label: STEPS.delete.title,
      pendingLabel: 'Deleting...',
      danger: true,
    }),
    run: ({ db, context }, id) => deleteWebhook(db, adminOf(context), id),
  }),
  secret: confirmedAction<WebhookDetail, null>({
    ...subject,
    list: ({ id = '' }) => webhookPath(id),
    done: MESSAGES.renewed,
    failed: STEPS.secret.failed,
    confirm: ({ name }) => ({
      subject: name,
      consequences: [
        'The receiver refuses messages until it has the new secret.',
        'What is refused is tried again for a day.',
        'The audit log records it.',
      ],
      label: STEPS.secret.title,
      pendingLabel: 'Saving...',
      danger: true,
    }),
    run: ({ db, context }, id) => renewWebhookSecret(db, adminOf(context), id),
  }),
})
