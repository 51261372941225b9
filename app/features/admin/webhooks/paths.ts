import { WEBHOOKS } from '../paths.ts'

export const NEW_PATH = `${WEBHOOKS.to}/new`

export function webhookPath(id: string): string {
  return `${WEBHOOKS.to}/${id}`
}

export function againPath(id: string, deliveryId: string): string {
  return `${webhookPath(id)}/deliveries/${deliveryId}/again`
}

/** What is confirmed, by the last part of its path. */
export const STEPS = {
  delete: { title: 'Delete Webhook', failed: 'Failed to delete the webhook' },
  secret: { title: 'Make a New Secret', failed: 'Failed to make a new secret' },
} as const

export function stepPath(id: string, step: keyof typeof STEPS): string {
  return `${webhookPath(id)}/${step}`
}
