import { data, Form, useActionData } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { isUnsubscribeToken, unsubscribe } from '#domain/notifications/commands.server.ts'
import { isKind, KIND_SETTINGS } from '#domain/notifications/rules.ts'
import type { Route } from './+types/unsubscribe.ts'
import { SETTINGS_PATH } from './paths.ts'

/** Asks before it ends mails, because mail programs open the links of a message by themselves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const { kind, userId, token } = params
  if (!isKind(kind) || !(await isUnsubscribeToken(db, kind, userId, token))) throw data(null, { status: 404 })
  return { label: KIND_SETTINGS[kind].label }
}

/** One POST is enough, also from a mail server without cookies (RFC 8058, NOTE-8). */
export async function action({ params, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  if (!(await unsubscribe(db, params.kind, params.userId, params.token))) throw data(null, { status: 404 })
  return { done: true }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Unsubscribe', hidden: true })
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  const isDone = useActionData<typeof action>()?.done === true
  const settings = (
    <ButtonLink to={SETTINGS_PATH} variant="secondary">
      Notification Settings
    </ButtonLink>
  )
  return (
    <div className="page">
      <PageHeader title="Unsubscribe" />
      <div role="status">
        {isDone ? (
          <EmptyState heading="No more such mails" action={settings}>
            ‘{loaderData.label}’ stays in the app.
          </EmptyState>
        ) : (
          <EmptyState
            heading={`Mails for ‘${loaderData.label}’`}
            action={
              <>
                <Form method="post">
                  <Button>Stop These Mails</Button>
                </Form>
                {settings}
              </>
            }
          >
            They stay in the app.
          </EmptyState>
        )}
      </div>
    </div>
  )
}
