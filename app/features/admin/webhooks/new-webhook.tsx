import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { WEBHOOK_KINDS, WEBHOOK_MESSAGES } from '#domain/webhooks/rules.ts'
import { newId } from '#platform/id.server.ts'
import { WEBHOOKS } from '../paths.ts'
import type { Route } from './+types/new-webhook.ts'
import { NEW_PATH } from './paths.ts'
import { receiveWebhook } from './receive-webhook.server.ts'
import { WebhookForm } from './webhook-form.tsx'

const TITLE = 'New Webhook'

export function loader() {
  return { key: newId() }
}

export function action(args: Route.ActionArgs) {
  return receiveWebhook(args)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, WEBHOOK_MESSAGES.saveFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLE, hidden: true })
}

/** Connects another program (HOOK-7). */
export default function NewWebhook({ loaderData, actionData }: Route.ComponentProps) {
  const initial = {
    key: loaderData.key,
    version: 0,
    name: '',
    url: '',
    format: 'standard',
    kinds: Object.keys(WEBHOOK_KINDS),
    enabled: true,
  }
  return (
    <>
      <PageHeader title={TITLE} crumbs={[WEBHOOKS, { label: TITLE }]} />
      <Card className="max-w-160">
        <WebhookForm action={NEW_PATH} initial={initial} answer={actionData} isNew />
      </Card>
    </>
  )
}
