import { data, type RouterContextProvider, replace } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { adminOf, isStillAdmin } from '#app/middleware/viewer.server.ts'
import { createWebhook, updateWebhook } from '#domain/webhooks/commands.server.ts'
import { parseWebhook, type TypedWebhook, type WebhookErrors } from '#domain/webhooks/form.server.ts'
import { findWebhook } from '#domain/webhooks/queries.server.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#domain/webhooks/rules.ts'
import { outboundScope } from '#platform/http/outbound.server.ts'
import { isId } from '#platform/id.server.ts'
import { refused, unknownField } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { versionIn } from '../confirmation/run-admin-action.server.ts'
import { webhookPath } from './paths.ts'

export interface WebhookValues extends TypedWebhook {
  /** Of the form of a new one. */
  key: string
  /** Of the next form: of the one that was sent, and after a conflict the newest. */
  version: number
}

/** What the form shows after it was refused. */
export interface WebhookAnswer {
  values: WebhookValues
  errors?: WebhookErrors
  message?: string
}

const names = ['key', 'version', 'name', 'url', 'format', 'enabled']

/** Creates a webhook, or changes that of `id`, and returns to its page. */
export async function receiveWebhook(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  id?: string,
) {
  const { db, config } = context.get(servicesContext)
  const { fields, unreadable } = await readFields(request)
  const values: WebhookValues = {
    key: asTyped(fields.get('key')),
    version: versionIn(fields),
    name: asTyped(fields.get('name')),
    url: asTyped(fields.get('url')),
    format: asTyped(fields.get('format')),
    kinds: fields.getAll('kinds').map(asTyped),
    enabled: fields.has('enabled'),
  }
  const answer = (rest: Partial<WebhookAnswer>, status: number) => {
    const message = rest.message ?? Object.values(rest.errors ?? {})[0]
    if (message) logRefusal(context, { code: 'invalid', message })
    return data<WebhookAnswer>({ values, ...rest }, { status })
  }
  if (unreadable || hasOtherFields(fields, names, ['kinds']))
    return answer({ message: `${unknownField}.` }, 400)
  if (!(await isStillAdmin(context))) return answer({ message: 'Access Denied' }, 403)
  const parsed = parseWebhook(values, outboundScope(config))
  if (!parsed.ok) return answer({ errors: parsed.errors }, 422)
  const webhookId = id ?? values.key
  if (!isId(webhookId)) return answer({ message: MESSAGES.saveFailed }, 422)
  const outcome = await runCommand(context, MESSAGES.saveFailed, async () => {
    if (!(await isStillAdmin(context))) return refused('forbidden', 'Access Denied')
    const { form } = parsed
    return id === undefined
      ? createWebhook(db, adminOf(context), webhookId, form)
      : updateWebhook(db, adminOf(context), id, { form, version: values.version })
  })
  if (!outcome.ok) {
    const now = outcome.code === 'conflict' ? await findWebhook(db, adminOf(context), webhookId) : undefined
    const version = now?.version ?? values.version
    return answer({ values: { ...values, version }, message: outcome.message }, outcome.status)
  }
  const text = id === undefined ? MESSAGES.created : MESSAGES.saved
  return replace(webhookPath(webhookId), await withToast({ text }, { status: 303 }))
}
