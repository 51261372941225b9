import { isIP } from 'node:net'
import { isPublicAddress, type OutboundScope, outboundUrl } from '#platform/http/outbound.server.ts'
import { isTooLong } from '#platform/text/raw-limits.ts'
import { characterCount, singleLine } from '#platform/text/text.ts'
import {
  WEBHOOK_MESSAGES as MESSAGES,
  WEBHOOK_FORMATS,
  WEBHOOK_KINDS,
  WEBHOOK_LIMITS,
  type WebhookField,
  type WebhookForm,
  type WebhookFormat,
  type WebhookKind,
} from './rules.ts'

export interface TypedWebhook {
  name: string
  url: string
  format: string
  kinds: readonly string[]
  enabled: boolean
}

export type WebhookErrors = Partial<Record<WebhookField, string>>

/** Reads the form as typed, or returns a message for each invalid field. Names of hosts are looked up when it sends. */
export function parseWebhook(
  typed: TypedWebhook,
  scope: OutboundScope,
): { ok: true; form: WebhookForm } | { ok: false; errors: WebhookErrors } {
  const errors: WebhookErrors = {}
  const name = isTooLong(typed.name, 'line') ? '' : singleLine(typed.name)
  if (!name || characterCount(name) > WEBHOOK_LIMITS.name) errors.name = MESSAGES.name
  const url = typed.url.length > WEBHOOK_LIMITS.url ? undefined : outboundUrl(typed.url.trim(), scope)
  if (!url || url.href.length > WEBHOOK_LIMITS.url) errors.url = MESSAGES.url
  else if (!scope.allowsLoopback && !isPublicHost(url)) errors.url = MESSAGES.privateUrl
  const format = (Object.keys(WEBHOOK_FORMATS) as WebhookFormat[]).find((known) => known === typed.format)
  if (!format) errors.format = MESSAGES.format
  const kinds = (Object.keys(WEBHOOK_KINDS) as WebhookKind[]).filter((kind) => typed.kinds.includes(kind))
  if (kinds.length === 0) errors.kinds = MESSAGES.kinds
  if (!url || !format || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, form: { name, url: url.href, format, kinds, enabled: typed.enabled } }
}

/** False for a private address and a name that is one of this machine. */
function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isPublicAddress(host) : host.includes('.')
}
