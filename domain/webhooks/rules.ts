/** What a webhook can be told of, with its words for organisers. */
export const WEBHOOK_KINDS = {
  'challenge.opened': 'A challenge opens for entries',
  'challenge.deadline_moved': 'A deadline moves',
  'voting.opened': 'Voting opens',
  'challenge.completed': 'A challenge is completed, with its results',
  'submission.received': 'An entry is public',
} as const

export type WebhookKind = keyof typeof WEBHOOK_KINDS

/** Sent by an organiser to try a webhook. */
export const TEST_KIND = 'webhook.test'

export const WEBHOOK_FORMATS = {
  standard: 'Standard (signed JSON)',
  discord: 'Discord',
  slack: 'Slack',
} as const

export type WebhookFormat = keyof typeof WEBHOOK_FORMATS

export type DeliveryStatus = 'waiting' | 'delivered' | 'given_up' | 'dropped'

/** What an event says besides its subject. Times are ISO 8601. */
export interface WebhookDetails {
  deadline?: { from: string | null; to: string | null }
}

export const WEBHOOK_LIMITS = { name: 60, url: 1_000, webhooks: 20 } as const

/** Deliveries given up one after the other, after which a webhook is switched off. */
export const MOST_GIVEN_UP = 5

/** What a receiver answered that wants no more (Standard Webhooks). */
export const GONE = 410

export interface WebhookForm {
  name: string
  url: string
  format: WebhookFormat
  kinds: WebhookKind[]
  enabled: boolean
}

export type WebhookField = keyof WebhookForm

export const WEBHOOK_MESSAGES = {
  name: 'Please enter a name of at most 60 characters.',
  url: 'Please enter an address that begins with https://, without a port, a name or a password.',
  privateUrl: 'This address is not on the public internet.',
  format: 'Please choose a format.',
  kinds: 'Please choose at least one event.',
  notFound: 'Webhook Not Found',
  noDelivery: 'This delivery is no longer in the log.',
  createdAlready: 'This webhook was created already, with other values.',
  tooMany: `There are ${WEBHOOK_LIMITS.webhooks} webhooks. Delete one first.`,
  created: 'Webhook created',
  saved: 'Webhook saved',
  changedSince:
    'This webhook was changed since you opened this form. Save again to replace that with what is here.',
  offSince:
    'This webhook was switched off after failures since you opened this form. Save again to switch it on.',
  saveFailed: 'Failed to save the webhook',
  deleted: 'Webhook deleted',
  deleteFailed: 'Failed to delete the webhook',
  renewed: 'New secret made',
  renewFailed: 'Failed to make a new secret',
  sending: 'On its way',
  sendFailed: 'Failed to send',
  waitsAlready: 'It is on its way already.',
} as const
