import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { listWebhooks } from '#domain/webhooks/queries.server.ts'
import { RowTime } from '../list/row.tsx'
import { WEBHOOKS } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { NEW_PATH, webhookPath } from './paths.ts'
import { DeliveryState, SwitchState } from './state.tsx'

/** The programs that are told what happens (HOOK-7). */
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const webhooks = await listWebhooks(db, adminOf(context))
  // The path of an address may hold a key.
  return { webhooks: webhooks.map(({ url, ...shown }) => ({ ...shown, host: new URL(url).host })) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: WEBHOOKS.label, hidden: true })
}

type Row = Route.ComponentProps['loaderData']['webhooks'][number]

export default function Webhooks({ loaderData: { webhooks } }: Route.ComponentProps) {
  const create = <ButtonLink to={NEW_PATH}>New Webhook</ButtonLink>
  return (
    <>
      <PageHeader title={WEBHOOKS.label} actions={webhooks.length > 0 && create} />
      {webhooks.length === 0 ? (
        <EmptyState subject="scroll" action={create}>
          Tell your own site when a challenge opens, voting begins and results are out.
        </EmptyState>
      ) : (
        <Card flush className="overflow-hidden">
          <DataTable layout="list" columns={COLUMNS} rows={webhooks} rowKey={({ id }) => id} />
        </Card>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    header: 'Webhook',
    part: 'subject',
    cell: ({ id, name, host }) => (
      <div className="min-w-0 wrap-anywhere">
        <TextLink dir="auto" to={webhookPath(id)} className="inline-block min-h-6 font-semibold">
          {name}
        </TextLink>
        <p className="text-small text-muted">{host}</p>
      </div>
    ),
  },
  { header: 'State', width: 'w-44', cell: (webhook) => <SwitchState {...webhook} /> },
  {
    header: 'Last delivery',
    width: 'w-56',
    cell: ({ last }) =>
      last ? (
        <span className="flex flex-wrap items-baseline gap-x-3">
          <DeliveryState status={last.status} />
          <RowTime value={last.at} format="short" />
        </span>
      ) : (
        'None yet'
      ),
  },
]
