import { data, Form, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Section } from '#app/ui/section.tsx'
import { CopyBlock } from '#app/ui/text/copy.tsx'
import { Time } from '#app/ui/time.tsx'
import { type DeliveryRow, deliveriesOf, findWebhook } from '#domain/webhooks/queries.server.ts'
import { MOST_GIVEN_UP, TEST_KIND, WEBHOOK_KINDS, WEBHOOK_MESSAGES } from '#domain/webhooks/rules.ts'
import { isId } from '#platform/id.server.ts'
import { RowButton, RowTime } from '../list/row.tsx'
import { WEBHOOKS } from '../paths.ts'
import type { Route } from './+types/webhook.ts'
import { againPath, stepPath, webhookPath } from './paths.ts'
import { receiveWebhook } from './receive-webhook.server.ts'
import { DeliveryState } from './state.tsx'
import { WebhookForm } from './webhook-form.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const webhook = isId(params.id) ? await findWebhook(db, admin, params.id) : undefined
  if (!webhook) throw data(null, { status: 404 })
  return { webhook, deliveries: await deliveriesOf(db, admin, webhook.id, scopeOf(context).moderation) }
}

export function action(args: Route.ActionArgs) {
  const { id } = args.params
  if (!isId(id)) throw data(null, { status: 404 })
  return receiveWebhook(args, id)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, WEBHOOK_MESSAGES.saveFailed)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData?.webhook.name ?? 'Page not found', hidden: true })
}

/** One webhook: its settings, its secret and its log (HOOK-7). */
export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { webhook, deliveries } = loaderData
  const { id, name, secret, switchedOffAt, ...saved } = webhook
  const initial = { key: '', name, ...saved }
  const testPath = `${webhookPath(id)}/test`
  const { formAction } = useNavigation()
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[WEBHOOKS, { label: name }]}
        actions={
          <>
            <Form method="post" action={testPath}>
              <Button variant="secondary" pending={formAction === testPath} pendingLabel="Sending...">
                Send a Test
              </Button>
            </Form>
            <ButtonLink to={stepPath(id, 'delete')} variant="danger">
              Delete
            </ButtonLink>
          </>
        }
      />
      {switchedOffAt && (
        <div className="mb-6 max-w-160">
          <Notice tone="bad">
            Switched off <Time value={switchedOffAt} format="datetime" />: {MOST_GIVEN_UP} deliveries in a row
            were given up, or the receiver is gone. Send a test, then switch it on.
          </Notice>
        </div>
      )}
      <Card className="max-w-160">
        <WebhookForm
          key={JSON.stringify(initial)}
          action={webhookPath(id)}
          initial={initial}
          answer={actionData}
          isNew={false}
        />
      </Card>
      <Section id="secret" title="Secret" className="mt-12 max-w-160">
        <CopyBlock text={secret} label="Copy secret" />
        <p className="mt-2 mb-4 text-small text-muted">
          The receiver verifies with it that a message is from here.
        </p>
        <ButtonLink to={stepPath(id, 'secret')} variant="secondary" size="small">
          Make a New Secret
        </ButtonLink>
      </Section>
      <Section id="log" title="Log" className="mt-12">
        {deliveries.length === 0 ? (
          <p className="text-muted">Nothing was sent yet.</p>
        ) : (
          <Card flush className="overflow-hidden">
            <DataTable layout="list" columns={columns(id)} rows={deliveries} rowKey={(one) => one.id} />
          </Card>
        )}
      </Section>
    </>
  )
}

function columns(webhookId: string): Column<DeliveryRow>[] {
  return [
    {
      header: 'Event',
      part: 'subject',
      cell: ({ kind, challenge, submission }) => (
        <div className="min-w-0 wrap-anywhere">
          <p className="font-semibold">{labelOf(kind)}</p>
          {challenge !== null && (
            <p className="text-small text-muted">
              {submission !== null && (
                <>
                  <bdi>{submission}</bdi> in{' '}
                </>
              )}
              <bdi>{challenge}</bdi>
            </p>
          )}
        </div>
      ),
    },
    { header: 'Time', width: 'w-56', cell: ({ at }) => <RowTime value={at} format="shorttime" /> },
    { header: 'State', width: 'w-28', cell: ({ status }) => <DeliveryState status={status} /> },
    {
      header: 'Answer',
      width: 'w-64',
      cell: ({ answer, status, attempts, dueAt }) => (
        <span className="wrap-anywhere">
          {answer ?? 'None yet'}
          {status === 'waiting' && attempts > 0 && (
            <span className="block text-small text-muted">
              Next attempt <Time value={dueAt} format="shorttime" />
            </span>
          )}
        </span>
      ),
    },
    {
      header: 'Actions',
      part: 'actions',
      width: 'w-32',
      cell: ({ id, kind, status, challenge }) =>
        status !== 'waiting' && (
          <Form method="post" action={againPath(webhookId, id)} preventScrollReset>
            <RowButton label={`Send again: ${labelOf(kind)}${challenge === null ? '' : `, ${challenge}`}`}>
              Send again
            </RowButton>
          </Form>
        ),
    },
  ]
}

function labelOf(kind: DeliveryRow['kind']): string {
  return kind === TEST_KIND ? 'Test' : WEBHOOK_KINDS[kind]
}
